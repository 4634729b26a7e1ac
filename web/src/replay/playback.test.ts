import { expect, test } from "vitest";
import { Playback } from "./playback.svelte";

const of = (start = 0) => new Playback(start, () => 5);

test("it begins where it was asked to, within the game", () => {
  expect([of(3).at, of(99).at, of(-1).at]).toEqual([3, 5, 0]);
  expect(of(2.4).at).toBe(2); // as in an address that somebody has written
});

test("going somewhere by hand stops it", () => {
  const playback = of();
  playback.toggle();
  playback.go(2);
  expect([playback.at, playback.playing]).toEqual([2, false]);
  playback.go(-4);
  expect(playback.at).toBe(0);
});

test("by itself it goes on to the end, stops there, and begins again from the start", () => {
  const playback = of(4);
  playback.toggle();
  playback.step();
  expect([playback.at, playback.playing]).toEqual([5, true]);
  playback.step();
  expect([playback.at, playback.playing]).toEqual([5, false]);
  playback.toggle();
  expect([playback.at, playback.playing]).toEqual([0, true]);
});

test("keys go back and forth, and the space bar is left to what it presses", () => {
  const playback = of(2);
  const at = (key: string, taken = false) => [playback.pressed(key, taken), playback.at];
  expect(at("ArrowRight")).toEqual([true, 3]);
  expect(at("ArrowLeft")).toEqual([true, 2]);
  expect(at("End")).toEqual([true, 5]);
  expect(at("Home")).toEqual([true, 0]);
  expect(at("x")).toEqual([false, 0]);
  expect(playback.pressed(" ", true)).toBe(false);
  expect(playback.playing).toBe(false);
  expect(playback.pressed(" ", false)).toBe(true);
  expect(playback.playing).toBe(true);
});
