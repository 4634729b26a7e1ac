import { describe, expect, it } from "vitest";
import type { Geometry, Track } from "./geometry";
import { held, zoomed } from "./panzoom";
import { actionTarget, differing, nextTowards, toBox, under, type Target } from "./targets";

const track = (id: string, y: number): Track => ({
  ...{
    id,
    a: "a",
    b: "b",
    colour: "red",
    piece: "train",
    length: 1,
    cards: 1,
    tunnel: false,
    ferry: 0,
    carts: false,
    double: false,
    points: 1,
  },
  ...{ line: false, twin: null, path: [], hit: [], middle: [50, y] },
  spaces: [{ x: 50, y, angle: 0, width: 60, height: 16, locomotive: false, cart: false }],
});
const geometry = {
  ...{ width: 100, height: 100, unit: 1, radius: 9, rim: 2, line: 8, margin: 5, places: [] },
  tracks: [track("upper", 40), track("lower", 60)],
} as unknown as Geometry;
const all = () => true;
const ids = (found: Target[]) => found.map((one) => one.id);

describe("an action", () => {
  it("has its place on the board, if it is about one", () => {
    expect(actionTarget("claim essen-berlin/1 blue*1 wild*1")).toEqual({
      kind: "route",
      id: "essen-berlin/1",
    });
    expect(actionTarget("station paris red*2")).toEqual({ kind: "city", id: "paris" });
    for (const nowhere of ["draw blind", "draw tickets", "decline", "", null, undefined])
      expect(actionTarget(nowhere)).toBeNull();
  });
});

describe("a tap", () => {
  it("of a mouse means what its tip points at", () => {
    expect(ids(under(geometry, [50, 45], 10, true, all))).toEqual(["upper"]);
  });
  it("of a finger between two tracks could mean either", () => {
    expect(ids(under(geometry, [50, 51], 14, false, all))).toEqual(["lower", "upper"]);
  });
  it("means nothing where nothing may be meant", () => {
    expect(under(geometry, [50, 45], 10, false, () => false)).toEqual([]);
    expect(under(geometry, [50, 95], 10, false, all)).toEqual([]);
  });
  it("is measured to the turned outline of a space", () => {
    const box = { x: 0, y: 0, width: 60, height: 16, angle: 90 };
    expect(toBox(box, [0, 29])).toBe(0);
    expect(toBox(box, [18, 0])).toBeCloseTo(10);
  });
});

it("arrow keys go to the nearest spot in their direction", () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 10, y: 4 },
    { x: 30, y: 0 },
    { x: 0, y: 12 },
  ];
  expect(nextTowards(spots[0]!, "right", spots)).toBe(spots[1]);
  expect(nextTowards(spots[0]!, "down", spots)).toBe(spots[3]);
  expect(nextTowards(spots[0]!, "left", spots)).toBeNull();
});

describe("zooming", () => {
  it("keeps the spot under the pointer where it is", () => {
    const at = zoomed({ scale: 1, x: 10, y: 20 }, 2, [110, 120]);
    expect(at).toEqual({ scale: 2, x: -90, y: -80 });
  });
  it("leaves no gap beside a board that is larger than its frame, and centres a smaller one", () => {
    expect(held({ scale: 1, x: 50, y: 50 }, [100, 100], [200, 50])).toEqual({ scale: 1, x: 0, y: 25 });
    expect(held({ scale: 1, x: -500, y: 0 }, [100, 100], [200, 50]).x).toBe(-100);
  });
});

describe("of several tracks that a tap could mean", () => {
  const [red, same] = [track("a-b/1", 40), track("a-b/2", 60)];
  const blue = { ...track("a-b/3", 80), colour: "blue" };
  const elsewhere = { ...track("a-c", 80), b: "c" };
  const tracks = new Map([red, same, blue, elsewhere].map((one) => [one.id, one]));
  const routes = (...ids: string[]): Target[] => ids.map((id) => ({ kind: "route", id }));
  const kept = (...ids: string[]) => differing(routes(...ids), (id) => tracks.get(id)).map((one) => one.id);
  it("one of two equal ones is meant, the nearest", () => {
    expect(kept("a-b/2", "a-b/1")).toEqual(["a-b/2"]);
  });
  it("those of another colour or to another place are asked about", () => {
    expect(kept("a-b/1", "a-b/3", "a-b/2", "a-c")).toEqual(["a-b/1", "a-b/3", "a-c"]);
  });
  it("places stay", () => {
    const place: Target = { kind: "city", id: "a" };
    expect(differing([place, ...routes("a-b/1")], (id) => tracks.get(id))).toHaveLength(2);
  });
});
