import { beforeAll, expect, test } from "vitest";
import type { Edition } from "$lib/edition";
import { need } from "$lib/messages";
import type { Outcome } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { sheetRows, totalAfter } from "./sheet";

const lines = (...ids: string[]) => ids.map((id) => ({ id, name: null, points: 1, by_rank: {} }));
const edition = (score: object[]) =>
  ({ info: { score, ticket_kind: "ticket", ticket_name: { en: "ticket" } } }) as unknown as Edition;
const outcome = (adds: Record<string, number>, total: number) =>
  ({ reason: "last_round", winners: [0], scores: [{ total, rank: 1, lines: adds }] }) as unknown as Outcome;

const points = edition(lines("routes", "tickets_won", "tickets_lost", "stations", "longest_path"));
const counted = outcome({ routes: 20, tickets_won: 12, tickets_lost: -5, stations: 4, longest_path: 0 }, 31);

beforeAll(() => {
  settings.language = "en";
  return need("words", "table");
});

test("the rows are the lines that the edition declares; tickets completed and missed stand in one", () => {
  const rows = sheetRows(points, counted);
  expect(rows.map((row) => row.id)).toEqual(["routes", "tickets_won", "stations", "longest_path"]);
  expect(rows.map((row) => row.name)).toEqual(["Routes", "Tickets", "Stations not built", "Longest path"]);
  expect(rows.map((row) => row.adds[0])).toEqual([20, 7, 4, 0]);
  const plain = sheetRows(edition(lines("tickets", "east_west")), outcome({ tickets: 5, east_west: 1 }, 6));
  expect(plain.map((row) => [row.name, row.adds[0]])).toEqual([
    ["Tickets completed", 5],
    ["East-West bonus", 1],
  ]);
});

test("an edition's own name for a line is the one that is shown", () => {
  const named = edition([{ id: "routes", name: { en: "Tracks" }, points: 1, by_rank: {} }]);
  expect(sheetRows(named, outcome({ routes: 3 }, 3))[0]?.name).toBe("Tracks");
});

test("the total grows row by row and ends at what the rules say", () => {
  const rows = sheetRows(points, counted);
  expect([0, 1, 2, 3, 4, Infinity].map((n) => totalAfter(rows, counted, 0, n))).toEqual([
    0, 20, 27, 31, 31, 31,
  ]);
});
