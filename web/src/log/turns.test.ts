import { expect, test } from "vitest";
import type { Entry } from "$lib/protocol";
import { byTurn, cardsIn } from "./turns";

let number = 0;
const did = (seat: number, kind: string, more: object = {}): Entry =>
  ({
    number: ++number,
    at: 0,
    kind: "action",
    seat,
    by: "person",
    level: null,
    event: { kind, seat, ...more },
  }) as Entry;
const shape = (entries: Entry[]) =>
  byTurn(entries).map((turn) => [turn.seat, turn.entries.map((one) => one.event?.kind)]);

test("two cards, a tunnel with its answer, and tickets with the choice are one turn each", () => {
  const entries = [
    did(0, "draw_face_up"),
    did(0, "draw_blind"),
    did(1, "claim"),
    did(1, "pay_tunnel"),
    did(0, "draw_tickets"),
    did(0, "keep_tickets"),
  ];
  expect(shape(entries)).toEqual([
    [0, ["draw_face_up", "draw_blind"]],
    [1, ["claim", "pay_tunnel"]],
    [0, ["draw_tickets", "keep_tickets"]],
  ]);
});

test("two turns of one seat in a row stay two", () => {
  expect(shape([did(0, "claim"), did(0, "claim"), did(0, "keep_tickets")])).toHaveLength(3);
});

test("a turn that was taken back stays with what was taken back", () => {
  const undo = { ...did(0, "undo"), kind: "undo" } as Entry;
  expect(byTurn([did(0, "claim"), undo])).toHaveLength(1);
});

test("cards are shown as far as they are known", () => {
  expect(cardsIn(did(0, "claim", { cards: { red: 2, wild: 1 } }))).toEqual([
    ["red", 2],
    ["wild", 1],
  ]);
  expect(cardsIn(did(1, "draw_blind", { count: 1 }))).toEqual([]);
});
