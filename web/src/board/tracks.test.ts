import { describe, expect, it } from "vitest";
import { look } from "../cards/symbols";
import type { Geometry, Track } from "./geometry";
import { bandOf, tracksOf } from "./tracks";

const space = (x: number, more = {}) => ({
  x,
  y: 0,
  angle: 0,
  width: 60,
  height: 17,
  locomotive: false,
  cart: false,
  ...more,
});
const track = (id: string, more: Partial<Track> = {}): Track => ({
  ...{ id, a: "a", b: "b", colour: "red", piece: "train", length: 1, cards: 1, points: 1, double: false },
  ...{ tunnel: false, ferry: 0, carts: false, twin: null, line: false, hit: [], middle: [0, 0] },
  path: [
    [0, 0],
    [100, 0],
  ],
  spaces: [space(50)],
  ...more,
});
const board = (...tracks: Track[]) => ({ unit: 2, rim: 4, line: 16, tracks }) as unknown as Geometry;
const count = (text: string, part: string) => text.split(part).length - 1;

describe("a track", () => {
  it("lies on rails, a ferry on water, a metro on its line", () => {
    const rails = 'stroke="#5d4a33"';
    const water = 'stroke="#8fb6be"';
    expect(count(tracksOf(board(track("a-b"))), rails)).toBe(2);
    const ferry = tracksOf(board(track("a-b", { ferry: 1, colour: "gray" })));
    expect([count(ferry, rails), count(ferry, water)]).toEqual([0, 1]);
    const metro = tracksOf(board(track("a-b", { line: true, cards: 4 })));
    expect([
      count(metro, rails),
      count(metro, 'stroke-width="20.4"'),
      count(metro, 'stroke-width="16"'),
    ]).toEqual([0, 1, 1]);
    expect(metro).toContain(">4</text>");
  });

  it("of which there are many draws its rails in one path for all", () => {
    const all = board(track("a-b"), track("b-c"), track("c-d"));
    expect(count(tracksOf(all), 'stroke="#5d4a33"')).toBe(2);
    expect(count(tracksOf(all), "data-track")).toBe(3);
  });

  it("through a tunnel has a rim, and is wider for it", () => {
    const plain = track("a-b");
    const tunnel = track("c-d", { tunnel: true });
    expect(count(tracksOf(board(plain)), "#4b3826")).toBe(0);
    expect(count(tracksOf(board(tunnel)), "#4b3826")).toBe(1);
    expect([bandOf(board(), plain), bandOf(board(), tunnel)]).toEqual([50, 60]);
  });

  it("bears locomotives and carts where its spaces say so", () => {
    const ferry = track("a-b", {
      ferry: 1,
      colour: "gray",
      spaces: [space(30, { locomotive: true }), space(90)],
    });
    const text = tracksOf(board(ferry));
    expect([count(text, "#s-locomotive"), count(text, look("gray").path)]).toEqual([1, 1]);
    const carts = tracksOf(
      board(track("a-b", { carts: true, spaces: [space(30, { cart: true }), space(90)] })),
    );
    expect(count(carts, "#s-cart")).toBe(1);
  });
});
