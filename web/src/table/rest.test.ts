import { describe, expect, it } from "vitest";
import { stops } from "./rest";

describe("the places between the ends of a path", () => {
  it("are passed in order, whichever way a route is written", () => {
    const routes = [
      { a: "sofia", b: "athina" },
      { a: "sofia", b: "constantinople" },
      { a: "angora", b: "constantinople" },
    ];
    expect(stops(routes, "athina")).toEqual(["sofia", "constantinople"]);
    expect(stops(routes.slice(0, 1), "athina")).toEqual([]);
  });
});
