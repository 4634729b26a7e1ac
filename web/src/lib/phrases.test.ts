/** What is written without asking the browser is what the browser would write. */

import { expect, test } from "vitest";
import { listIn, numberIn } from "./phrases";
import { LANGUAGES } from "./settings.svelte";

test.each(LANGUAGES)("lists are written as %s does", (language) => {
  const format = new Intl.ListFormat(language, { type: "conjunction" });
  for (const items of [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]])
    expect(listIn(language, items)).toBe(format.format(items));
});

test.each(LANGUAGES)("numbers are written as %s does", (language) => {
  const format = new Intl.NumberFormat(language);
  for (const value of [0, 1, 45, 999, 1000, 12345, 0.5])
    expect(numberIn(language, value)).toBe(format.format(value));
});

test.each(LANGUAGES)("a negative number has a minus sign in %s, not a hyphen", (language) => {
  expect(numberIn(language, -3)).toBe("\u22123");
  expect(numberIn(language, -1234)).toBe(`\u2212${numberIn(language, 1234)}`);
});
