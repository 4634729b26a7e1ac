import { expect, test } from "vitest";
import type { Geometry } from "../board/geometry";
import { freeCorner } from "./corner";

const places = { low: [50, 950], high: [50, 60], middle: [1000, 500] } as Record<string, [number, number]>;
const geometry = {
  width: 2000,
  height: 1000,
  tracks: [],
  places: Object.entries(places).map(([id, [x, y]]) => ({ id, x, y })),
} as unknown as Geometry;
const city = (id: string) => ({ kind: "city", id }) as const;

test("what is written over the board goes where it covers no move", () => {
  expect(freeCorner(geometry, [])).toBe("bottom-left");
  expect(freeCorner(geometry, [null, city("middle")])).toBe("bottom-left");
  expect(freeCorner(geometry, [city("low"), null])).toBe("top-left");
  expect(freeCorner(geometry, [city("low"), city("high")])).toBe("bottom-right");
});
