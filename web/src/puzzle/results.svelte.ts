/** How one has done at the puzzles on this device: the first answer to each counts. */

import type { Puzzle } from "$lib/protocol";
import { read, write } from "$lib/settings.svelte";
import { dayOf, isDay, streakOf } from "./days";

export interface PuzzleResult {
  id: string;
  edition: string;
  difficulty: string;
  /** The day that it was the puzzle of. */
  day: string;
  /** The day on which it was answered. */
  answered: string;
  right: boolean;
}

const KEY = "perron.puzzles";
const MOST = 5000;

/** One result in what was read from a file, or this browser; null if it is none. */
export function resultIn(told: unknown): PuzzleResult | null {
  if (typeof told !== "object" || told === null) return null;
  const { id, edition, difficulty, day, answered, right } = told as Record<string, unknown>;
  const words = [id, edition, difficulty].every((one) => typeof one === "string" && one.length < 100);
  const days = [day, answered].every((one) => typeof one === "string" && isDay(one));
  return words && days && typeof right === "boolean"
    ? ({ id, edition, difficulty, day, answered, right } as PuzzleResult)
    : null;
}

function stored(): PuzzleResult[] {
  const told = read<unknown>(KEY, []);
  return Array.isArray(told) ? told.flatMap((one) => resultIn(one) ?? []) : [];
}

class PuzzleResults {
  #list = $state.raw<readonly PuzzleResult[]>(stored());

  /** The latest first. */
  get list(): readonly PuzzleResult[] {
    return this.#list;
  }
  get right(): number {
    return this.#list.filter((one) => one.right).length;
  }
  /** Days on end on which the puzzle of that very day was solved. */
  get streak(): number {
    const days = this.#list.filter((one) => one.right && one.day === one.answered).map((one) => one.day);
    return streakOf(days, dayOf(new Date()));
  }

  find(id: string): PuzzleResult | undefined {
    return this.#list.find((one) => one.id === id);
  }

  /** Note an answer, unless there was one before. */
  note({ id, edition, difficulty, day }: Puzzle, right: boolean): void {
    this.add([{ id, edition, difficulty, day, answered: dayOf(new Date()), right }]);
  }
  /** Add those that are not there yet. */
  add(more: readonly PuzzleResult[]): void {
    const known = stored(); // another tab may have added some meanwhile
    const byId = new Map([...more, ...known].map((one) => [one.id, one]));
    this.#keep([...byId.values()]);
  }
  clear(): void {
    this.#keep([]);
  }

  #keep(list: PuzzleResult[]): void {
    this.#list = list.sort((a, b) => b.answered.localeCompare(a.answered)).slice(0, MOST);
    write(KEY, this.#list);
  }
}

export const puzzleResults = new PuzzleResults();
