import { describe, expect, it } from "vitest";
import { longestWord } from "./names";

describe("the longest word in names", () => {
  it("is what cannot be broken", () => {
    expect(longestWord(["Ann", "Anna-Wilhelmina van Dijk"])).toBe(10);
    expect(longestWord(["Zoë 🚂🚃"])).toBe(3);
    expect(longestWord([])).toBe(0);
  });
});
