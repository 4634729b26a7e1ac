/** Action texts, taken apart only to group and show them; the page never makes one up: it sends one of the `legal`. */

import { ACTION_WORDS, type ActionKind } from "./protocol";

export interface Payment {
  /** The action's text, to be sent as it is. */
  text: string;
  /** null: wilds alone. */
  colour: string | null;
  cards: number;
  wilds: number;
}

/** What follows the word in the texts of those kinds that have more to say. */
interface Details {
  draw_face_up: { card: string };
  keep_tickets: { tickets: string[] };
  claim: { route: string } & Payment;
  station: { city: string } & Payment;
  pay_tunnel: Payment;
}

/** An action of any kind that the server knows. */
export type Action = {
  [K in ActionKind]: { kind: K; text: string } & (K extends keyof Details ? Details[K] : unknown);
}[ActionKind];

/** The longest word first: `draw blind` is no card called "blind". */
const KINDS = (Object.keys(ACTION_WORDS) as ActionKind[]).sort(
  (a, b) => ACTION_WORDS[b].length - ACTION_WORDS[a].length,
);

function kindOf(text: string): ActionKind | undefined {
  return KINDS.find((kind) => `${text} `.startsWith(`${ACTION_WORDS[kind]} `));
}

function payment(text: string, parts: readonly string[]): Payment {
  const paid: Payment = { text, colour: null, cards: 0, wilds: 0 };
  for (const part of parts) {
    const [colour = "", count = "0"] = part.split("*");
    if (colour === "wild") paid.wilds = Number(count);
    else Object.assign(paid, { colour, cards: Number(count) });
  }
  return paid;
}

/** One action text taken apart; null if it is of a kind that this page does not know. */
export function parse(text: string): Action | null {
  const kind = kindOf(text);
  if (!kind) return null;
  const [first = "", ...rest] = text.slice(ACTION_WORDS[kind].length + 1).split(" ");
  switch (kind) {
    case "draw_face_up":
      return { kind, text, card: first };
    case "keep_tickets":
      return { kind, text, tickets: first === "none" ? [] : [first, ...rest] };
    case "claim":
      return { kind, route: first, ...payment(text, rest) };
    case "station":
      return { kind, city: first, ...payment(text, rest) };
    case "pay_tunnel":
      return { kind, ...payment(text, [first, ...rest]) };
    case "draw_blind":
    case "draw_cards":
    case "draw_tickets":
    case "swap_tickets":
    case "decline":
    case "pass":
      return { kind, text };
  }
}

export interface Grouped {
  /** Payments by route, the sensible one first. */
  claims: Map<string, Payment[]>;
  /** Payments by place, the sensible one first. */
  stations: Map<string, Payment[]>;
  /** Face-up cards that may be taken: text by card. */
  draws: Map<string, string>;
  keeps: { text: string; tickets: string[] }[];
  /** Payments that the tunnel asks for on top. */
  pays: Payment[];
  drawBlind: string | null;
  drawCards: string | null;
  drawTickets: string | null;
  swapTickets: string | null;
  decline: string | null;
  pass: string | null;
}

/** The legal actions by what they are about. `hand` decides which payment is the sensible one. */
export function group(legal: readonly string[] | null, hand: Record<string, number> | null): Grouped {
  const grouped: Grouped = {
    claims: new Map(),
    stations: new Map(),
    draws: new Map(),
    keeps: [],
    pays: [],
    drawBlind: null,
    drawCards: null,
    drawTickets: null,
    swapTickets: null,
    decline: null,
    pass: null,
  };
  const push = (to: Map<string, Payment[]>, key: string, paid: Payment) => {
    const known = to.get(key);
    if (known) known.push(paid);
    else to.set(key, [paid]);
  };
  for (const text of legal ?? []) {
    const action = parse(text);
    if (!action) continue;
    switch (action.kind) {
      case "claim":
        push(grouped.claims, action.route, action);
        break;
      case "station":
        push(grouped.stations, action.city, action);
        break;
      case "pay_tunnel":
        grouped.pays.push(action);
        break;
      case "draw_face_up":
        grouped.draws.set(action.card, text);
        break;
      case "keep_tickets":
        grouped.keeps.push(action);
        break;
      case "draw_blind":
        grouped.drawBlind = text;
        break;
      case "draw_cards":
        grouped.drawCards = text;
        break;
      case "draw_tickets":
        grouped.drawTickets = text;
        break;
      case "swap_tickets":
        grouped.swapTickets = text;
        break;
      case "decline":
        grouped.decline = text;
        break;
      case "pass":
        grouped.pass = text;
        break;
      default:
        action satisfies never;
    }
  }
  for (const payments of [...grouped.claims.values(), ...grouped.stations.values(), grouped.pays])
    payments.sort((a, b) => compare(a, b, hand ?? {}));
  return grouped;
}

/** Fewest wilds first; then the colour of which most would be left. */
function compare(a: Payment, b: Payment, hand: Record<string, number>): number {
  const left = (paid: Payment) => (paid.colour === null ? 0 : (hand[paid.colour] ?? 0) - paid.cards);
  return a.wilds - b.wilds || left(b) - left(a);
}

/** The legal action that keeps exactly these tickets. */
export function keepText(keeps: Grouped["keeps"], chosen: ReadonlySet<string>): string | null {
  const found = keeps.find(
    (keep) => keep.tickets.length === chosen.size && keep.tickets.every((t) => chosen.has(t)),
  );
  return found?.text ?? null;
}
