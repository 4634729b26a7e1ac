import { expect, test } from "vitest";
import { closed, sheetOf, type Overlay } from "./overlay";

test("what closes leaves nothing open", () => {
  expect(closed({ kind: "menu" }, "menu")).toBeNull();
  expect(closed(null, "menu")).toBeNull();
});

test("a dialog that closes late does not take along what was opened in its place", () => {
  const person: Overlay = { kind: "person", seat: 2 };
  expect(closed(person, "menu")).toBe(person);
});

test("tickets, log and chat are sheets", () => {
  expect((["tickets", "log", "chat"] as const).map((kind) => sheetOf({ kind }))).toEqual([
    "tickets",
    "log",
    "chat",
  ]);
  expect(sheetOf({ kind: "menu" })).toBeNull();
  expect(sheetOf(null)).toBeNull();
});
