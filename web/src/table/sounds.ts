/** What is heard when something happens: the most important thing that it did. */

import type { Event } from "$lib/protocol";
import type { Sound } from "$lib/sound";

const OF_KIND: Record<Event["kind"], Sound | null> = {
  draw_face_up: "card",
  draw_blind: "card",
  draw_cards: "card",
  draw_tickets: "ticket",
  keep_tickets: "ticket",
  swap_tickets: "ticket",
  station: "station",
  claim: "claim",
  pay_tunnel: "claim",
  decline: "no",
  pass: null,
  undo: null,
};

export function soundOf(event: Event | null): Sound | null {
  if (!event) return null;
  if (event.over) return "end";
  if (event.last_round) return "last";
  if (event.completed?.length) return "completed";
  // A tunnel is heard when its cards are turned, and claimed when they are paid.
  if (event.kind === "claim" && (event.extra || event.shown?.length)) return null;
  return OF_KIND[event.kind];
}
