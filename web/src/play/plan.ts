/** A bot's plan in words. */

import type { Edition } from "$lib/edition";
import { list, t } from "$lib/messages";
import type { Explanation } from "$lib/protocol";
import { cardsOf, ticketName } from "$lib/words";

/** The tickets that it serves, and the cards that it still needs, one sentence each. */
export function planWords(edition: Edition, { tickets, cards }: Explanation): string[] {
  const needs = Object.entries(cards).map(([kind, n]) =>
    kind === "any" ? t("count.any_colour", { n }) : cardsOf(edition, kind, n),
  );
  const said: string[] = [];
  if (tickets.length > 0)
    said.push(t("hint.tickets", { tickets: list(tickets.map((id) => ticketName(edition, id))) }));
  if (needs.length > 0) said.push(t("hint.cards", { cards: list(needs) }));
  return said;
}
