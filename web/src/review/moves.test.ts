import { expect, test } from "vitest";
import { parse } from "$lib/actions";
import { cardsOf, targetOf } from "./moves";

test("a move has its place on the board, if it is about one", () => {
  expect(targetOf(parse("claim essen-berlin/1 blue*1 wild*1"))).toEqual({
    kind: "route",
    id: "essen-berlin/1",
  });
  expect(targetOf(parse("station paris red*2"))).toEqual({ kind: "city", id: "paris" });
  expect(["draw blind", "draw tickets", "decline"].map((text) => targetOf(parse(text)))).toEqual([
    null,
    null,
    null,
  ]);
  expect(targetOf(null)).toBeNull();
});

test("cards are shown as they are taken or paid", () => {
  expect(cardsOf(parse("draw red"))).toEqual([{ colour: "red" }]);
  expect(cardsOf(parse("draw wild"))).toEqual([{ colour: "wild" }]);
  expect(cardsOf(parse("draw blind"))).toEqual([{ colour: null }]);
  expect(cardsOf(parse("claim a-b blue*1 wild*2"))).toEqual([
    { colour: "blue", count: 1 },
    { colour: "wild", count: 2 },
  ]);
  expect(cardsOf(parse("pay wild*1"))).toEqual([{ colour: "wild", count: 1 }]);
  expect(cardsOf(parse("draw tickets"))).toEqual([]);
});
