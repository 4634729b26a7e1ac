import { expect, test } from "vitest";
import type { Edition } from "$lib/edition";
import type { Outcome, View } from "$lib/protocol";
import { sheetLines, totalAfter } from "./sheet";

const score = {
  ...{ total: 31, rank: 1, routes: 20, tickets_won: 12, tickets_lost: 5, made: ["a-b"], missed: [] },
  ...{ stations: 4, borrowed: [], longest: 9, longest_path: 0, trade_bonus: 0 },
};
const outcome = { reason: "last_round", winners: [0], scores: [score] } as unknown as Outcome;
const edition = (race: boolean, info: object) => ({ race, info }) as unknown as Edition;
const rich = edition(false, { stations: [1, 2, 3], longest_path: 10, trade_bonus: null });
const view = (bonus: number) => ({ players: [{ bonus }] }) as unknown as View;

test("an edition has the lines that its rules have", () => {
  const ids = (one: Edition, bonus = 0) => sheetLines(one, view(bonus), outcome).map((line) => line.id);
  expect(ids(rich)).toEqual(["routes", "tickets", "stations", "longest"]);
  const trade = edition(false, { stations: [], longest_path: 0, trade_bonus: { "2": [8, 4] } });
  expect(ids(trade)).toEqual(["routes", "tickets", "trade"]);
  expect(ids(edition(true, {}))).toEqual(["tickets"]);
  expect(ids(edition(true, {}), 1)).toEqual(["tickets", "east_west"]);
});

test("the total grows line by line and ends at what the rules say", () => {
  const lines = sheetLines(rich, view(0), outcome);
  expect([0, 1, 2, 3, 4, Infinity].map((counted) => totalAfter(lines, outcome, 0, counted))).toEqual([
    0, 20, 27, 31, 31, 31,
  ]);
});
