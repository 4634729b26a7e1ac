import { expect, test } from "vitest";
import { bandsOf, middlesOf, shares, stepAt, xOf, type Frame } from "./graph";

const FRAME: Frame = { left: 20, top: 10, width: 300, height: 100 };

/** The corners of a band, as numbers. */
const corners = (path: string) => [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [+x!, +y!]);

test("estimates become parts of one", () => {
  expect(shares([0.6, 0.2])).toEqual([0.75, 0.25].map((one) => expect.closeTo(one)));
  expect(shares([-0.01, 1])).toEqual([0, 1]);
  expect(shares([0, 0])).toEqual([0.5, 0.5]);
});

test("the bands lie on each other and fill the frame", () => {
  const chances = [
    [0.25, 0.25, 0.5],
    [0.6, 0.1, 0.3],
    [1, 0, 0],
  ];
  const bands = bandsOf(chances, FRAME).map((band) => corners(band.path));
  expect(bands).toHaveLength(3);
  const over = (seat: number, step: number) => bands[seat]![step]!;
  const under = (seat: number, step: number) => bands[seat]![5 - step]!;
  for (const step of [0, 1, 2]) {
    expect(over(0, step)[1]).toBe(10);
    expect(under(2, step)[1]).toBe(110);
    for (const seat of [0, 1]) expect(under(seat, step)).toEqual(over(seat + 1, step));
    for (const seat of [0, 1, 2])
      expect(under(seat, step)[1]! - over(seat, step)[1]!).toBeCloseTo(100 * chances[step]![seat]!);
    expect(over(0, step)[0]).toBe([20, 170, 320][step]);
  }
});

test("every step is found again where it lies, and beyond the ends the ends are", () => {
  for (const last of [1, 7, 212])
    for (let step = 0; step <= last; step++) expect(stepAt(xOf(step, last, FRAME), last, FRAME)).toBe(step);
  expect([stepAt(-50, 9, FRAME), stepAt(5000, 9, FRAME), stepAt(100, 0, FRAME)]).toEqual([0, 9, 0]);
});

test("what marks the bands keeps apart and stays within the frame", () => {
  for (const chances of [
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [1, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
    [0.02, 0.9, 0.03, 0.05, 0],
  ]) {
    const found = middlesOf(chances, 16, FRAME);
    for (let i = 1; i < found.length; i++) expect(found[i]! - found[i - 1]!).toBeGreaterThanOrEqual(15.99);
    expect(found[0]).toBeGreaterThanOrEqual(18);
    expect(found.at(-1)).toBeLessThanOrEqual(102);
  }
  expect(middlesOf([0.5, 0.5], 16, FRAME)).toEqual([35, 85]);
});
