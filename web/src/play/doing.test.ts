import { describe, expect, it } from "vitest";
import type { Target } from "../board/targets";
import * as doing from "./doing";
import { LOOKING, PLACING, type Doing } from "./doing";

const route: Target = { kind: "route", id: "a-b" };
const city: Target = { kind: "city", id: "a" };
const every = () => true;
const none = () => false;

describe("a route that is tapped", () => {
  it("is paid for, until that is put away", () => {
    const paying = doing.choose(LOOKING, route);
    expect(paying).toEqual({ kind: "paying", target: route, placing: false });
    expect(doing.targetOf(paying)).toBe(route);
    expect(doing.close(paying)).toEqual(LOOKING);
  });
  it("takes the place of another", () => {
    expect(doing.targetOf(doing.choose(doing.choose(LOOKING, route), city))).toBe(city);
  });
  it("closes when somebody else has taken it", () => {
    const paying = doing.choose(LOOKING, route);
    expect(doing.settle(paying, true, every)).toEqual(paying);
    expect(doing.settle(paying, true, none)).toEqual(LOOKING);
  });
});

describe("a station", () => {
  it("is given a place, then paid for; putting that away leaves the places glowing", () => {
    const placing = doing.togglePlacing(LOOKING);
    expect(doing.isPlacing(placing)).toBe(true);
    const paying = doing.choose(placing, city);
    expect(doing.isPlacing(paying)).toBe(true);
    expect(doing.close(paying)).toEqual(PLACING);
  });
  it("is given up by the same button, whether a payment is open or not", () => {
    expect(doing.togglePlacing(PLACING)).toEqual(LOOKING);
    const paying = doing.choose(PLACING, city);
    expect(doing.togglePlacing(paying)).toEqual({ kind: "paying", target: city, placing: false });
  });
  it("is no longer placed when the turn is over", () => {
    expect(doing.settle(PLACING, false, every)).toEqual(LOOKING);
    expect(doing.settle(PLACING, true, every)).toEqual(PLACING);
    expect(doing.settle(doing.choose(PLACING, city), false, none)).toEqual(LOOKING);
  });
});

describe("a tap that is asked about", () => {
  const open: Doing[] = [LOOKING, PLACING, doing.choose(LOOKING, route), doing.choose(PLACING, city)];

  it.each(open)("leaves open what was: %j", (before) => {
    const confirming = doing.ask(before, "draw blind");
    expect(doing.asked(confirming)).toBe("draw blind");
    expect(doing.targetOf(confirming)).toEqual(doing.targetOf(before));
    expect(doing.isPlacing(confirming)).toBe(doing.isPlacing(before));
    expect(doing.answered(confirming)).toEqual(before);
  });
  it("is replaced by the next one, not piled up", () => {
    const twice = doing.ask(doing.ask(PLACING, "draw blind"), "draw red");
    expect(twice).toEqual({ kind: "confirming", action: "draw red", over: PLACING });
  });
  it("is still asked about when the board is tapped or Escape is pressed", () => {
    const confirming = doing.ask(PLACING, "draw blind");
    for (const next of [
      doing.choose(confirming, city),
      doing.togglePlacing(confirming),
      doing.leave(confirming),
    ])
      expect(doing.asked(next)).toBe("draw blind");
    expect(doing.isPlacing(doing.leave(confirming))).toBe(false);
  });
  it("is not asked about without a question", () => {
    for (const before of open) expect(doing.asked(before)).toBeNull();
  });
});

it("Escape puts everything away", () => {
  for (const before of [PLACING, doing.choose(LOOKING, route), doing.choose(PLACING, city)])
    expect(doing.leave(before)).toEqual(LOOKING);
});
