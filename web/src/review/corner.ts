/** Where on the board there is room for what is written over it. */

import type { Geometry } from "../board/geometry";
import { spotOf, type Target } from "../board/targets";

export const CORNERS = ["bottom-left", "top-left", "bottom-right", "top-right"] as const;
export type Corner = (typeof CORNERS)[number];

/** What lies at least this far from a corner, in parts of the board, is not under what is written there. */
const FAR = 0.35;

/** The first corner that is far from all of these; if none is, the one that is farthest. */
export function freeCorner(geometry: Geometry, targets: readonly (Target | null)[]): Corner {
  const spots = targets.flatMap((target) => (target && spotOf(geometry, target)) ?? []);
  const room = (corner: Corner) => {
    const [x, y] = [corner.endsWith("right") ? 1 : 0, corner.startsWith("bottom") ? 1 : 0];
    const away = spots.map((spot) => Math.hypot(spot.x / geometry.width - x, spot.y / geometry.height - y));
    return Math.min(FAR, ...away);
  };
  return CORNERS.reduce((best, one) => (room(one) > room(best) ? one : best));
}
