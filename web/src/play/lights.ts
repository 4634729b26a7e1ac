/** What is lit on the board for a ticket, a route, an entry of the log, a player. */

import type { Edition } from "$lib/edition";
import type { Event, Explanation, PlayerView } from "$lib/protocol";
import type { Lit } from "../board/lit";
import type { Path } from "../board/paths";

/** For some tickets: both places, and the best free path, or a line between them where there is none. */
export function ticketLight(
  edition: Edition,
  ids: readonly string[],
  pathOf: (id: string) => Path | null,
): Lit {
  const places: string[] = [];
  const routes: string[] = [];
  const ties: [string, string][] = [];
  for (const id of ids) {
    const { a, b } = edition.ticket(id);
    places.push(a, b);
    const path = pathOf(id);
    if (path) routes.push(...path.routes);
    else ties.push([a, b]);
  }
  return { places, routes: new Set(routes), ties };
}

/** What an entry of the log is about; null if that is nothing on the board. */
export function entryLight(edition: Edition, event: Event | null | undefined): Lit | null {
  if (event?.route) {
    const { a, b } = edition.route(event.route);
    return { places: [a, b], routes: [event.route] };
  }
  if (event?.city) return { places: [event.city] };
  const tickets = [...(event?.completed ?? []), ...(event?.tickets ?? [])];
  return tickets.length > 0 ? { places: ends(edition, tickets) } : null;
}

/** A bot's plan: the routes it wants, and the places of its tickets. */
export function hintLight(edition: Edition, hint: Explanation): Lit {
  return { routes: hint.links, places: ends(edition, hint.tickets) };
}

/** What somebody has built; null if that is nothing. */
export function builtLight(player: PlayerView | undefined): Lit | null {
  if (!player || player.routes.length + player.stations.length === 0) return null;
  return { routes: player.routes, places: player.stations };
}

function ends(edition: Edition, tickets: readonly string[]): string[] {
  return tickets.flatMap((id) => {
    const ticket = edition.tickets.get(id);
    return ticket ? [ticket.a, ticket.b] : [];
  });
}
