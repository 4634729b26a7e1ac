import { expect, test } from "vitest";
import { faceOf } from "../ui/face";
import { another, codeIn, DEFAULTS, paced, paceOf, PACES, spoken } from "./seats";

test.each([
  ["abcde23456", "abcde23456"],
  ["  ABCDE 23456 ", "abcde23456"],
  ["abcde-23456", "abcde23456"],
  ["http://192.168.1.5:8000/t/abcde23456", "abcde23456"],
  ["https://perron.example/t/abcde23456#resume=x", "abcde23456"],
  ["perron.example/text/abcde23456?x", "abcde23456"],
])("the code in %j is found", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test.each(["", "hello", "abcde2345", "abcdei3456", "http://other.example/about", "abcde234567"])(
  "there is no code in %j",
  (text) => {
    expect(codeIn(text)).toBeNull();
  },
);

test("a code is read out in two halves", () => {
  expect(spoken("abcde23456")).toBe("abcde 23456");
});

test.each([
  ["Ann", ["Ann"], "Ann 2"],
  ["Ann", ["Ann", "ann 2"], "Ann 3"],
  ["A name of twenty-four let", ["x"], "A name of twenty-four 2"],
])("another name for %s", (name, taken, expected) => {
  expect(another(name, taken)).toBe(expected);
  expect(expected.length).toBeLessThanOrEqual(24);
});

test("a table's pace is the nearest of those that can be chosen", () => {
  for (const pace of PACES) expect(paceOf(paced(DEFAULTS, pace))).toBe(pace);
  expect(paceOf({ ...DEFAULTS, bot_pause_ms: 20 })).toBe("quick");
  expect(paceOf({ ...DEFAULTS, bot_pause_ms: 10_000 })).toBe("slow");
  expect(paced(DEFAULTS, "normal")).toEqual(DEFAULTS);
});

test("bots look the same for the same name, and mostly different for different ones", () => {
  const names = ["Ada", "Bram", "Clara", "Dirk", "Elsa", "Femke", "Gustav", "Hilda", "Isak", "Jet"];
  const looks = names.map((name) => JSON.stringify(faceOf(name)));
  expect(names.map((name) => JSON.stringify(faceOf(name)))).toEqual(looks);
  expect(new Set(looks).size).toBeGreaterThan(8);
});
