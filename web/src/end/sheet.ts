/** The lines of the score sheet, in the order in which they are counted. */

import type { Edition } from "$lib/edition";
import type { Outcome, View } from "$lib/protocol";

export interface SheetLine {
  id: "routes" | "tickets" | "east_west" | "stations" | "longest" | "trade";
  /** What it adds, by seat. */
  adds: number[];
}

/** The lines that an edition's rules have. */
export function sheetLines(edition: Edition, view: View, outcome: Outcome): SheetLine[] {
  const { info } = edition;
  const { scores } = outcome;
  const lines: (SheetLine | false)[] = edition.race
    ? [
        { id: "tickets", adds: scores.map((score) => score.made.length) },
        view.players.some((player) => player.bonus > 0) && {
          id: "east_west",
          adds: view.players.map((player) => player.bonus),
        },
      ]
    : [
        { id: "routes", adds: scores.map((score) => score.routes) },
        { id: "tickets", adds: scores.map((score) => score.tickets_won - score.tickets_lost) },
        info.stations.length > 0 && { id: "stations", adds: scores.map((score) => score.stations) },
        info.longest_path > 0 && { id: "longest", adds: scores.map((score) => score.longest_path) },
        info.trade_bonus !== null && { id: "trade", adds: scores.map((score) => score.trade_bonus) },
      ];
  return lines.filter((line) => line !== false);
}

/** A seat's total when so many lines are counted; at the end what the rules say it is. */
export function totalAfter(
  lines: readonly SheetLine[],
  outcome: Outcome,
  seat: number,
  counted: number,
): number {
  if (counted >= lines.length) return outcome.scores[seat]?.total ?? 0;
  return lines.slice(0, counted).reduce((sum, line) => sum + (line.adds[seat] ?? 0), 0);
}
