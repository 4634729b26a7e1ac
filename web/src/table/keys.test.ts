import { describe, expect, it } from "vitest";
import { group } from "$lib/actions";
import { commandOf, type Situation } from "./keys";

const at = (legal: string[], more: Partial<Situation> = {}): Situation => ({
  legal: group(legal, {}),
  display: ["red", "blue", null],
  mayHint: false,
  mayUndo: false,
  ...more,
});

describe("a digit", () => {
  it("takes the open card in that place", () => {
    expect(commandOf("2", at(["draw red", "draw blue"]))).toEqual({ do: "act", action: "draw blue" });
  });
  it("does nothing for a gap, or a card that may not be taken", () => {
    expect(commandOf("3", at(["draw red"]))).toBe("nothing");
    expect(commandOf("2", at(["draw red"]))).toBe("nothing");
  });
  it("means nothing beyond the open cards", () => {
    expect(commandOf("4", at(["draw red"]))).toBeNull();
    expect(commandOf("0", at(["draw red"]))).toBeNull();
  });
});

describe("a letter", () => {
  it("draws blind, one card or two as the edition has it", () => {
    expect(commandOf("b", at(["draw blind"]))).toEqual({ do: "act", action: "draw blind" });
    expect(commandOf("B", at(["draw cards"]))).toEqual({ do: "act", action: "draw cards" });
    expect(commandOf("b", at([]))).toBe("nothing");
  });
  it("asks about tickets where they can be drawn or swapped", () => {
    expect(commandOf("t", at(["draw tickets"]))).toEqual({ do: "open", what: "draw" });
    expect(commandOf("t", at(["swap tickets"]))).toEqual({ do: "open", what: "draw" });
    expect(commandOf("t", at([]))).toBe("nothing");
  });
  it("opens stations, hints and undoes only when that is possible", () => {
    expect(commandOf("s", at([]))).toBe("nothing");
    expect(commandOf("s", at(["station wien red*1"]))).toEqual({ do: "open", what: "stations" });
    expect([commandOf("h", at([])), commandOf("u", at([]))]).toEqual(["nothing", "nothing"]);
    expect(commandOf("h", at([], { mayHint: true }))).toEqual({ do: "hint" });
    expect(commandOf("u", at([], { mayUndo: true }))).toEqual({ do: "undo" });
  });
  it("always opens routes, log, chat and help, and leads to the board", () => {
    expect(["r", "l", "c", "?", "m"].map((key) => commandOf(key, at([])))).toEqual([
      { do: "open", what: "routes" },
      { do: "side", what: "log" },
      { do: "side", what: "chat" },
      { do: "open", what: "help" },
      { do: "board" },
    ]);
  });
});

it("Escape puts everything away, and other keys are the browser's", () => {
  expect(commandOf("Escape", at([]))).toEqual({ do: "leave" });
  expect(["x", "Tab", "Enter", "ArrowLeft", " "].map((key) => commandOf(key, at([])))).toEqual(
    Array(5).fill(null),
  );
});
