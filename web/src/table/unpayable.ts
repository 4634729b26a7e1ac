/** Why the hand does not pay for a route that is free, in one or two sentences. */

import type { Edition } from "$lib/edition";
import { t } from "$lib/messages";
import type { RouteInfo, View } from "$lib/protocol";
import { cardsOf, pieces } from "$lib/words";

export function whyUnpayable(edition: Edition, route: RouteInfo, view: View, seat: number): string {
  const player = view.players[seat];
  if (route.twin && player?.routes.includes(route.twin)) return t("route.own_twin");
  const left = player?.pieces[route.piece] ?? 0;
  if (left < route.length)
    return t("route.few_pieces", {
      need: pieces(edition, route.piece, route.length),
      have: pieces(edition, route.piece, left),
    });
  return `${costOf(edition, route)} ${haveOf(edition, route, view.hand ?? {})}`;
}

/** What the route takes: the wild cards of a ferry are some of its cards, not more of them. */
function costOf(edition: Edition, route: RouteInfo): string {
  const others = route.cards - route.ferry;
  const wilds = cardsOf(edition, "wild", route.ferry);
  if (others === 0) return t("route.takes", { cards: wilds });
  const rest =
    route.colour === "gray" ? t("count.one_colour", { n: others }) : cardsOf(edition, route.colour, others);
  return route.ferry > 0 ? t("route.takes_ferry", { wilds, cards: rest }) : t("route.takes", { cards: rest });
}

/** What there is of that in the hand: of a gray route, the colour of which there is most. */
function haveOf(edition: Edition, route: RouteInfo, hand: Record<string, number>): string {
  const wilds = cardsOf(edition, "wild", hand["wild"] ?? 0);
  if (route.cards === route.ferry) return t("route.have", { cards: wilds });
  let colour = route.colour;
  if (colour === "gray") {
    const held = Object.entries(hand).filter(([kind, n]) => kind !== "wild" && n > 0);
    const most = held.sort(([, a], [, b]) => b - a)[0];
    if (!most) return t("route.have", { cards: wilds });
    colour = most[0];
  }
  const key = route.colour === "gray" ? "route.have_most" : "route.have_both";
  return t(key, { cards: cardsOf(edition, colour, hand[colour] ?? 0), wilds });
}
