/** What brought a seat from its chance at the start to its result, as bars of which each begins where the last one ends. */

import type { SeatSummary } from "$lib/protocol";

export const PARTS = ["luck", "skill", "others", "hidden", "leftover"] as const;
export type PartName = (typeof PARTS)[number];

export interface Bar {
  name: "start" | PartName | "so_far" | "result";
  /** For the ends how high it stands, for the parts what it adds. */
  value: number;
  /** Where it begins and ends along the scale, from 0 to 1. */
  from: number;
  to: number;
}

export type Scale = [least: number, most: number];

/** From the lowest to the highest point that any seat comes through, nothing and everything included. */
export function scaleOf(summaries: readonly SeatSummary[]): Scale {
  const points = summaries.flatMap((one) => standings(one));
  return [Math.min(0, ...points), Math.max(1, ...points)];
}

/** Where a value lies along a scale, from 0 to 1. */
export function placeOn([least, most]: Scale, value: number): number {
  return (value - least) / (most - least);
}

/** The bars of a seat on a scale. Until all is judged they lead to where it has come so far. */
export function barsOf(summary: SeatSummary, scale: Scale, complete: boolean): Bar[] {
  const place = (value: number) => placeOn(scale, value);
  const points = standings(summary);
  const end = complete ? summary.result : points.at(-1)!;
  return [
    { name: "start", value: summary.start, from: place(0), to: place(summary.start) },
    ...PARTS.map((name, i) => ({
      name,
      value: summary[name],
      from: place(points[i]!),
      to: place(points[i + 1]!),
    })),
    { name: complete ? "result" : "so_far", value: end, from: place(0), to: place(end) },
  ];
}

/** Whether some part is more than a whole game. */
export function overWhole(summary: SeatSummary): boolean {
  return PARTS.some((name) => Math.abs(summary[name]) > 1);
}

/** Where it stands at the start and after each part. */
function standings(summary: SeatSummary): number[] {
  let at = summary.start;
  return [at, ...PARTS.map((name) => (at += summary[name]))];
}
