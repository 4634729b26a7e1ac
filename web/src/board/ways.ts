/** Networks on the board, for showing only: what is joined, what a free way would be, the longest path. */

export interface Link {
  id: string;
  a: string;
  b: string;
  length: number;
  /** What it costs: more than its length for a metro. */
  cards: number;
  twin: string | null;
}

export interface Way {
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

/** Tracks that nobody can claim any more, because their twin is taken and so few play. */
export function closedTracks(
  links: readonly Link[],
  owners: ReadonlyMap<string, number>,
  closes: boolean,
): Set<string> {
  if (!closes) return new Set();
  return new Set(
    links
      .filter((one) => !owners.has(one.id) && one.twin !== null && owners.has(one.twin))
      .map((one) => one.id),
  );
}

/** Groups of places that routes join: places of one group have the same name. */
export function groups(links: readonly Link[], own: ReadonlySet<string>): (place: string) => string {
  const above = new Map<string, string>();
  const top = (place: string): string => {
    let at = place;
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next;
    return at;
  };
  for (const link of links) {
    if (!own.has(link.id)) continue;
    const [a, b] = [top(link.a), top(link.b)];
    if (a !== b) above.set(a, b);
  }
  return top;
}

/** Which of some tickets the routes join already. */
export function joined<T extends { id: string; a: string; b: string }>(
  links: readonly Link[],
  own: ReadonlySet<string>,
  tickets: readonly T[],
): Set<string> {
  const group = groups(links, own);
  return new Set(tickets.filter((one) => group(one.a) === group(one.b)).map((one) => one.id));
}

/** The way from one place to another that asks for the fewest cards: own routes are free, others' are not there. */
export function freeWay(
  links: readonly Link[],
  from: string,
  to: string,
  own: ReadonlySet<string>,
  barred: ReadonlySet<string>,
): Way | null {
  const around = new Map<string, Link[]>();
  for (const link of links) {
    if (barred.has(link.id) && !own.has(link.id)) continue;
    for (const end of [link.a, link.b]) {
      const some = around.get(end);
      if (some) some.push(link);
      else around.set(end, [link]);
    }
  }
  // Among ways that ask for as many cards, the one with fewer routes.
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

/** A longest path over own routes that uses none twice. Looks at no more than `patience` steps. */
export function longestPath(links: readonly Link[], own: ReadonlySet<string>, patience = 400_000): string[] {
  const mine = links.filter((link) => own.has(link.id));
  const around = new Map<string, number[]>();
  mine.forEach((link, i) => {
    for (const end of [link.a, link.b]) around.set(end, [...(around.get(end) ?? []), i]);
  });
  const used = new Set<number>();
  const path: number[] = [];
  let best: number[] = [];
  let most = 0;
  let steps = 0;
  const walk = (place: string, length: number): void => {
    if (length > most) [most, best] = [length, [...path]];
    if (++steps > patience) return;
    for (const i of around.get(place) ?? []) {
      if (used.has(i)) continue;
      const link = mine[i]!;
      used.add(i);
      path.push(i);
      walk(link.a === place ? link.b : link.a, length + link.length);
      path.pop();
      used.delete(i);
    }
  };
  for (const place of around.keys()) walk(place, 0);
  return best.map((i) => mine[i]!.id);
}
