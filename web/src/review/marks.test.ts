import { expect, test } from "vitest";
import type { Judgement, Moment, ReplayStep, Review } from "$lib/protocol";
import { after, before, changes, marksOf, mistakesOf, sparedBy, takenBack } from "./marks";

const judged = (size: Judgement["size"], more: Partial<Judgement> = {}): Judgement => ({
  action: "draw blind",
  by: "seat",
  size,
  within_noise: false,
  lost: 0.1,
  low: 0.05,
  high: 0.15,
  better: null,
  ...more,
});
const moment = (seat: number | null, judgement: Judgement | null, more: Partial<Moment> = {}): Moment => ({
  chances: [0.5, 0.5],
  luck: [0, 0],
  seat,
  effect: [0, 0],
  skill: [0, 0],
  luck_error: 0,
  effect_error: 0,
  skill_error: 0,
  judgement,
  ...more,
});
const review = {
  start: [0.5, 0.5],
  moments: [
    moment(null, null, { luck: [-0.1, 0.1], chances: [0.4, 0.6] }),
    moment(0, judged("blunder")),
    moment(1, judged("fine")),
    moment(1, judged("mistake", { by: "bot" })),
    moment(0, judged("inaccurate", { within_noise: true })),
    moment(1, judged("inaccurate")),
    moment(0, judged("mistake"), { luck: [0.02, -0.02] }),
  ],
  strikes: [0, 6],
} as unknown as Review;

test("mistakes are those of people: not a stand-in's, nor what may be chance", () => {
  expect(mistakesOf(review)).toEqual([1, 5, 6]);
  expect(mistakesOf(review, 0)).toEqual([1, 6]);
  expect(mistakesOf(review, 1)).toEqual([5]);
});

test("from every step there is a way to the next and the one before", () => {
  const steps = mistakesOf(review);
  expect([0, 1, 4, 5, 6].map((at) => after(steps, at))).toEqual([1, 5, 5, 6, null]);
  expect([0, 1, 4, 6, 9].map((at) => before(steps, at))).toEqual([null, null, 1, 5, 6]);
});

test("a mark says what stands out, and whom luck moved most", () => {
  const marks = marksOf(review);
  expect([...marks.keys()]).toEqual([0, 1, 5, 6]);
  expect(marks.get(0)).toEqual({ step: 0, mistake: null, strike: { seat: 0, luck: -0.1 } });
  expect(marks.get(6)).toEqual({ step: 6, mistake: "mistake", strike: { seat: 0, luck: 0.02 } });
});

test("a mistake that did little harm in the real game is told as that", () => {
  const better = { action: "draw red" } as Judgement["better"];
  const lost = (effect: number, error = 0.01) =>
    sparedBy(moment(1, judged("blunder", { better }), { effect: [0, effect], effect_error: error }));
  expect([lost(0.02), lost(-0.04)]).toEqual([0.02, -0.04]);
  expect([lost(-0.06), lost(-0.2)]).toEqual([null, null]);
  expect(lost(0, 0)).toBeNull(); // the judge would have made it too
  expect(sparedBy(moment(1, judged("fine"), { effect_error: 0.01 }))).toBeNull();
});

test("the deal changes the chances from the start", () => {
  expect(changes(review, 0).map((one) => one.toFixed(1))).toEqual(["-0.1", "0.1"]);
  expect(changes(review, 1).map((one) => one.toFixed(1))).toEqual(["0.1", "-0.1"]);
  expect(changes(review, 99)).toEqual([]);
});

test("an action is taken back by the undo that follows it", () => {
  const steps = ["", "draw_blind", "draw_blind", "undo", "claim", "undo", "undo", "pass"].map((kind) => ({
    event: kind ? { kind } : null,
  })) as ReplayStep[];
  expect([...takenBack(steps)].sort()).toEqual([1, 2, 4]);
});
