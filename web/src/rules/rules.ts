/** The rules of an edition as the page tells them: in our own words, every paragraph under the clauses it covers. */

import type { Language } from "$lib/messages";

export type Told = Record<Language, string>;

/** What a paragraph is shown with: made of the table's own components. */
export type Picture =
  /** Sets of cards that would do, or that lie there. */
  | { kind: "cards"; sets: readonly (readonly string[])[] }
  | {
      kind: "track";
      colour: string;
      length: number;
      tunnel?: boolean;
      ferry?: number;
      carts?: boolean;
      twin?: string;
      metro?: number;
    }
  /** Some tickets of the edition. */
  | { kind: "tickets"; count: number }
  /** What routes are worth, from the edition itself. */
  | { kind: "points" };

export interface Paragraph {
  clauses: readonly string[];
  text: Told;
  picture?: Picture;
}

export interface Section {
  id: string;
  title: Told;
  paragraphs: readonly Paragraph[];
}

/** In the order English, Dutch, Swedish. */
export const told = (en: string, nl: string, sv: string): Told => ({ en, nl, sv });

export function section(id: string, title: Told, ...paragraphs: Paragraph[]): Section {
  return { id, title, paragraphs };
}

/** `clauses` is a list with spaces between. */
export function says(clauses: string, text: Told, picture?: Picture): Paragraph {
  const ids = clauses.split(" ");
  return picture ? { clauses: ids, text, picture } : { clauses: ids, text };
}
