import { expect, test } from "vitest";
import type { Event } from "$lib/protocol";
import { soundOf } from "./sounds";

const event = (kind: Event["kind"], more: Partial<Event> = {}): Event => ({ kind, seat: 0, ...more });

test.each<[Event["kind"], string | null]>([
  ["draw_face_up", "card"],
  ["draw_blind", "card"],
  ["draw_cards", "card"],
  ["draw_tickets", "ticket"],
  ["keep_tickets", "ticket"],
  ["swap_tickets", "ticket"],
  ["claim", "claim"],
  ["station", "station"],
  ["pay_tunnel", "claim"],
  ["decline", "no"],
  ["pass", null],
  ["undo", null],
])("%s sounds like %s", (kind, sound) => {
  expect(soundOf(event(kind))).toBe(sound);
});

test("a tunnel's claim is not heard: its cards are", () => {
  expect(soundOf(event("claim", { shown: ["red", "blue", "red"], extra: 2 }))).toBeNull();
  expect(soundOf(event("claim", { shown: ["red", "blue", "red"] }))).toBeNull();
});

test("what matters most is heard alone", () => {
  expect(soundOf(event("claim", { completed: ["a-b"] }))).toBe("completed");
  expect(soundOf(event("claim", { completed: ["a-b"], last_round: true }))).toBe("last");
  expect(soundOf(event("claim", { completed: ["a-b"], last_round: true, over: true }))).toBe("end");
  expect(soundOf(null)).toBeNull();
});
