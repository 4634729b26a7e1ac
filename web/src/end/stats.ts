/** Numbers of a finished game, counted from its log. */

import type { Entry, View } from "$lib/protocol";

export interface Stats {
  /** Points on the board after each entry that scored, by seat: pairs of entry and points. */
  points: [at: number, points: number][][];
  last: number;
  blind: number[];
  open: number[];
  tickets: number[];
  turns: number[];
  tunnels: { tried: number; lost: number }[];
}

export function statsOf(entries: readonly Entry[], seats: number, points: boolean): Stats {
  const each = <T>(make: () => T): T[] => Array.from({ length: seats }, make);
  const stats: Stats = {
    points: each(() => [[0, 0]]),
    last: entries.length,
    blind: each(() => 0),
    open: each(() => 0),
    tickets: each(() => 0),
    turns: each(() => 0),
    tunnels: each(() => ({ tried: 0, lost: 0 })),
  };
  const add = (to: number[], seat: number, n: number) => (to[seat] = (to[seat] ?? 0) + n);
  entries.forEach(({ event, seat }, at) => {
    if (!event) return;
    const won = points ? (event.points ?? 0) : (event.completed?.length ?? 0) + (event.bonus ?? 0);
    const line = stats.points[seat];
    if (won && line) line.push([at + 1, line.at(-1)![1] + won]);
    switch (event.kind) {
      case "draw_face_up":
        add(stats.open, seat, 1);
        break;
      case "draw_blind":
      case "draw_cards":
        add(stats.blind, seat, event.count ?? 1);
        break;
      case "draw_tickets":
      case "swap_tickets":
        add(stats.tickets, seat, 1);
        break;
      case "claim":
        if (event.shown?.length) stats.tunnels[seat]!.tried++;
        break;
      case "decline":
        stats.tunnels[seat]!.lost++;
        break;
    }
  });
  return stats;
}

/** How many routes of each length every seat has. */
export function lengthsOf(view: View, length: (route: string) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  view.players.forEach((player, seat) => {
    for (const route of player.routes) {
      const counts = found.get(length(route)) ?? view.players.map(() => 0);
      counts[seat]!++;
      found.set(length(route), counts);
    }
  });
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** Places by number of bonus cards, as the trade bonus counts them; null without a card. */
export function bonusRanks(bonus: readonly number[]): (number | null)[] {
  return bonus.map((n) => (n === 0 ? null : bonus.filter((other) => other > n).length + 1));
}
