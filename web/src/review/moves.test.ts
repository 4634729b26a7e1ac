import { expect, test } from "vitest";
import { parse } from "$lib/actions";
import { cardsOf } from "./moves";

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
