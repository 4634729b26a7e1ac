/** The board: where everything lies, as the server works it out, with what the edition tells of each route. */

import * as api from "$lib/api";
import type { Edition } from "$lib/edition";
import type { BoardInfo, PlaceShape, RouteInfo, TrackShape } from "$lib/protocol";

export type { Box, Space } from "$lib/protocol";
export type Point = TrackShape["middle"];
export type Place = PlaceShape;
/** A route and where it lies. */
export type Track = RouteInfo & TrackShape;

export interface Geometry extends Omit<BoardInfo, "tracks"> {
  tracks: Track[];
}

const boards = new Map<string, Promise<BoardInfo>>();
const joined = new WeakMap<Edition, Promise<Geometry>>();

/** Where everything lies on a board; fetched once a visit. */
export function fetchBoard(edition: string, rules: number, key: string | null): Promise<BoardInfo> {
  const named = `${edition}@${rules} ${key ?? ""}`;
  let loading = boards.get(named);
  if (!loading) {
    loading = api.board(edition, rules, key);
    loading.catch(() => boards.delete(named));
    boards.set(named, loading);
  }
  return loading;
}

/** The board of an edition; the same object every time. */
export function loadGeometry(edition: Edition): Promise<Geometry> {
  let loading = joined.get(edition);
  if (!loading) {
    loading = fetchBoard(edition.id, edition.info.rules, edition.info.key).then((board) =>
      geometryOf(board, edition),
    );
    loading.catch(() => joined.delete(edition));
    joined.set(edition, loading);
  }
  return loading;
}

/** A board with what its edition tells of the routes. */
export function geometryOf(board: BoardInfo, edition: Pick<Edition, "route">): Geometry {
  return { ...board, tracks: board.tracks.map((shape) => ({ ...edition.route(shape.id), ...shape })) };
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
