/** Paths over the board, to show what a ticket still asks for. What counts as completed, closed or longest the server tells. */

import type { RouteInfo } from "$lib/protocol";

export type Link = Pick<RouteInfo, "id" | "a" | "b" | "cards">;

export interface Path {
  /** Routes from end to end, in order. */
  routes: string[];
  /** Of these, the ones still to be claimed. */
  missing: string[];
  /** Cards that these cost. */
  cards: number;
}

/** Who owns each route: seat by route. */
export function ownersOf(players: readonly { routes: readonly string[] }[]): Map<string, number> {
  return new Map(players.flatMap((player, seat) => player.routes.map((route) => [route, seat] as const)));
}

/** The path from one place to another that asks for the fewest cards: own routes are free, others' are not there. */
export function cheapestPath(
  links: readonly Link[],
  from: string,
  to: string,
  own: ReadonlySet<string>,
  barred: ReadonlySet<string>,
): Path | null {
  const around = new Map<string, Link[]>();
  for (const link of links) {
    if (barred.has(link.id) && !own.has(link.id)) continue;
    for (const end of [link.a, link.b]) {
      const some = around.get(end);
      if (some) some.push(link);
      else around.set(end, [link]);
    }
  }
  // Among paths that ask for as many cards, the one with fewer routes.
  const price = (link: Link) => (own.has(link.id) ? 0.001 : link.cards + 0.01);
  const best = new Map<string, { cost: number; by: Link | null }>([[from, { cost: 0, by: null }]]);
  const done = new Set<string>();
  for (;;) {
    let here: string | null = null;
    for (const [place, { cost }] of best)
      if (!done.has(place) && (here === null || cost < best.get(here)!.cost)) here = place;
    if (here === null) return null;
    if (here === to) break;
    done.add(here);
    const { cost } = best.get(here)!;
    for (const link of around.get(here) ?? []) {
      const there = link.a === here ? link.b : link.a;
      const found = cost + price(link);
      if (found < (best.get(there)?.cost ?? Infinity)) best.set(there, { cost: found, by: link });
    }
  }
  const routes: string[] = [];
  const missing: string[] = [];
  let cards = 0;
  for (let at = to; at !== from;) {
    const link: Link = best.get(at)!.by!;
    routes.unshift(link.id);
    if (!own.has(link.id)) {
      missing.unshift(link.id);
      cards += link.cards;
    }
    at = link.a === at ? link.b : link.a;
  }
  return { routes, missing, cards };
}
