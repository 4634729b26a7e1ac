/** The rules keep to the words of the glossary, as everything else that people read does. */

import { expect, test } from "vitest";
import glossary from "$locales/glossary.json";
import { LANGUAGES } from "$lib/settings.svelte";
import { sections as amsterdam } from "./amsterdam";
import { sections as berlin } from "./berlin";
import { sections as europe } from "./europe";
import { sections as first_journey } from "./first_journey";
import { rulings } from "./rulings";

const told = [
  ...[europe, amsterdam, berlin, first_journey].flatMap((sections) =>
    sections.flatMap((section) => [section.title, ...section.paragraphs.map((one) => one.text)]),
  ),
  ...Object.values(rulings).flatMap((some) => some.map((one) => one.text)),
];

test.each(LANGUAGES)("the rules in %s use no word that the glossary has another one for", (language) => {
  const never = Object.values(glossary).flatMap((one) => one[language].never as string[]);
  const wrong = told.flatMap((text) =>
    never.filter((one) => new RegExp(one, "iu").test(text[language])).map((one) => [one, text[language]]),
  );
  expect(wrong).toEqual([]);
});
