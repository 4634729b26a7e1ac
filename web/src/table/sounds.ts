/** What is heard when something happens: the most important thing that it did. */

import type { Event } from "$lib/protocol";
import type { Sound } from "$lib/sound";

const OF_KIND: Record<string, Sound> = {
  draw_face_up: "card",
  draw_blind: "card",
  draw_cards: "card",
  draw_tickets: "ticket",
  keep_tickets: "ticket",
  swap_tickets: "ticket",
  station: "station",
  pay_tunnel: "claim",
  let_go: "no",
};

export function soundOf(event: Event | null): Sound | null {
  if (!event) return null;
  if (event.over) return "end";
  if (event.last_round) return "last";
  if (event.made?.length) return "made";
  // A tunnel is heard when its cards are turned, and claimed when they are paid.
  if (event.kind === "claim") return event.extra || event.shown?.length ? null : "claim";
  return OF_KIND[event.kind] ?? null;
}
