import { describe, expect, it } from "vitest";
import { cheapestPath, ownersOf, type Link } from "./paths";

const link = (id: string, cards: number): Link => {
  const [a = "", b = ""] = id.split("/")[0]!.split("-");
  return { id, a, b, cards };
};
// a square a-b-c-d with a diagonal a-c, a double b-c and a spur d-e
const links = [
  link("a-b", 2),
  link("b-c/1", 3),
  link("b-c/2", 3),
  link("c-d", 1),
  link("a-d", 6),
  link("a-c", 4),
  link("d-e", 2),
];
const none = new Set<string>();

describe("the best free path", () => {
  it("asks for the fewest cards", () => {
    expect(cheapestPath(links, "a", "e", none, none)).toEqual({
      routes: ["a-c", "c-d", "d-e"],
      missing: ["a-c", "c-d", "d-e"],
      cards: 7,
    });
  });
  it("goes over one's own routes for nothing", () => {
    expect(cheapestPath(links, "a", "e", new Set(["a-b", "d-e"]), none)).toEqual({
      routes: ["a-b", "b-c/1", "c-d", "d-e"],
      missing: ["b-c/1", "c-d"],
      cards: 4,
    });
  });
  it("keeps off what others have taken", () => {
    expect(cheapestPath(links, "a", "e", none, new Set(["a-c", "a-d", "b-c/1"]))?.routes).toEqual([
      "a-b",
      "b-c/2",
      "c-d",
      "d-e",
    ]);
  });
  it("is not there when every path is barred", () => {
    expect(cheapestPath(links, "a", "e", none, new Set(["d-e"]))).toBeNull();
  });
  it("takes the track that costs less", () => {
    const metro = [link("a-b", 4), link("a-b/2", 3)];
    expect(cheapestPath(metro, "a", "b", none, none)?.routes).toEqual(["a-b/2"]);
  });
});

it("knows who owns a route", () => {
  const owners = ownersOf([{ routes: ["a-b"] }, { routes: ["b-c/2"] }]);
  expect([...owners]).toEqual([
    ["a-b", 0],
    ["b-c/2", 1],
  ]);
});
