/** What is written without asking the browser is what the browser would write. */

import { expect, test } from "vitest";
import { changeIn, listIn, numberIn, percentIn } from "./phrases";
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

test("chances are whole per cents, and changes of them have a decimal and a sign", () => {
  expect(changeIn("en", 2.34)).toBe("+2.3");
  expect(changeIn("nl", -0.5)).toBe("\u22120,5");
  expect(changeIn("sv", -0.04)).toBe("0,0");
  expect(percentIn("en", 0.424, "share")).toBe("42%");
  expect(percentIn("en", 0.0312, "change")).toBe("+3.1%");
  expect(percentIn("nl", -0.0312, "change")).toBe("\u22123,1%");
  expect(percentIn("sv", 0.0312, "exact")).toBe("3,1\u00a0%");
});

test.each(LANGUAGES)("in %s nothing has no sign", (language) => {
  for (const value of [0, -0, 0.0004, -0.0004])
    for (const form of ["change", "exact"] as const)
      expect(percentIn(language, value, form)).toBe(percentIn(language, 0, "exact"));
  expect(percentIn(language, -0.001, "share")).toBe(percentIn(language, 0, "share"));
});
