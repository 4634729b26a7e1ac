import { expect, test } from "vitest";
import { keptApart } from "./apart";

test("what lies on each other is moved apart, and stays within the ends", () => {
  expect(keptApart([20, 50, 80], 10, 0, 100)).toEqual([20, 50, 80]);
  expect(keptApart([20, 22, 80], 10, 0, 100)).toEqual([20, 30, 80]);
  expect(keptApart([94, 95, 96], 10, 0, 100)).toEqual([75, 85, 95]);
  expect(keptApart([0, 0], 10, 0, 100)).toEqual([5, 15]);
  expect(keptApart([], 10, 0, 100)).toEqual([]);
});
