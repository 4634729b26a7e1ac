/** How far a ticket is from being completed: what its best path still costs, and what of that is in the hand. */

import type { Path } from "../board/paths";

/** What a route costs, as editions tell it. */
export interface Priced {
  colour: string;
  cards: number;
  length: number;
  piece: string;
  /** How many of its cards must be wild. */
  ferry: number;
}

export interface Progress {
  path: Path;
  /** Pieces still to be placed, by kind. */
  pieces: Record<string, number>;
  /** Cards that the hand does not pay for. */
  lacking: number;
}

export function progressOf(
  path: Path,
  routeOf: (id: string) => Priced,
  hand: Readonly<Record<string, number>>,
): Progress {
  const routes = path.missing.map(routeOf);
  const pieces: Record<string, number> = {};
  for (const { piece, length } of routes) pieces[piece] = (pieces[piece] ?? 0) + length;
  return { path, pieces, lacking: lacking(routes, hand) };
}

/** How many cards are missing to pay for all of some routes: coloured ones first, gray ones with what is left most of. */
export function lacking(routes: readonly Priced[], hand: Readonly<Record<string, number>>): number {
  const left: Record<string, number> = { ...hand };
  const take = (kind: string, n: number): number => {
    const taken = Math.min(n, left[kind] ?? 0);
    left[kind] = (left[kind] ?? 0) - taken;
    return n - taken;
  };
  let short = routes.reduce((sum, { ferry }) => sum + take("wild", ferry), 0);
  let open = 0;
  const gray = routes.filter(({ colour }) => colour === "gray").sort((a, b) => b.cards - a.cards);
  for (const { colour, cards, ferry } of routes) if (colour !== "gray") open += take(colour, cards - ferry);
  for (const { cards, ferry } of gray) {
    const kinds = Object.keys(left).filter((kind) => kind !== "wild");
    const most = kinds.reduce((best, kind) => ((left[kind] ?? 0) > (left[best] ?? 0) ? kind : best), "");
    open += take(most, cards - ferry);
  }
  short += take("wild", open);
  return short;
}
