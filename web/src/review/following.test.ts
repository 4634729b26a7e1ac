import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AWAY, Refused } from "$lib/api";
import type { Review } from "$lib/protocol";
import { onReviewed } from "$lib/reviewed";
import { Following } from "./following.svelte";

let hidden = false;
let seen: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.stubGlobal("document", {
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, listener: () => void) => (seen = listener),
    removeEventListener: () => (seen = () => undefined),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upTo = (done: number) => ({ done, of: 4 }) as Review;
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000);

test("it is asked for once a second until it is complete, and that is told once", async () => {
  const told: string[] = [];
  const stopListening = onReviewed((code, review) => told.push(`${code} ${review.done}`));
  let done = 0;
  const following = new Following("abc", async () => upTo((done = Math.min(4, done + 1))));
  const stop = following.start();
  await seconds(0);
  expect(following.review?.done).toBe(1);
  await seconds(2);
  expect([following.review?.done, told]).toEqual([3, []]);
  const ask = vi.spyOn(following, "ask");
  await seconds(10);
  expect([following.review?.done, told, ask.mock.calls.length]).toEqual([4, ["abc 4"], 1]);
  stop();
  stopListening();
});

test("nobody who looks elsewhere asks, nor who has left", async () => {
  const ask = vi.fn(async () => upTo(1));
  const following = new Following("abc", ask);
  const stop = following.start();
  await seconds(2);
  expect(ask).toHaveBeenCalledTimes(3);
  hidden = true;
  seen();
  await seconds(20);
  expect(ask).toHaveBeenCalledTimes(3);
  hidden = false;
  seen();
  await seconds(1);
  expect(ask).toHaveBeenCalledTimes(5);
  stop();
  await seconds(20);
  expect(ask).toHaveBeenCalledTimes(5);
});

test("what may pass is tried again, and what was known stays", async () => {
  let fault: Refused | null = null;
  const ask = vi.fn(async () => {
    if (fault) throw fault;
    return upTo(2);
  });
  const following = new Following("abc", ask);
  const stop = following.start();
  await seconds(0);
  fault = new Refused(AWAY, "");
  await seconds(1);
  expect([following.fault?.code, following.review?.done]).toEqual([AWAY, 2]);
  fault = null;
  await seconds(5);
  expect(following.fault).toBeNull();
  fault = new Refused("server/busy", "Too much to do.", null, 503);
  await seconds(1);
  following.again();
  expect(following.fault).toBeNull();
  await seconds(0);
  expect(following.fault).toBe(fault);
  stop();
});

test("what no server of ours has said may pass, whatever its status", async () => {
  const ask = vi.fn(async () => {
    throw new Refused("request/not_found", "", null, 404);
  });
  const stop = new Following("abc", ask).start();
  await seconds(6);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

test("a refusal is final until somebody tries again", async () => {
  const ask = vi.fn(async () => {
    throw new Refused("table/not_over", "Not yet.", null, 409);
  });
  const following = new Following("abc", ask);
  const stop = following.start();
  await seconds(30);
  expect(ask).toHaveBeenCalledTimes(1);
  following.again();
  await seconds(0);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});
