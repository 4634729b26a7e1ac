/** Where the graph of win chances has what: one band a seat, on top of each other, together the whole. */

import { keptApart } from "../plots/apart";

/** The room that the bands have, in pixels. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Band {
  seat: number;
  /** SVG path around it. */
  path: string;
}

/** Chances as parts of one: they are estimates, and may miss it by a little. */
export function shares(chances: readonly number[]): number[] {
  const positive = chances.map((one) => Math.max(0, one));
  const sum = positive.reduce((a, b) => a + b, 0);
  return positive.map((one) => (sum > 0 ? one / sum : 1 / chances.length));
}

/** Where a step lies from the left. */
export function xOf(step: number, last: number, { left, width }: Frame): number {
  return left + (last > 0 ? step / last : 0) * width;
}

/** The step nearest to a place from the left. */
export function stepAt(x: number, last: number, { left, width }: Frame): number {
  const step = Math.round(((x - left) / Math.max(1, width)) * last);
  return Math.max(0, Math.min(last, step));
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** For every seat the part of the frame that is its chance, the first seat on top. */
export function bandsOf(chances: readonly (readonly number[])[], frame: Frame): Band[] {
  const last = chances.length - 1;
  const x = (step: number) => rounded(xOf(step, last, frame));
  const lines = chances.map((one) => {
    let sum = 0;
    return [0, ...shares(one).map((part) => (sum += part))];
  });
  const y = (step: number, line: number) => rounded(frame.top + lines[step]![line]! * frame.height);
  const steps = chances.map((_, step) => step);
  return (chances[0] ?? []).map((_, seat) => {
    const over = steps.map((step) => `${x(step)} ${y(step, seat)}`);
    const under = steps.map((step) => `${x(step)} ${y(step, seat + 1)}`).reverse();
    return { seat, path: `M${[...over, ...under].join("L")}Z` };
  });
}

/** Middles of the bands at a step, moved apart where they would lie closer than `apart`, within the frame. */
export function middlesOf(chances: readonly number[], apart: number, { top, height }: Frame): number[] {
  let sum = 0;
  const wanted = shares(chances).map((part) => top + (sum += part) * height - (part * height) / 2);
  return keptApart(wanted, apart, top, top + height);
}
