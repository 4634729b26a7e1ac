/** Statistics as a file, to keep or to bring to another device. */

import { gameIn, type Finished } from "$lib/finished.svelte";
import { resultIn, type PuzzleResult } from "../puzzle/results.svelte";

const WHAT = "perron statistics";
const FORMAT = 1;

export function toFile(games: readonly Finished[], puzzles: readonly PuzzleResult[]): string {
  return `${JSON.stringify({ what: WHAT, format: FORMAT, games, puzzles }, null, 1)}\n`;
}

/** What is in such a file; null if it is none, or any of it is not as it should be: nothing is taken by halves. */
export function fromFile(text: string): { games: Finished[]; puzzles: PuzzleResult[] } | null {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof told !== "object" || told === null) return null;
  const { what, format, games, puzzles } = told as Record<string, unknown>;
  if (what !== WHAT || format !== FORMAT || !Array.isArray(games) || !Array.isArray(puzzles)) return null;
  const read = { games: games.map(gameIn), puzzles: puzzles.map(resultIn) };
  const whole = <T>(list: (T | null)[]): list is T[] => !list.includes(null);
  return whole(read.games) && whole(read.puzzles) ? { games: read.games, puzzles: read.puzzles } : null;
}
