import { list, t } from "$lib/messages";
import { pieces } from "$lib/words";
import type { AnySession } from "../play/session.svelte";

/** What a ticket still asks for, in words: cards and pieces, what of them is to be drawn, and where asked for the path. */
export function ticketRest(session: AnySession, id: string, path: boolean): string {
  if (session.completed.has(id)) return t("ticket.completed");
  const progress = session.progress.get(id) ?? session.progressFor(id);
  if (!progress) return t("ticket.no_path");
  const { edition } = session;
  const rest = t("ticket.rest", {
    cards: t("count.cards", { n: progress.path.cards }),
    pieces: list(Object.entries(progress.pieces).map(([kind, n]) => pieces(edition, kind, n))),
  });
  const draw = progress.lacking > 0 ? t("ticket.lacking", { n: progress.lacking }) : t("ticket.cards_held");
  const between = stops(
    progress.path.routes.map((route) => edition.route(route)),
    edition.ticket(id).a,
  );
  const via =
    path && between.length > 0
      ? [t("ticket.via", { places: between.map((city) => edition.cityName(city)).join(" – ") })]
      : [];
  return [rest, draw, ...via].join(" · ");
}

/** The places between the ends of a path. */
export function stops(routes: readonly { a: string; b: string }[], from: string): string[] {
  const along: string[] = [];
  let at = from;
  for (const { a, b } of routes) {
    at = a === at ? b : a;
    along.push(at);
  }
  return along.slice(0, -1);
}
