import { expect, test, vi } from "vitest";
import type { Replay } from "$lib/protocol";
import { Seen, type Eyes } from "./seen.svelte";

/** A game of three steps as somebody sees it: first seat 1 acts, then seat 0. */
const asSeen = (eyes: Eyes) =>
  ({ seats: 2, fault: String(eyes), steps: [{ seat: null }, { seat: 1 }, { seat: 0 }] }) as unknown as Replay;
const seenBy = (seen: Seen, step: number) => seen.at(step)?.fault;

test("whoever moves is whose eyes it is seen through, and never everybody's", async () => {
  const ask = vi.fn(async (eyes: Eyes) => asSeen(eyes));
  const seen = new Seen(ask);
  expect(seen.at(0)).toBeNull();
  await seen.look("open", 0);
  expect(seenBy(seen, 2)).toBe("open");
  await seen.look("mover", 1);
  expect([seenBy(seen, 0), seenBy(seen, 1), seenBy(seen, 2)]).toEqual(["1", "1", "0"]);
  await seen.look(1, 2);
  expect(seenBy(seen, 2)).toBe("1");
  expect(ask.mock.calls.flat()).toEqual(["open", 0, 1]);
});

test("until a seat's view has come, another seat's is shown", async () => {
  const seen = new Seen(async (eyes) => asSeen(eyes));
  await seen.look("mover", 2);
  expect(seenBy(seen, 1)).toBe("0");
  await seen.fetchSeats();
  expect(seenBy(seen, 1)).toBe("1");
});

test("what the server refuses changes nothing", async () => {
  const seen = new Seen(async (eyes) => {
    if (eyes === "open") throw new Error("too much to do");
    return asSeen(eyes);
  });
  await seen.look(0, 0);
  await expect(seen.look("open", 0)).rejects.toThrow("too much to do");
  expect([seen.viewer, seen.busy, seenBy(seen, 0)]).toEqual([0, false, "0"]);
});
