/** What a tap on the board means: a route, a place, or one of several, which the page then asks. */

import { parse } from "$lib/actions";
import type { Box, Geometry, Point, Track } from "./geometry";

export type Target = { kind: "route"; id: string } | { kind: "city"; id: string };

/** The route or the place that an action's text is about; null if that is nothing on the board. */
export function actionTarget(text: string | null | undefined): Target | null {
  const action = text ? parse(text) : null;
  if (action?.kind === "claim") return { kind: "route", id: action.route };
  if (action?.kind === "station") return { kind: "city", id: action.city };
  return null;
}

interface Near {
  target: Target;
  far: number;
}

/** Where a target has its middle, and its track if it is a route; null where there is no such thing on the board. */
export function spotOf(
  geometry: Geometry,
  { kind, id }: Target,
): { track: Track | null; x: number; y: number } | null {
  if (kind === "route") {
    const track = geometry.tracks.find((one) => one.id === id);
    return track ? { track, x: track.middle[0], y: track.middle[1] } : null;
  }
  const place = geometry.places.find((one) => one.id === id);
  return place ? { track: null, x: place.x, y: place.y } : null;
}

/** From a point to a turned box; 0 inside. */
export function toBox(box: Box, [x, y]: Point): number {
  const angle = (box.angle * Math.PI) / 180;
  const [dx, dy] = [x - box.x, y - box.y];
  const u = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) - box.width / 2;
  const v = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle)) - box.height / 2;
  return Math.hypot(Math.max(u, 0), Math.max(v, 0));
}

function toSegment([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const part = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x0 - part * dx, y - y0 - part * dy);
}

export function toTrack(track: Track, at: Point, lineWidth: number): number {
  let far = Infinity;
  for (const space of track.spaces) far = Math.min(far, toBox(space, at));
  if (track.line)
    for (let i = 1; i < track.path.length; i++)
      far = Math.min(far, Math.max(0, toSegment(at, track.path[i - 1]!, track.path[i]!) - lineWidth / 2));
  return far;
}

/**
 * What lies under a tap, nearest first. Several answers: it could mean any of them.
 * `reach` is how far off a tap may be, in board units; `sure`: a mouse, whose tip says exactly what it points at.
 */
export function under(
  geometry: Geometry,
  at: Point,
  reach: number,
  sure: boolean,
  may: (target: Target) => boolean,
): Target[] {
  const near: Near[] = [];
  for (const track of geometry.tracks) {
    const target: Target = { kind: "route", id: track.id };
    const far = toTrack(track, at, geometry.line);
    if (far <= reach && may(target)) near.push({ target, far });
  }
  for (const place of geometry.places) {
    const target: Target = { kind: "city", id: place.id };
    const far = Math.min(
      Math.max(0, Math.hypot(at[0] - place.x, at[1] - place.y) - geometry.radius),
      toBox(place.label.box, at),
    );
    if (far <= reach && may(target)) near.push({ target, far });
  }
  near.sort((a, b) => a.far - b.far);
  const best = near[0];
  if (!best) return [];
  const within = best.far + (sure ? 0 : reach * 0.42);
  return near.filter((one) => one.far <= within).map((one) => one.target);
}

/** Tracks between the same places that cost and pay the same: it does not matter which of them is meant. */
function equal(one: Track, other: Track): boolean {
  const told = ({ colour, piece, length, cards, tunnel, ferry, carts }: Track) =>
    [colour, piece, length, cards, tunnel, ferry, carts].join();
  const ends = ({ a, b }: Track) => [a, b].sort().join();
  return ends(one) === ends(other) && told(one) === told(other);
}

/** Of equal tracks only the nearest: there is nothing to ask between them. */
export function differing(targets: readonly Target[], trackOf: (id: string) => Track | undefined): Target[] {
  const kept: Target[] = [];
  const tracks: Track[] = [];
  for (const target of targets) {
    const track = target.kind === "route" ? trackOf(target.id) : undefined;
    if (track && tracks.some((other) => equal(track, other))) continue;
    if (track) tracks.push(track);
    kept.push(target);
  }
  return kept;
}

/** From one spot, the next one in a direction: near, and not far off that direction. */
export function nextTowards<T extends { x: number; y: number }>(
  from: { x: number; y: number },
  direction: "left" | "right" | "up" | "down",
  spots: readonly T[],
): T | null {
  const [ux, uy] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[direction] as [number, number];
  let best: T | null = null;
  let cost = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const along = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (along <= 0.5 || aside > along * 2.2) continue;
    const price = along + aside * 2;
    if (price < cost) [best, cost] = [spot, price];
  }
  return best;
}
