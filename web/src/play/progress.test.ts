import { describe, expect, it } from "vitest";
import { lacking, progressOf, type Priced } from "./progress";

const route = (colour: string, cards: number, more: Partial<Priced> = {}): Priced => ({
  ...{ colour, cards, length: cards, piece: "train", ferry: 0 },
  ...more,
});

describe("the cards that a path lacks", () => {
  it("are all of them with an empty hand", () => {
    expect(lacking([route("red", 3), route("gray", 2)], {})).toBe(5);
  });
  it("are fewer for cards of its colours, and for no others", () => {
    expect(lacking([route("red", 3), route("blue", 2)], { red: 2, green: 4 })).toBe(3);
  });
  it("are fewer for every wild", () => {
    expect(lacking([route("red", 3)], { red: 1, wild: 2 })).toBe(0);
    expect(lacking([route("red", 3)], { red: 1, wild: 1 })).toBe(1);
  });
  it("take one colour for each gray route, the most there is", () => {
    expect(lacking([route("gray", 3)], { red: 1, blue: 2 })).toBe(1);
    expect(lacking([route("gray", 2), route("gray", 3)], { red: 2, blue: 3 })).toBe(0);
  });
  it("never spend a card twice", () => {
    expect(lacking([route("red", 2), route("gray", 2)], { red: 3 })).toBe(1);
  });
  it("of a ferry are wilds first", () => {
    expect(lacking([route("gray", 4, { ferry: 2 })], { red: 6 })).toBe(2);
    expect(lacking([route("gray", 4, { ferry: 2 })], { red: 2, wild: 2 })).toBe(0);
    expect(lacking([route("gray", 4, { ferry: 1 })], { wild: 4 })).toBe(0);
  });
});

describe("the progress of a ticket", () => {
  const routes: Record<string, Priced> = {
    a: route("red", 2, { piece: "tram" }),
    b: route("gray", 3, { piece: "metro", length: 1 }),
    c: route("blue", 1, { piece: "tram" }),
  };
  it("counts pieces by kind, of what is not claimed yet", () => {
    const path = { routes: ["a", "b", "c"], missing: ["b", "c"], cards: 4 };
    expect(progressOf(path, (id) => routes[id]!, { red: 3 })).toEqual({
      path,
      pieces: { metro: 1, tram: 1 },
      lacking: 1,
    });
  });
});
