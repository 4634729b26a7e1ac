/**
 * Numbers and lists as our languages write them. The browser knows how too, but to read up on a language costs it more
 * than a frame on a slow device, and a table says such things before it is first seen.
 */

import type { Language } from "./settings.svelte";

/** Between the last two of two, and of more. */
const AND: Record<Language, [string, string]> = {
  en: [" and ", ", and "],
  nl: [" en ", " en "],
  sv: [" och ", " och "],
};

export function numberIn(language: Language, value: number): string {
  // Small ones are written alike everywhere.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  // Some languages would have a hyphen before a negative number.
  if (value < 0) return `−${numberIn(language, -value)}`;
  return new Intl.NumberFormat(language).format(value);
}

/** Several things in one phrase: "a, b, and c". */
export function listIn(language: Language, items: readonly string[]): string {
  const [two, more] = AND[language];
  const last = items.length - 1;
  if (last < 1) return items.join("");
  return `${items.slice(0, last).join(", ")}${last === 1 ? two : more}${items[last]}`;
}
