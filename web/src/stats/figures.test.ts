import { expect, test } from "vitest";
import type { Finished } from "$lib/finished.svelte";
import type { PuzzleResult } from "../puzzle/results.svelte";
import { chosen, counted, figuresOf } from "./figures";
import { fromFile, toFile } from "./file";

const game = (n: number, more: Partial<Finished> = {}): Finished => ({
  code: `code${n}`,
  ended: n,
  edition: "europe",
  rules: 1,
  seats: 3,
  seat: 1,
  rank: 1,
  points: 100,
  completed: 3,
  kept: 4,
  bot: false,
  review: null,
  ...more,
});
const review = (luck: number, decisions: number, lost: number) => ({
  ...{ luck, skill: -luck, decisions, lost },
  mistakes: 1,
  judge: "j",
});
const GAMES = [
  game(3, { rank: 3, points: 50, review: review(0.2, 10, 0.01) }),
  game(1, { edition: "berlin", seats: 2 }),
  game(2, { review: review(-0.1, 30, 0.03) }),
  game(4, { bot: true, rank: 2 }),
];
const RESULT: PuzzleResult = {
  id: "europe-0123456789ab",
  edition: "europe",
  difficulty: "easy",
  day: "2026-11-18",
  answered: "2026-11-18",
  right: true,
};

test("games are chosen by edition and number of players, the oldest first", () => {
  const codes = (edition: string | null, seats: number | null) =>
    chosen(GAMES, { edition, seats }).map(({ ended }) => ended);
  expect(codes(null, null)).toEqual([1, 2, 3, 4]);
  expect(codes("europe", null)).toEqual([2, 3, 4]);
  expect(codes("europe", 2)).toEqual([]);
});

test("they add up, those left out that a bot played in part", () => {
  const figures = figuresOf(counted(chosen(GAMES, { edition: "europe", seats: null })));
  expect(figures).toMatchObject({ games: 2, won: 1, places: [1, 0, 1], points: 75, completed: 6, kept: 8 });
  expect(figures.reviewed).toBe(2);
  expect(figures.luck).toBeCloseTo(0.05);
  expect(figures.lost).toBeCloseTo(0.025); // per decision, not per game
  expect(figuresOf([])).toMatchObject({ games: 0, points: null, luck: 0, lost: 0, places: [] });
});

test("a file brings back what was saved, and is taken whole or not at all", () => {
  const text = toFile(GAMES, [RESULT]);
  expect(fromFile(text)).toEqual({ games: GAMES, puzzles: [RESULT] });
  for (const bad of [
    "",
    "[]",
    "null",
    text.slice(0, -9),
    text.replace("perron statistics", "something"),
    text.replace('"format": 1', '"format": 2'),
    text.replace('"points": 50', '"points": "many"'),
    text.replace('"rank": 3', '"rank": 4'),
    text.replace('"kept": 4', '"kept": 1'),
    text.replace('"right": true', '"right": 7'),
    text.replace("2026-11-18", "2026-11-88"),
  ])
    expect(fromFile(bad), bad.slice(0, 60)).toBeNull();
});
