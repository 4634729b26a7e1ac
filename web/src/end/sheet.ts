/** The rows of the score sheet, in the order in which they are counted: the lines that the edition declares. */

import type { Edition } from "$lib/edition";
import { capital } from "$lib/messages";
import type { Outcome } from "$lib/protocol";
import { lineName, ticketWord } from "$lib/words";

export interface SheetRow {
  /** The line's id. */
  id: string;
  name: string;
  /** What it adds, by seat. */
  adds: number[];
}

/** Lines that stand in the row of another: tickets completed and missed are read together, ticket by ticket. */
const TOGETHER: Readonly<Record<string, string>> = { tickets_lost: "tickets_won" };

export function sheetRows(edition: Edition, outcome: Outcome): SheetRow[] {
  const rows: SheetRow[] = [];
  for (const line of edition.info.score) {
    const adds = outcome.scores.map((score) => score.lines[line.id] ?? 0);
    const first = rows.find((row) => row.id === TOGETHER[line.id]);
    if (first) {
      first.name = capital(ticketWord(edition));
      first.adds = first.adds.map((n, seat) => n + (adds[seat] ?? 0));
    } else rows.push({ id: line.id, name: lineName(edition, line), adds });
  }
  return rows;
}

/** A seat's total when that many rows are counted; at the end what the rules say it is. */
export function totalAfter(
  rows: readonly SheetRow[],
  outcome: Outcome,
  seat: number,
  counted: number,
): number {
  if (counted >= rows.length) return outcome.scores[seat]?.total ?? 0;
  return rows.slice(0, counted).reduce((sum, row) => sum + (row.adds[seat] ?? 0), 0);
}
