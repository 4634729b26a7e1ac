/** Which puzzle is wanted: from the address, else as it was chosen last, else the first there is. */

import type { CoverInfo, Puzzle } from "$lib/protocol";
import { isDay } from "./days";

export interface Wanted {
  edition: string;
  difficulty: Puzzle["difficulty"];
  day: string;
}

/** null where no edition has puzzles. */
export function wantedIn(
  search: string,
  covers: readonly CoverInfo[],
  last: Partial<Wanted>,
  today: string,
): Wanted | null {
  const asked = new URLSearchParams(search);
  const named = (id: string | null | undefined) => covers.find((one) => one.id === id);
  const cover = named(asked.get("edition")) ?? named(last.edition) ?? covers[0];
  if (!cover) return null;
  const there = (one: string | null | undefined) => cover.puzzles.find((other) => other === one);
  const difficulty = there(asked.get("difficulty")) ?? there(last.difficulty) ?? cover.puzzles[0];
  if (!difficulty) return null;
  const day = asked.get("day");
  return { edition: cover.id, difficulty, day: isDay(day) && day <= today ? day : today };
}

/** Its address: without a day it is always the newest. */
export function addressOf({ edition, difficulty, day }: Wanted, today: string): string {
  const told = new URLSearchParams({ edition, difficulty, ...(day === today ? {} : { day }) });
  return `/puzzle?${told.toString()}`;
}
