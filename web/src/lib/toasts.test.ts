/** Notices about refused actions lead to the rule that they rest on. */

import { beforeEach, expect, test } from "vitest";
import { Refused } from "./api";
import { toasts } from "./toasts.svelte";

beforeEach(() => {
  toasts.list = [];
});

test("a refusal links to its clause in the rules of the edition that is played", () => {
  toasts.fault(new Refused("route/taken", "It is taken.", "UT-R4"), "utrecht");
  expect(toasts.list.map((one) => [one.text, one.rule])).toEqual([["It is taken.", "/rules/utrecht#UT-R4"]]);
});

test("a refusal without a clause gives the reason and links to nothing", () => {
  toasts.fault(new Refused("route/taken", "It is taken."), "utrecht");
  toasts.fault(new Refused("seat/taken", "Somebody sits there."));
  expect(toasts.list.map((one) => one.rule)).toEqual([null, null]);
});
