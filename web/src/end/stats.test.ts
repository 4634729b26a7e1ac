import { expect, it } from "vitest";
import type { Entry } from "$lib/protocol";
import { bonusRanks, statsOf } from "./stats";

const entry = (seat: number, event: object): Entry =>
  ({
    number: 0,
    at: 0,
    kind: "action",
    seat,
    by: "person",
    level: null,
    event: { seat, ...event },
  }) as unknown as Entry;

it("adds up points and cards seat by seat", () => {
  const stats = statsOf(
    [
      entry(0, { kind: "draw_blind", count: 1 }),
      entry(1, { kind: "claim", points: 4 }),
      entry(0, { kind: "claim", points: 7, shown: ["red"] }),
      entry(1, { kind: "claim", points: 2 }),
      entry(0, { kind: "decline", points: -7 }),
    ],
    2,
    true,
  );
  expect(stats.blind).toEqual([1, 0]);
  expect(stats.points[1]).toEqual([
    [0, 0],
    [2, 4],
    [4, 6],
  ]);
  expect(stats.points[0]!.at(-1)).toEqual([5, 0]);
  expect(stats.tunnels[0]).toEqual({ tried: 1, lost: 1 });
});

it("counts completed tickets where there are no points", () => {
  const stats = statsOf([entry(0, { kind: "claim", completed: ["a-b", "a-c"], bonus: 1 })], 2, false);
  expect(stats.points[0]!.at(-1)).toEqual([1, 3]);
});

it("ranks bonus cards; ties share a place and nobody ranks without a card", () => {
  expect(bonusRanks([3, 1, 3, 0])).toEqual([1, 3, 1, null]);
});
