/** What the page says, in the language in use: `t("start.play_now")`, `t("table.cards", { n: 2 })`. */

import type pageWords from "$locales/en.page.json";
import type reviewWords from "$locales/en.review.json";
import type tableWords from "$locales/en.table.json";
import type wordWords from "$locales/en.words.json";
import { words, type Message } from "./catalogue.svelte";
import { changeIn, listIn, numberIn, percentIn, type PercentForm } from "./phrases";
import { settings } from "./settings.svelte";

export { need, speak, LANGUAGES, LANGUAGE_NAMES, type Language } from "./catalogue.svelte";

/** Every message there is; a key that is not in the English catalogue does not compile. */
export type Key =
  keyof typeof pageWords | keyof typeof wordWords | keyof typeof tableWords | keyof typeof reviewWords;
/** Of whom something is said: `you`, where that is the reader. */
export interface Who {
  name: string;
  you: boolean;
}
export type Values = Record<string, string | number | Who>;

/** Whether there is such a message: some things have one and others need none. */
export function knows(key: string): key is Key {
  return key in words.all;
}

/** A message filled in. `n` decides between `one` and `other`, `who` between persons. Reactive: it follows the language. */
export function t(key: Key, values: Values = {}): string {
  const message = words.all[key];
  if (message === undefined) return key;
  const text = formOf(message, values["n"] === 1, values["who"]);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) {
      console.error(`nothing to put in place of ${whole} in ${key}`); // which no test of the page lets pass
      return whole;
    }
    return typeof value === "number" ? number(value) : typeof value === "string" ? value : value.name;
  });
}

/** A text that begins a line: with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(settings.language) + text.slice(1);
}

function formOf(message: Message, one: boolean, who: Values[string] | undefined): string {
  if (typeof message === "string") return message;
  const you = typeof who === "object" && who.you;
  const own = you ? (message.you ?? (one ? message.you_one : message.you_other)) : undefined;
  return own ?? (one ? message.one : undefined) ?? message.other;
}

/** A number as the language writes it. */
export function number(value: number): string {
  return numberIn(settings.language, value);
}

/** A part of a whole as the language writes it. */
export function percent(value: number, form: PercentForm = "share"): string {
  return percentIn(settings.language, value, form);
}

/** How much more or less of something: +2.3, −0.5. */
export function change(value: number): string {
  return changeIn(settings.language, value);
}

/** Several things in one phrase: "a, b and c". */
export function list(items: readonly string[]): string {
  return listIn(settings.language, items);
}

/** One of several texts by language, as editions bring them. */
export function own(texts: Record<string, string> | undefined): string {
  return texts?.[settings.language] ?? texts?.["en"] ?? "";
}

/** A day, short. */
export function day(ms: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(ms);
}

/** A day and time, short. */
export function when(ms: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
