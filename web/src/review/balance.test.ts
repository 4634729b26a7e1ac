import { expect, test } from "vitest";
import type { SeatSummary } from "$lib/protocol";
import { barsOf, overWhole, placeOn, scaleOf } from "./balance";

const summary = (parts: Partial<SeatSummary>): SeatSummary => ({
  start: 0.25,
  result: 0,
  luck: 0,
  skill: 0,
  others: 0,
  hidden: 0,
  leftover: 0,
  luck_error: 0,
  skill_error: 0,
  decisions: 10,
  lost_per_decision: 0,
  inaccurate: 0,
  mistakes: 0,
  blunders: 0,
  ...parts,
});

test("each bar begins where the last one ends, and the last one ends at the result", () => {
  const won = summary({ result: 1, luck: 0.4, skill: -0.3, others: 0.5, hidden: 0.1, leftover: 0.05 });
  const scale = scaleOf([won]);
  const bars = barsOf(won, scale, true);
  expect(bars.map((bar) => bar.name)).toEqual([
    ...["start", "luck", "skill", "others", "hidden", "leftover", "result"],
  ]);
  bars.slice(1, -1).forEach((bar, i) => expect(bar.from).toBeCloseTo(bars[i]!.to));
  expect(bars[5]!.to).toBeCloseTo(bars[6]!.to);
  expect(bars[2]!.to).toBeLessThan(bars[2]!.from);
});

test("the scale has room for what goes beyond nothing and everything", () => {
  expect(scaleOf([summary({ luck: -0.25 })])).toEqual([0, 1]);
  const [least, most] = scaleOf([summary({ luck: 1, others: -1.5 }), summary({})]);
  expect([least, most].map((one) => one.toFixed(2))).toEqual(["-0.25", "1.25"]);
  for (const { from, to } of barsOf(summary({ luck: 1, others: -1.5 }), [least, most], true))
    for (const end of [from, to]) expect(end >= 0 && end <= 1).toBe(true);
});

test("until all is judged the bars lead to where it has come so far", () => {
  const half = summary({ result: 1, luck: 0.2, skill: -0.1, hidden: 0.05 });
  const last = barsOf(half, scaleOf([half]), false).at(-1)!;
  expect(last.name).toBe("so_far");
  expect(last.value).toBeCloseTo(0.4);
  expect(last.to).toBeCloseTo(0.4);
});

test("a part of more than a whole game is noticed, and where nothing and everything lie", () => {
  expect(overWhole(summary({ luck: 0.9, others: -1 }))).toBe(false);
  expect(overWhole(summary({ skill: -1.2 }))).toBe(true);
  expect(placeOn([-0.5, 1.5], 0)).toBeCloseTo(0.25);
  expect(placeOn([-0.5, 1.5], 1)).toBeCloseTo(0.75);
});
