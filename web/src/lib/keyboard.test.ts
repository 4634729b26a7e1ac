import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isForPage, takesSpace } from "./keyboard";

let dialog: object | null = null;
beforeEach(() => vi.stubGlobal("document", { querySelector: () => dialog }));
afterEach(() => vi.unstubAllGlobals());

/** An element of which some part of a selector says what it is. */
const on = (what: string) =>
  ({
    closest: (selector: string) => (selector.split(", ").includes(what) ? {} : null),
  }) as unknown as Element;
const key = (what: string, more: object = {}) =>
  ({ target: on(what), ctrlKey: false, metaKey: false, altKey: false, ...more }) as unknown as KeyboardEvent;

test("keys are for the page, but for those typed into something and those of the browser", () => {
  expect(["button", "summary"].map((what) => isForPage(key(what)))).toEqual([true, true]);
  expect(["textarea", "select", "dialog"].map((what) => isForPage(key(what)))).toEqual([false, false, false]);
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    expect(isForPage(key("", { [held]: true }))).toBe(false);
  dialog = {};
  expect(isForPage(key(""))).toBe(false);
});

test("the space bar presses buttons, and opens what can be opened", () => {
  expect(["button", "summary", "[type=checkbox]", "div"].map((what) => takesSpace(on(what)))).toEqual([
    ...[true, true, true, false],
  ]);
});
