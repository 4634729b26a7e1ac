import { expect, test } from "vitest";
import type { Geometry } from "./geometry";
import { stopsOf } from "./stops";

const board = {
  unit: 2,
  radius: 10,
  tracks: [
    {
      id: "a-b",
      middle: [5, 6],
      hit: [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
    },
    { id: "b-c", middle: [7, 8], hit: [] },
  ],
  places: [
    { id: "a", x: 100, y: 50 },
    { id: "b", x: 0, y: 0 },
  ],
} as unknown as Geometry;

test("the keyboard reaches what is legal, and nothing else", () => {
  const stops = stopsOf(board, new Set(["a-b"]), new Set(["a"]));
  expect(stops.map(({ target, x, y }) => [target.kind, target.id, x, y])).toEqual([
    ["route", "a-b", 5, 6],
    ["city", "a", 100, 50],
  ]);
  expect(stopsOf(board, new Set(), new Set())).toEqual([]);
});

test("a stop is outlined by the track's own outline, or a ring around the place", () => {
  const [route, city] = stopsOf(board, new Set(["a-b"]), new Set(["a"]));
  expect(route?.shape).toBe("M0 0L10 0L10 10Z");
  expect(city?.shape).toBe("M76 50a24 24 0 1 1 48 0a24 24 0 1 1 -48 0Z");
});
