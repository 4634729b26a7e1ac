import { expect, test } from "vitest";
import { group, keepText, parse } from "./actions";
import { ACTION_WORDS } from "./protocol";

test("every kind of action text is taken apart", () => {
  expect(parse("draw blind")).toEqual({ kind: "draw_blind", text: "draw blind" });
  expect(parse("draw cards")).toEqual({ kind: "draw_cards", text: "draw cards" });
  expect(parse("draw tickets")).toEqual({ kind: "draw_tickets", text: "draw tickets" });
  expect(parse("draw red")).toEqual({ kind: "draw_face_up", text: "draw red", card: "red" });
  expect(parse("keep a-b c-d")).toEqual({
    kind: "keep_tickets",
    text: "keep a-b c-d",
    tickets: ["a-b", "c-d"],
  });
  expect(parse("keep none")).toEqual({ kind: "keep_tickets", text: "keep none", tickets: [] });
  expect(parse("claim essen-berlin/1 blue*1 wild*1")).toEqual({
    kind: "claim",
    route: "essen-berlin/1",
    text: "claim essen-berlin/1 blue*1 wild*1",
    colour: "blue",
    cards: 1,
    wilds: 1,
  });
  expect(parse("station paris wild*2")).toMatchObject({
    kind: "station",
    city: "paris",
    colour: null,
    wilds: 2,
  });
  expect(parse("pay red*2")).toMatchObject({ kind: "pay_tunnel", colour: "red", cards: 2, wilds: 0 });
  expect(parse("let go")).toMatchObject({ kind: "decline" });
  expect(parse("swap tickets")).toMatchObject({ kind: "swap_tickets" });
  expect(parse("pass")).toMatchObject({ kind: "pass" });
  expect(parse("dance")).toBeNull();
  expect(parse("drawing")).toBeNull();
});

test.each(Object.entries(ACTION_WORDS))("%s is told by its word, %s", (kind, word) => {
  expect(parse(word)?.kind).toBe(kind);
  expect(parse(`${word} red*2`)?.kind).toBe(kind);
});

test("of a route's payments the one that keeps the wilds comes first, then the one of which most is left", () => {
  const legal = ["claim a-b wild*2", "claim a-b red*1 wild*1", "claim a-b red*2", "claim a-b blue*2"];
  const payments = group(legal, { red: 2, blue: 5, wild: 2 }).claims.get("a-b")!;
  expect(payments.map((one) => one.text)).toEqual([
    "claim a-b blue*2",
    "claim a-b red*2",
    "claim a-b red*1 wild*1",
    "claim a-b wild*2",
  ]);
});

test("legal actions are grouped by what they are about", () => {
  const grouped = group(["draw blind", "draw red", "draw tickets", "station paris red*1"], { red: 1 });
  expect(grouped.drawBlind).toBe("draw blind");
  expect(grouped.draws.get("red")).toBe("draw red");
  expect(grouped.drawTickets).toBe("draw tickets");
  expect(grouped.stations.get("paris")?.[0]?.text).toBe("station paris red*1");
  expect(grouped.pass).toBeNull();
  expect(group(null, null).claims.size).toBe(0);
});

test("tickets are kept by the text that names exactly them, in whatever order", () => {
  const { keeps } = group(["keep a-b", "keep c-d", "keep a-b c-d"], {});
  expect(keepText(keeps, new Set(["c-d", "a-b"]))).toBe("keep a-b c-d");
  expect(keepText(keeps, new Set())).toBeNull();
});
