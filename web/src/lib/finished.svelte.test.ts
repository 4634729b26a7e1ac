import { beforeEach, expect, test, vi } from "vitest";
import { entry, seat, table, view } from "../testing/told";
import type { Finished } from "./finished.svelte";
import type { Outcome, Review, Score } from "./protocol";

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
});

const score = (rank: number, total: number) =>
  ({ rank, total, completed: ["a-c"], missed: ["a-d", "b-d"] }) as unknown as Score;
const OUTCOME = { scores: [score(2, 41), score(1, 55)] } as Outcome;

const ended = (more: object = {}) => ({
  info: table({ status: "over", ended: 1000 }),
  held: [0],
  view: view({ outcome: OUTCOME }),
  entries: [entry(1, 0), entry(2, 1)],
  seatInfo: (n: number) => seat(n),
  ...more,
});
const GAME: Finished = {
  code: "abcde23456",
  ended: 1000,
  edition: "nameless",
  rules: 1,
  seats: 2,
  seat: 0,
  rank: 2,
  points: 41,
  completed: 1,
  kept: 3,
  bot: false,
  review: null,
};
const review = (done: number) =>
  ({
    done,
    of: 9,
    judge: "planner 3",
    summaries: [
      { luck: 0.1, skill: -0.05, decisions: 20, lost_per_decision: 0.01, mistakes: 2, blunders: 1 },
      { luck: 0.9 },
    ],
  }) as unknown as Review;
const COUNTED = { points: true };
const load = () => import("./finished.svelte");

test("a game is noted from the seat that is held here, when it is over", async () => {
  const { finishedAt } = await load();
  expect(finishedAt(ended(), COUNTED, 5)).toEqual(GAME);
  expect(finishedAt(ended(), { points: false }, 5)?.points).toBeNull();
  expect(finishedAt(ended({ info: table({ status: "over", ended: null }) }), COUNTED, 5)?.ended).toBe(5);
  for (const none of [
    { info: { ...table({ status: "over" }), branch: 0 } },
    { info: table({ status: "playing" }) },
    { held: [] },
    { held: [0, 1] },
    { view: view() },
    { view: null },
    { info: null },
  ])
    expect(finishedAt(ended(none), COUNTED, 5), JSON.stringify(none)).toBeNull();
});

test("a seat that a bot played in part is marked", async () => {
  const { finishedAt } = await load();
  const byBot = { ...entry(3, 0), by: "bot" as const };
  expect(finishedAt(ended({ entries: [byBot] }), COUNTED, 5)?.bot).toBe(true);
  expect(finishedAt(ended({ entries: [{ ...byBot, seat: 1 }] }), COUNTED, 5)?.bot).toBe(false);
  expect(finishedAt(ended({ seatInfo: () => seat(0, { standing_in: "hard" }) }), COUNTED, 5)?.bot).toBe(true);
});

test("a game is noted once, with its review when that is complete", async () => {
  const { finished } = await load();
  const { reviewed } = await import("./reviewed");
  finished.note(GAME);
  finished.note({ ...GAME, ended: 7000 });
  reviewed("abcde23456", review(8));
  expect(finished.list).toEqual([GAME]);
  reviewed("zzzzz23456", review(9));
  reviewed("abcde23456", review(9));
  const own = { luck: 0.1, skill: -0.05, decisions: 20, lost: 0.01, mistakes: 3, judge: "planner 3" };
  expect(finished.list).toEqual([{ ...GAME, review: own }]);
  finished.note(GAME);
  expect(finished.find(GAME.code)?.review).toEqual(own);
  vi.resetModules();
  expect((await load()).finished.list).toEqual([{ ...GAME, review: own }]);
});

test("what was deleted does not come back by looking at the game again", async () => {
  const { finished } = await load();
  finished.note(GAME);
  finished.clear();
  finished.note(GAME);
  expect(finished.list).toEqual([]);
  finished.note({ ...GAME, code: "later23456", ended: Date.now() + 9000 });
  expect(finished.list).toHaveLength(1);
  finished.add([GAME, GAME]); // from a file, it was asked for; one that names it twice
  expect(finished.list.map(({ code }) => code)).toEqual(["later23456", GAME.code]);
});

test.each(["", "no JSON", "7", "null", '{"games":7}', '{"games":[null,{"code":"x"}],"since":"x"}'])(
  "%j in the store is no reason to fail",
  async (text) => {
    kept["perron.finished"] = text;
    const { finished } = await load();
    expect(finished.list).toEqual([]);
    finished.note(GAME);
    expect(finished.list).toEqual([GAME]);
  },
);
