/** The log turn by turn: what one seat did until another's turn came. */

import type { Entry, Event } from "$lib/protocol";

export interface Turn {
  seat: number;
  entries: Entry[];
}

/** The entries in their order, those of one turn together. */
export function byTurn(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (last && last.seat === entry.seat && !begins(entry, last.entries.at(-1))) last.entries.push(entry);
    else turns.push({ seat: entry.seat, entries: [entry] });
  }
  return turns;
}

/** What can only be the first thing of a turn, and so begins another one of the same seat. */
const FIRST: ReadonlySet<Event["kind"]> = new Set([
  "draw_tickets",
  "swap_tickets",
  "station",
  "pass",
  "draw_cards",
  "claim",
] as const);
/** What may follow in the same turn. */
const THEN: Partial<Record<Event["kind"], readonly Event["kind"][]>> = {
  draw_tickets: ["keep_tickets"],
  claim: ["pay_tunnel", "decline"],
  draw_face_up: ["draw_face_up", "draw_blind"],
  draw_blind: ["draw_face_up", "draw_blind"],
};

function begins(entry: Entry, before: Entry | undefined): boolean {
  const [kind, last] = [entry.event?.kind, before?.event?.kind];
  if (entry.kind !== "action" || before?.kind !== "action" || !kind || !last) return false;
  return FIRST.has(kind) || !(THEN[last] ?? []).includes(kind);
}

/** The cards that an entry shows, by kind: taken, drawn or paid, as far as the viewer may know. */
export function cardsIn(entry: Entry): [string, number][] {
  const { cards } = entry.event ?? {};
  return Object.entries(cards ?? {}).filter(([, n]) => n > 0);
}
