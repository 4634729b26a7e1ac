import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Saying } from "$lib/protocol";
import type { Table } from "$lib/table.svelte";
import * as sound from "$lib/sound";
import { Talk } from "./talk.svelte";

const said = (number: number, seat: number | null, kind: Saying["kind"] = "say"): Saying => ({
  number,
  at: 0,
  kind,
  seat,
  name: null,
  text: kind === "emote" ? "hello" : "words",
});
/** A table at which something may be said. */
class Said {
  messages: readonly Saying[];
  constructor(...messages: Saying[]) {
    this.messages = $state.raw(messages);
  }
  add(saying: Saying): void {
    this.messages = [...this.messages, saying];
  }
}
const talkAt = (table: Said) => new Talk(table as unknown as Table, () => 0);
let played: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  played = [];
  vi.spyOn(sound, "play").mockImplementation((name) => void played.push(name));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("what was said before is read, what comes later is not until the chat is open", () => {
  const table = new Said(said(1, 1));
  const talk = talkAt(table);
  expect(talk.unread).toBe(0);
  table.add(said(2, 1));
  table.add(said(3, 1));
  expect(talk.unread).toBe(2);
  talk.read();
  expect(talk.unread).toBe(0);
});

test("a sign pops up beside its player and goes away, unless a newer one is there", () => {
  const table = new Said();
  const talk = talkAt(table);
  table.add(said(1, 1, "emote"));
  talk.hear();
  expect(talk.emotes.get(1)?.number).toBe(1);
  vi.advanceTimersByTime(3_000);
  table.add(said(2, 1, "emote"));
  talk.hear();
  vi.advanceTimersByTime(2_000);
  expect(talk.emotes.get(1)?.number).toBe(2);
  vi.advanceTimersByTime(3_000);
  expect(talk.emotes.size).toBe(0);
});

test("others are heard, oneself is not, and nothing twice", () => {
  const table = new Said(said(1, 1));
  const talk = talkAt(table);
  talk.hear();
  expect(played).toEqual([]);
  table.add(said(2, 0));
  talk.hear();
  expect(played).toEqual([]);
  table.add(said(3, 1));
  talk.hear();
  talk.hear();
  expect(played).toEqual(["message"]);
});
