import { expect, test } from "vitest";
import type { CoverInfo } from "$lib/protocol";
import { addDays, dayOf, isDay, streakOf } from "./days";
import { addressOf, wantedIn } from "./wanted";

const cover = (id: string, puzzles: CoverInfo["puzzles"]) => ({ id, puzzles }) as CoverInfo;
const COVERS = [cover("berlin", ["easy", "hard"]), cover("europe", ["medium"])];
const TODAY = "2026-11-18";

test("days go on over months and years, and are what they say", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  expect(["2026-11-18", "2026-02-30", "18-11-2026", "", null].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a streak goes on until a day is missed, and today still lies ahead", () => {
  const days = ["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"];
  expect(streakOf(days, TODAY)).toBe(4);
  expect(streakOf([...days, TODAY], TODAY)).toBe(5);
  expect(streakOf(days.slice(0, 3), TODAY)).toBe(0);
});

test.each([
  ["?edition=europe&difficulty=medium&day=2026-11-02", {}, "europe", "medium", "2026-11-02"],
  ["", { edition: "berlin", difficulty: "hard" }, "berlin", "hard", TODAY],
  ["?edition=europe", { edition: "berlin", difficulty: "hard" }, "europe", "medium", TODAY],
  ["?edition=nowhere&difficulty=absurd&day=2027-01-01", {}, "berlin", "easy", TODAY],
  ["?day=<script>", { edition: "gone" }, "berlin", "easy", TODAY],
] as const)("%j after %j is a puzzle of %s", (search, last, edition, difficulty, day) => {
  expect(wantedIn(search, COVERS, last, TODAY)).toEqual({ edition, difficulty, day });
});

test("where there are no puzzles none is wanted, and the address of today's has no day", () => {
  expect(wantedIn("?edition=europe", [], {}, TODAY)).toBeNull();
  const wanted = wantedIn("", COVERS, {}, TODAY)!;
  expect(addressOf(wanted, TODAY)).toBe("/puzzle?edition=berlin&difficulty=easy");
  const before = { ...wanted, day: addDays(TODAY, -3) };
  expect(wantedIn(addressOf(before, TODAY).slice(7), COVERS, {}, TODAY)).toEqual(before);
});
