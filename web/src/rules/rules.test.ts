/** Every clause of the rules can be linked to: a refused action leads to the paragraph that says why. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sections as amsterdam } from "./amsterdam";
import { sections as berlin } from "./berlin";
import { sections as europe } from "./europe";
import { sections as first_journey } from "./first_journey";
import type { Section } from "./rules";
import { rulings, rulingsOf } from "./rulings";

const pages: Record<string, Section[]> = { europe, amsterdam, berlin, first_journey };

function clauses(page: string): string[] {
  const path = fileURLToPath(new URL(`../../../src/perron/rules/${page}.md`, import.meta.url));
  return [...readFileSync(path, "utf-8").matchAll(/^- ([A-Z]{2}-[A-Z]?\d+) /gm)].map((one) => one[1]!);
}

test.each(Object.entries(pages))("%s tells every clause once", (page, sections) => {
  const told = sections.flatMap((section) => section.paragraphs.flatMap((one) => one.clauses));
  expect([...told].sort()).toEqual(clauses(page).sort());
});

test("every ruling is told once", () => {
  const told = Object.values(rulings).flatMap((some) => some.flatMap((one) => one.clauses));
  expect([...told].sort()).toEqual(clauses("rulings").sort());
});

test.each(Object.entries(pages))(
  "%s says everything in three languages, each in its own words",
  (page, sections) => {
    const all = [...sections.flatMap((section) => section.paragraphs), ...rulingsOf(page)];
    for (const { text } of all) {
      expect(new Set([text.en, text.nl, text.sv]).size).toBe(3);
      for (const one of [text.en, text.nl, text.sv]) expect(one).toMatch(/[.:!]$/);
    }
  },
);

test.each(Object.keys(pages))("a link into the rules of %s leads to one place", (page) => {
  const ids = [
    ...pages[page]!.flatMap((section) => [section.id, ...section.paragraphs.flatMap((one) => one.clauses)]),
    ...rulingsOf(page).flatMap((one) => one.clauses),
  ];
  expect(ids.length).toBe(new Set(ids).size);
});
