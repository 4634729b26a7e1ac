import { describe, expect, it } from "vitest";
import { closedTracks, freeWay, joined, longestPath, ownersOf, type Link } from "./ways";

const link = (id: string, length: number, twin: string | null = null, cards = length): Link => {
  const [a = "", b = ""] = id.split("/")[0]!.split("-");
  return { id, a, b, length, cards, twin };
};
// a square a-b-c-d with a diagonal a-c, a double b-c and a spur d-e
const links = [
  link("a-b", 2),
  link("b-c/1", 3, "b-c/2"),
  link("b-c/2", 3, "b-c/1"),
  link("c-d", 1),
  link("a-d", 6),
  link("a-c", 4),
  link("d-e", 2),
];
const none = new Set<string>();

describe("the best free way", () => {
  it("asks for the fewest cards", () => {
    expect(freeWay(links, "a", "e", none, none)).toEqual({
      routes: ["a-c", "c-d", "d-e"],
      missing: ["a-c", "c-d", "d-e"],
      cards: 7,
    });
  });
  it("goes over one's own routes for nothing", () => {
    expect(freeWay(links, "a", "e", new Set(["a-b", "d-e"]), none)).toEqual({
      routes: ["a-b", "b-c/1", "c-d", "d-e"],
      missing: ["b-c/1", "c-d"],
      cards: 4,
    });
  });
  it("keeps off what others have taken", () => {
    expect(freeWay(links, "a", "e", none, new Set(["a-c", "a-d", "b-c/1"]))?.routes).toEqual([
      "a-b",
      "b-c/2",
      "c-d",
      "d-e",
    ]);
  });
  it("is not there when every way is barred", () => {
    expect(freeWay(links, "a", "e", none, new Set(["d-e"]))).toBeNull();
  });
  it("counts what a metro costs, not the one piece it takes", () => {
    const metro = [link("a-b", 1, null, 4), link("a-b/2", 3)];
    expect(freeWay(metro, "a", "b", none, none)?.routes).toEqual(["a-b/2"]);
  });
});

describe("tickets", () => {
  it("are made when own routes join both places", () => {
    const tickets = [
      { id: "a-d", a: "a", b: "d" },
      { id: "a-e", a: "a", b: "e" },
    ];
    expect([...joined(links, new Set(["a-b", "b-c/2", "c-d"]), tickets)]).toEqual(["a-d"]);
  });
});

describe("the longest path", () => {
  it("may pass a place twice but no route twice", () => {
    const own = new Set(["a-b", "b-c/1", "c-d", "a-d", "a-c"]);
    const path = longestPath(links, own);
    expect(new Set(path).size).toBe(path.length);
    expect(path.reduce((sum, id) => sum + links.find((one) => one.id === id)!.length, 0)).toBe(16);
  });
  it("is empty without routes", () => {
    expect(longestPath(links, none)).toEqual([]);
  });
});

it("knows who owns a route, and which tracks that closes", () => {
  const owners = ownersOf([{ routes: ["a-b"] }, { routes: ["b-c/2"] }]);
  expect(owners.get("b-c/2")).toBe(1);
  expect([...closedTracks(links, owners, true)]).toEqual(["b-c/1"]);
  expect(closedTracks(links, owners, false).size).toBe(0);
});
