import { describe, expect, it } from "vitest";
import type { Geometry } from "./geometry";
import { turnedBoard } from "./turned";

const label = { x: 5, y: 6 };
const board = {
  ...{ width: 160, height: 100, unit: 1, radius: 9 },
  places: [{ id: "north-west", x: 10, y: 20, label: { x: 1, y: 2 }, turned: label }],
  tracks: [
    {
      id: "a-b",
      spaces: [{ x: 30, y: 40, width: 60, height: 17, angle: 30, locomotive: true, cart: false }],
      path: [
        [10, 20],
        [50, 60],
      ],
      hit: [[0, 0]],
      middle: [160, 100],
    },
  ],
} as unknown as Geometry;

describe("a turned board", () => {
  const turned = turnedBoard(board);
  it("is as wide as the board was high", () => {
    expect([turned.width, turned.height]).toEqual([100, 160]);
  });
  it("has its top at the left and its left at the bottom", () => {
    const [place] = turned.places;
    expect([place?.x, place?.y]).toEqual([20, 150]);
    expect(turned.tracks[0]?.path).toEqual([
      [20, 150],
      [60, 110],
    ]);
    expect(turned.tracks[0]?.middle).toEqual([100, 0]);
  });
  it("turns its spaces, never upside down", () => {
    expect(turned.tracks[0]?.spaces).toEqual([
      { x: 40, y: 130, width: 60, height: 17, angle: -60, locomotive: true, cart: false },
    ]);
    const flat = turnedBoard({
      ...board,
      tracks: board.tracks.map((one) => ({
        ...one,
        spaces: one.spaces.map((space) => ({ ...space, angle: -30 })),
      })),
    });
    expect(flat.tracks[0]?.spaces[0]?.angle).toBe(60);
  });
  it("has the names where they stand on a turned board", () => {
    expect(turned.places[0]?.label).toEqual(label);
  });
});
