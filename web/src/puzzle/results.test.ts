import { beforeEach, expect, test, vi } from "vitest";
import { read, write } from "$lib/settings.svelte";
import { puzzleResults, type PuzzleResult } from "./results.svelte";

const result = (id: string, right: boolean): PuzzleResult => ({
  ...{ id, edition: "europe", difficulty: "easy", day: "2026-11-17", answered: "2026-11-17", right },
});

beforeEach(() => {
  const kept: Record<string, string> = {};
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
  puzzleResults.clear();
});

test("the first answer to a puzzle counts, here and in a file, whose lines are the latest first", () => {
  puzzleResults.add([result("a", true)]);
  puzzleResults.add([result("a", false), result("b", true), result("b", false)]);
  expect(puzzleResults.list.map(({ id, right }) => [id, right]).sort()).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("what another tab has noted meanwhile stays", () => {
  puzzleResults.add([result("a", true)]);
  write("perron.puzzles", [result("c", true), ...read<PuzzleResult[]>("perron.puzzles", [])]);
  puzzleResults.add([result("b", true)]);
  expect(puzzleResults.list.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
});
