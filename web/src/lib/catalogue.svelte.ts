/** The words of the language in use. Catalogues are loaded when a page first needs them; messages.ts reads them. */

import { LANGUAGES, settings, type Language } from "./settings.svelte";

/** page: start, waiting room, faults; words: cards, places, what happened; table: the table itself; review: reviews. */
export type Part = "page" | "words" | "table" | "review";
/** One text, or several: by number (`one`, `other`), and for the reader as the one who does it (`you`, `you_one`, `you_other`). */
export interface Forms {
  other: string;
  one?: string;
  you?: string;
  you_one?: string;
  you_other?: string;
}
export type Message = string | Forms;
type Catalogue = Record<string, Message>;

const files = import.meta.glob<Catalogue>("../../../src/perron/locales/*.*.json", { import: "default" });
const loaded: Record<Language, Map<Part, Catalogue>> = { en: new Map(), nl: new Map(), sv: new Map() };

class Words {
  all = $state.raw<Catalogue>({});
  needed = new Set<Part>();
}

export const words = new Words();

async function fetchPart(language: Language, part: Part): Promise<void> {
  if (loaded[language].has(part)) return;
  const file = files[`../../../src/perron/locales/${language}.${part}.json`];
  if (!file) throw new Error(`no catalogue ${language}.${part}`);
  loaded[language].set(part, await file());
}

let used = "";
async function use(language: Language): Promise<void> {
  await Promise.all([...words.needed].map((part) => fetchPart(language, part)));
  const known = [language, ...loaded[language].keys()].join();
  if (known === used) return; // all that is said would be said again
  used = known;
  words.all = Object.assign({}, ...loaded[language].values());
}

/** Have these parts ready, in the language in use. */
export async function need(...parts: Part[]): Promise<void> {
  for (const part of parts) words.needed.add(part);
  await use(settings.language);
}

/** Speak another language from now on. */
export async function speak(language: Language): Promise<void> {
  await use(language);
  settings.language = language;
  document.documentElement.lang = language;
}

/** Each language by its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", nl: "Nederlands", sv: "Svenska" };
export { LANGUAGES, type Language };
