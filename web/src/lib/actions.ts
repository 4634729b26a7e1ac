/** Action texts, taken apart only to group and show them; the page never makes one up: it sends one of the `legal`. */

export interface Payment {
  /** The action's text, to be sent as it is. */
  text: string;
  /** null: wilds alone. */
  colour: string | null;
  cards: number;
  wilds: number;
}

export type Action =
  | { kind: "draw"; text: string; card: string }
  | { kind: "draw_blind"; text: string }
  | { kind: "draw_cards"; text: string }
  | { kind: "draw_tickets"; text: string }
  | { kind: "swap_tickets"; text: string }
  | { kind: "keep"; text: string; tickets: string[] }
  | ({ kind: "claim"; route: string } & Payment)
  | ({ kind: "station"; city: string } & Payment)
  | ({ kind: "pay" } & Payment)
  | { kind: "let_go"; text: string }
  | { kind: "pass"; text: string };

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
  const [verb, first = "", ...rest] = text.split(" ");
  switch (verb) {
    case "draw":
      if (first === "blind") return { kind: "draw_blind", text };
      if (first === "cards") return { kind: "draw_cards", text };
      if (first === "tickets") return { kind: "draw_tickets", text };
      return { kind: "draw", text, card: first };
    case "keep":
      return { kind: "keep", text, tickets: first === "none" ? [] : [first, ...rest] };
    case "swap":
      return { kind: "swap_tickets", text };
    case "claim":
      return { kind: "claim", route: first, ...payment(text, rest) };
    case "station":
      return { kind: "station", city: first, ...payment(text, rest) };
    case "pay":
      return { kind: "pay", ...payment(text, [first, ...rest]) };
    case "let":
      return { kind: "let_go", text };
    case "pass":
      return { kind: "pass", text };
    default:
      return null;
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
  letGo: string | null;
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
    letGo: null,
    pass: null,
  };
  const push = (to: Map<string, Payment[]>, key: string, paid: Payment) => {
    const known = to.get(key);
    if (known) known.push(paid);
    else to.set(key, [paid]);
  };
  for (const text of legal ?? []) {
    const action = parse(text);
    switch (action?.kind) {
      case "claim":
        push(grouped.claims, action.route, action);
        break;
      case "station":
        push(grouped.stations, action.city, action);
        break;
      case "pay":
        grouped.pays.push(action);
        break;
      case "draw":
        grouped.draws.set(action.card, text);
        break;
      case "keep":
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
      case "let_go":
        grouped.letGo = text;
        break;
      case "pass":
        grouped.pass = text;
        break;
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
