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

/** share: a chance, in whole per cents; exact: with a decimal; change: with its sign too. */
export type PercentForm = "share" | "exact" | "change";

/** A part of a whole: 42 %, 3.1 %, +3.1 %. */
export function percentIn(language: Language, value: number, form: PercentForm): string {
  const digits = form === "share" ? 0 : 1;
  const nothing = Math.abs(value) < 0.5 / 10 ** (digits + 2); // or it could be told as minus nothing
  return new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: form === "change" ? "exceptZero" : "auto",
  })
    .format(nothing ? 0 : value)
    .replace("-", "−");
}

/** How much more or less of something: +2.3, −0.5, 0.0. */
export function changeIn(language: Language, value: number): string {
  const nothing = Math.abs(value) < 0.05; // or it could be told as minus nothing
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  })
    .format(nothing ? 0 : value)
    .replace("-", "−");
}

/** Several things in one phrase: "a, b, and c". */
export function listIn(language: Language, items: readonly string[]): string {
  const [two, more] = AND[language];
  const last = items.length - 1;
  if (last < 1) return items.join("");
  return `${items.slice(0, last).join(", ")}${last === 1 ? two : more}${items[last]}`;
}
