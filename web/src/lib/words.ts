/** Cards, routes, actions and what happened, in words: for the log, for labels and for those who listen. */

import { parse, type Action } from "./actions";
import type { Edition } from "./edition";
import { capital, list, own, t, type Key, type Who } from "./messages";
import type { Entry, LEVELS, ScoreLineInfo, SeatInfo } from "./protocol";

const CARD_KEYS = new Set([
  ...["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink"],
  ...["locomotive", "joker", "bicycle"],
] as const);
const THINGS = new Set(["ticket", "contract", "train", "cart", "tram", "metro"] as const);

type CardKey = typeof CARD_KEYS extends Set<infer K> ? K : never;
type Thing = typeof THINGS extends Set<infer K> ? K : never;
type Colour = Exclude<CardKey, "locomotive" | "joker" | "bicycle"> | "gray";

/** A kind of card by name: red, locomotive. */
export function cardName(edition: Edition, kind: string): string {
  return kind === "wild" ? own(edition.info.wild_name) : colourName(kind);
}

/** A colour by name. */
export function colourName(colour: string): string {
  return t(`colour.${colour as Colour}`);
}

/** A number of cards of a kind: 2 red, 1 locomotive. */
export function cardsOf(edition: Edition, kind: string, n: number): string {
  const key = kind === "wild" ? edition.info.wild_kind : kind;
  if ((CARD_KEYS as Set<string>).has(key)) return t(`cards.${key as CardKey}`, { n });
  return t("cards.other", { n, card: cardName(edition, kind) });
}

/** Cards in one phrase. */
export function cards(edition: Edition, counts: Record<string, number> | readonly string[]): string {
  const counted: Record<string, number> = {};
  if (Array.isArray(counts)) for (const kind of counts as string[]) counted[kind] = (counted[kind] ?? 0) + 1;
  else Object.assign(counted, counts);
  return list(Object.entries(counted).map(([kind, n]) => cardsOf(edition, kind, n)));
}

/** Cards of a payment in one phrase. */
export function payment(
  edition: Edition,
  paid: { colour: string | null; cards: number; wilds: number },
): string {
  const counts: Record<string, number> = {};
  if (paid.colour !== null && paid.cards) counts[paid.colour] = paid.cards;
  if (paid.wilds) counts["wild"] = paid.wilds;
  return cards(edition, counts);
}

function things(name: string, n: number, otherwise: string): string {
  if ((THINGS as Set<string>).has(name)) return t(`count.${name as Thing}`, { n });
  return t("count.other", { n, thing: otherwise });
}

/** A number of tickets, as the edition calls them. */
export function tickets(edition: Edition, n: number): string {
  return things(edition.info.ticket_kind, n, own(edition.info.ticket_name));
}

/** What the edition calls its tickets, several of them. */
export function ticketWord(edition: Edition): string {
  return tickets(edition, 2).replace(/^\d+\s/, "");
}

/** A number of pieces of a kind (train, cart, tram, metro). */
export function pieces(edition: Edition, kind: string, n: number): string {
  return things(kind, n, own(edition.info.piece_names[kind]));
}

/** How to name places: as the board does, or with the reader's own names in brackets too. */
export type Naming = "board" | "known";

function cityName(edition: Edition, id: string, naming: Naming): string {
  return naming === "known" ? edition.cityNames(id) : edition.cityName(id);
}

/** Two places as one phrase. */
export function between(
  edition: Edition,
  { a, b }: { a: string; b: string },
  naming: Naming = "board",
): string {
  return t("route.name", { a: cityName(edition, a, naming), b: cityName(edition, b, naming) });
}

/** A route by its two places alone: where its colour is said beside it, or does not matter. */
export function linkName(edition: Edition, id: string, naming: Naming = "board"): string {
  return between(edition, edition.route(id), naming);
}

/** A route by its two places, with its colour where another track beside it has another one. */
export function routeName(edition: Edition, id: string): string {
  const route = edition.route(id);
  const differs = edition.beside(id).some((other) => other.colour !== route.colour);
  if (!differs) return linkName(edition, id);
  const colour = route.colour === "gray" ? t("route.any_colour") : colourName(route.colour);
  return t("route.double", { a: edition.cityName(route.a), b: edition.cityName(route.b), colour });
}

/** A line of the score sheet: by the edition's own name for it, or by the one that all editions share. */
export function lineName(edition: Edition, line: ScoreLineInfo): string {
  return line.name ? own(line.name) : capital(t(`score.${line.id}` as Key, { tickets: ticketWord(edition) }));
}

/** A ticket by its two places, and by its points where points are counted. */
export function ticketName(edition: Edition, id: string, naming: Naming = "board"): string {
  const ticket = edition.ticket(id);
  const [a, b] = [cityName(edition, ticket.a, naming), cityName(edition, ticket.b, naming)];
  return edition.info.points ? t("ticket.name", { a, b, points: ticket.points }) : t("route.name", { a, b });
}

/** What to call whoever plays in a seat. */
export function seatName(seat: SeatInfo | null | undefined, index = seat?.seat ?? 0): string {
  if (seat?.name) return seat.name;
  if (seat?.kind === "bot" && seat.level) return t("who.bot", { level: levelName(seat.level) });
  return t("who.seat", { n: index + 1 });
}

export function levelName(level: string): string {
  return t(`level.${level as (typeof LEVELS)[number]}`);
}

/** How a bot of a level plays on a board; `learned` are the levels that play with what a network has learned of it. */
export function levelNote(level: (typeof LEVELS)[number], learned: readonly string[]): string {
  if (level === "easy" || level === "medium") return t(`start.level_${level}_note`);
  return t(`start.level_${level}_${learned.includes(level) ? "learned" : "planned"}_note`);
}

/** What an action would do, as a button says it. */
export function actionWords(edition: Edition, action: Action): string {
  switch (action.kind) {
    case "draw_face_up":
      return t("act.draw_face_up", { card: cardsOf(edition, action.card, 1) });
    case "draw_tickets":
      return t("act.draw_tickets", { tickets: ticketWord(edition) });
    case "keep_tickets":
      if (action.tickets.length === 0) return t("act.keep_none");
      return t("act.keep_tickets", { tickets: list(action.tickets.map((id) => ticketName(edition, id))) });
    case "claim":
      return t("act.claim", {
        route: routeName(edition, action.route),
        cards: payment(edition, action),
      });
    case "station":
      return t("act.station", { city: edition.cityName(action.city), cards: payment(edition, action) });
    case "pay_tunnel":
      return t("act.pay_tunnel", { cards: payment(edition, action) });
    case "swap_tickets":
      return t("act.swap_tickets", { tickets: ticketWord(edition) });
    default:
      return t(`act.${action.kind}` satisfies Key);
  }
}

/** The same of an action's text; one of a kind that this page does not know is said as it is written. */
export function actionSaid(edition: Edition, text: string): string {
  const action = parse(text);
  return action ? actionWords(edition, action) : text;
}

/** Who sits in a seat. */
export interface Seated extends Who {
  bot: boolean;
}

/** Who did something: somebody in a seat, or the bot that plays there for them. */
function doer(entry: Entry, who: Seated): Who {
  if (entry.by !== "bot" || who.bot) return who;
  return { name: who.you ? t("who.own_bot") : t("who.their_bot", { who: who.name }), you: false };
}

/** What happened, in one sentence or a few. `whose` tells who sits in a seat. */
export function entryWords(edition: Edition, entry: Entry, whose: (seat: number) => Seated): string[] {
  const who = doer(entry, whose(entry.seat));
  const event = entry.event;
  if (entry.kind === "stand_in") return [t(entry.by === "vote" ? "log.voted" : "log.stand_in", { who })];
  if (entry.kind === "resign") return [t("log.resign", { who })];
  if (entry.kind === "hand_back") return [t("log.hand_back", { who })];
  if (entry.kind === "withdraw") return [t("log.withdraw", { who })];
  if (entry.kind === "undo" || !event) return [t("log.undo", { who })];

  const said: string[] = entry.by === "clock" ? [t("log.clock")] : [];
  const paid = event.cards ? cards(edition, event.cards) : "";
  const route = event.route ? routeName(edition, event.route) : "";
  const n = event.points ?? 0;
  switch (event.kind) {
    case "draw_face_up":
      said.push(t("log.draw_face_up", { who, cards: paid }));
      break;
    case "draw_blind":
    case "draw_cards":
      said.push(
        event.cards
          ? t("log.draw_blind", { who, cards: paid })
          : t("log.draw_hidden", { who, n: event.count ?? 1 }),
      );
      break;
    case "draw_tickets":
      said.push(t("log.draw_tickets", { who, tickets: tickets(edition, event.count ?? 0) }));
      break;
    case "keep_tickets":
      if (event.tickets?.length) {
        const kept = list(event.tickets.map((id) => ticketName(edition, id)));
        said.push(t("log.keep_named", { who, tickets: kept }));
      } else if (event.count == null) said.push(t("log.keep_secret", { who }));
      else {
        const of = tickets(edition, event.offered ?? event.count);
        said.push(t("log.keep_tickets", { who, n: event.count, tickets: of }));
      }
      break;
    case "swap_tickets":
      said.push(t("log.swap_tickets", { who }));
      break;
    case "claim":
      if (event.extra) said.push(t("log.tunnel_extra", { who, route, cards: paid, n: event.extra }));
      else if (!edition.info.points) said.push(t("log.claim", { who, route, cards: paid }));
      else said.push(t("log.claim_points", { who, route, cards: paid, n }));
      if (event.shown?.length) said.push(t("log.tunnel_shown", { shown: cards(edition, event.shown) }));
      break;
    case "pay_tunnel":
      said.push(t("log.pay_tunnel", { who, route, cards: paid, n }));
      break;
    case "decline":
      said.push(t("log.decline", { who, route }));
      break;
    case "station":
      said.push(t("log.station", { who, city: edition.cityName(event.city ?? ""), cards: paid }));
      break;
    case "pass":
      said.push(t("log.pass", { who }));
      break;
    case "undo":
      said.push(t("log.undo", { who }));
      break;
    default:
      event.kind satisfies never;
  }
  if (event.completed?.length) {
    const completed = list(event.completed.map((id) => ticketName(edition, id)));
    said.push(t("log.completed", { who, tickets: completed }));
  }
  if (event.bonus) said.push(t("log.bonus", { who, n: event.bonus }));
  if (event.last_round) said.push(t("log.last_round"));
  if (event.over) said.push(t("log.over"));
  return said;
}
