/** A pattern for every player's colour: who does not tell the colours apart tells the patterns apart. */

import { PLAYER_COLOURS } from "$lib/seats";

/** Lines on a tile of 8 by 8. */
const LINES: readonly string[] = [
  "M0 4H8",
  "M-2 2L2 -2M0 8L8 0M6 10L10 6",
  "M2 2h.01M6 6h.01",
  "M-2 6L2 10M0 0L8 8M6 -2L10 2",
  "M4 0V8",
];

/** Which of the patterns a seat has: that of its colour, or one of its own where it has none. */
export function hatchOf(colour: string | null | undefined, seat: number): number {
  const found = PLAYER_COLOURS.findIndex((one) => one === colour);
  return found < 0 ? seat % LINES.length : found;
}

export function linesOf(hatch: number): string {
  return LINES[hatch]!;
}
