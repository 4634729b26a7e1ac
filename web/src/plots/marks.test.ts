import { expect, test } from "vitest";
import { marksFor } from "./marks";

test.each([
  [0, 134, 7],
  [-0.1, 0.1, 5],
  [-0.62, 0.31, 5],
  [0, 5, 6],
])("from %s to %s there are %s marks at most, zero among them", (least, most, n) => {
  const marks = marksFor(least, most);
  expect(marks.length).toBeLessThanOrEqual(n);
  expect(marks.length).toBeGreaterThan(2);
  expect(marks.some((mark) => Math.abs(mark) < 1e-9)).toBe(true);
  expect(Math.min(...marks)).toBeGreaterThanOrEqual(least - 1e-9);
  expect(Math.max(...marks)).toBeLessThanOrEqual(most + 1e-9);
});
