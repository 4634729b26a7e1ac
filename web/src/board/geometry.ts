/** The board as the server's geometry describes it (perron.board); fetched once a visit. */

import * as api from "$lib/api";

export type Point = [x: number, y: number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

export interface Space extends Box {
  locomotive: boolean;
  cart: boolean;
}

export interface Track {
  id: string;
  a: string;
  b: string;
  colour: string;
  piece: string;
  length: number;
  cards: number;
  tunnel: boolean;
  ferry: number;
  carts: boolean;
  /** Drawn as a line with one space on it: a metro. */
  line: boolean;
  twin: string | null;
  spaces: Space[];
  path: Point[];
  hit: Point[];
  middle: Point;
}

export interface Label {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  rotation: number;
  size: number;
  leading: number;
  lines: Record<string, string[]>;
  box: Box;
}

export interface Place {
  id: string;
  x: number;
  y: number;
  name: string;
  names: Record<string, string>;
  label: Label;
  /** Where the name stands when the board is turned to the left: see turnedBoard. */
  turned: Label;
}

export interface Geometry {
  format: number;
  edition: string;
  rules: number;
  width: number;
  height: number;
  unit: number;
  radius: number;
  rim: number;
  line: number;
  margin: number;
  places: Place[];
  tracks: Track[];
}

const known = new Map<string, Promise<Geometry>>();

export function loadGeometry(edition: string, rules: number): Promise<Geometry> {
  const key = `${edition}@${rules}`;
  let loading = known.get(key);
  if (!loading) {
    loading = api.board<Geometry>(edition, rules);
    loading.catch(() => known.delete(key));
    known.set(key, loading);
  }
  return loading;
}

/** Points as an SVG path. */
export function pathOf(points: readonly Point[], closed = false): string {
  return points.length === 0 ? "" : `M${points.map(([x, y]) => `${x} ${y}`).join("L")}${closed ? "Z" : ""}`;
}

/** A rounded box of some width and height around 0,0. */
export function roundedBox(width: number, height: number, radius: number): string {
  const [w, h, r] = [width / 2, height / 2, Math.min(radius, width / 2, height / 2)];
  return (
    `M${-w + r} ${-h}H${w - r}A${r} ${r} 0 0 1 ${w} ${-h + r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}` +
    `H${-w + r}A${r} ${r} 0 0 1 ${-w} ${h - r}V${-h + r}A${r} ${r} 0 0 1 ${-w + r} ${-h}Z`
  );
}
