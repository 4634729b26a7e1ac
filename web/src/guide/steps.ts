/** What the guide of a first game says: about this board, this hand and these tickets, in the steps that the edition's rules have. */

import type { Grouped } from "$lib/actions";
import type { Edition } from "$lib/edition";
import { capital, knows, list, t } from "$lib/messages";
import type { RouteInfo, View } from "$lib/protocol";
import { cards as cardsWords, cardsOf, linkName, pieces, ticketWord } from "$lib/words";
import type { Lit } from "../board/lit";
import type { Path } from "../board/paths";

/** In the order in which a first game meets them. A station is spoken of only when one would help. */
export const STEPS = ["tickets", "draw", "claim", "end", "station"] as const;
export type StepId = (typeof STEPS)[number];

/** What the guide looks at. */
export interface Situation {
  edition: Edition;
  view: View;
  legal: Grouped;
  /** Whether the seat may act now. */
  may: boolean;
  /** Tickets ticked among those offered. */
  keeping: ReadonlySet<string>;
  /** Own tickets that are joined already. */
  completed: ReadonlySet<string>;
  path: (ticket: string) => Path | null;
}

export interface Step {
  id: StepId;
  /** Sentences. */
  says: string[];
  lit: Lit | null;
  /** The part of the table it speaks of. */
  at: "keep" | "display" | "board" | null;
}

/** The steps that an edition has. */
export function stepsOf(edition: Edition): StepId[] {
  return STEPS.filter((step) => step !== "station" || edition.info.stations.length > 0);
}

/** What to say now, if anything; `done` has been said. */
export function stepNow(now: Situation, done: ReadonlySet<StepId>): Step | null {
  const wanted = (step: StepId) => !done.has(step) && stepsOf(now.edition).includes(step);
  if (!now.may || now.view.outcome) return null;
  if (now.legal.keeps.length > 0) return wanted("tickets") ? choosing(now) : null;
  if (wanted("tickets")) {
    const step = aim(now);
    if (step) return step;
  }
  if (now.view.phase === "second_card") return wanted("draw") && wanted("claim") ? second(now) : null;
  if (now.view.phase !== "turn") return null;
  if (wanted("claim")) {
    const step = claim(now);
    if (step) return step;
  }
  // Until the first route, cards are what a turn is for.
  if (wanted("draw") && wanted("claim")) return draw(now);
  if (wanted("station")) {
    const step = station(now);
    if (step) return step;
  }
  return wanted("end") && done.has("claim") ? end(now) : null;
}

const ticketName = ({ edition }: Situation, id: string) => {
  const { a, b } = edition.ticket(id);
  return t("route.name", { a: edition.cityName(a), b: edition.cityName(b) });
};

const points = (n: number) => t("count.points", { n });

/** The pieces that are laid, as one word. */
function pieceWord(edition: Edition): string {
  const kinds = Object.keys(edition.info.pieces);
  return kinds.length === 1 ? pieces(edition, kinds[0]!, 2).replace(/^\d+\s/, "") : t("guide.pieces");
}

/** Tickets still to be completed that have a free path, the one that asks for the fewest cards first. */
function open({ completed, path }: Situation, ids: readonly string[]): { id: string; path: Path }[] {
  return ids
    .filter((id) => !completed.has(id))
    .map((id) => ({ id, path: path(id) }))
    .filter((one): one is { id: string; path: Path } => one.path !== null)
    .sort((a, b) => a.path.cards - b.path.cards);
}

function light({ edition }: Situation, id: string, path: Path | null): Lit {
  const { a, b } = edition.ticket(id);
  return path ? { places: [a, b], routes: path.routes } : { places: [a, b], ties: [[a, b]] };
}

function choosing(now: Situation): Step | null {
  const { edition, view, legal, keeping } = now;
  const easiest = open(now, view.offered ?? [])[0];
  if (!easiest) return null;
  const enough = legal.keeps.some(
    (keep) => keep.tickets.length === keeping.size && keep.tickets.every((id) => keeping.has(id)),
  );
  if (enough) return { id: "tickets", says: [t("guide.keep_go")], lit: null, at: "keep" };
  const ticket = ticketName(now, easiest.id);
  return {
    id: "tickets",
    says: [
      t("guide.keep", { tickets: ticketWord(edition) }),
      t("guide.keep_worth", {
        ticket,
        pieces: pieceWord(edition),
        points: points(edition.ticket(easiest.id).points),
      }),
      t("guide.path", { n: easiest.path.cards }),
    ],
    // What is ticked lights up by itself.
    lit: keeping.size > 0 ? null : light(now, easiest.id, easiest.path),
    at: "keep",
  };
}

function aim(now: Situation): Step | null {
  const { edition, view } = now;
  const first = open(now, view.tickets ?? [])[0];
  if (!first) return null;
  const ticket = ticketName(now, first.id);
  const word = pieceWord(edition);
  const goal = edition.info.goal;
  return {
    id: "tickets",
    says: [
      edition.info.points
        ? t("guide.aim", { ticket, pieces: word, points: points(edition.ticket(first.id).points) })
        : t("guide.aim_plain", { ticket, pieces: word }),
      t("guide.path", { n: first.path.cards }),
      ...(goal === null ? [] : [t("guide.goal", { n: goal, tickets: ticketWord(edition) })]),
    ],
    lit: light(now, first.id, first.path),
    at: "board",
  };
}

interface Missing {
  ticket: string;
  route: RouteInfo;
  /** The colour to pay it with. */
  colour: string;
  /** Cards that are not in the hand yet. */
  short: number;
}

/** The routes on the paths of the tickets that are not completed, the one that lacks the fewest cards first. */
function missing(now: Situation): Missing[] {
  const hand = now.view.hand ?? {};
  const wilds = hand["wild"] ?? 0;
  const colours = Object.keys(now.edition.info.cards).filter((kind) => kind !== "wild");
  return open(now, now.view.tickets ?? [])
    .flatMap(({ id, path }) => path.missing.map((route) => ({ ticket: id, route: now.edition.route(route) })))
    .map(({ ticket, route }) => {
      const best = colours.reduce((a, b) => ((hand[b] ?? 0) > (hand[a] ?? 0) ? b : a), colours[0] ?? "wild");
      const colour = route.colour === "gray" ? best : route.colour;
      const coloured = Math.min(hand[colour] ?? 0, route.cards - route.ferry);
      return { ticket, route, colour, short: Math.max(0, route.cards - coloured - wilds) };
    })
    .sort((a, b) => a.short - b.short || b.route.cards - a.route.cards);
}

/** What a route costs: 3 red; 2 locomotives and 1 card of one colour. */
function cost(edition: Edition, route: RouteInfo): string {
  const rest = route.cards - route.ferry;
  const parts = route.ferry > 0 ? [cardsOf(edition, "wild", route.ferry)] : [];
  if (rest > 0)
    parts.push(
      route.colour === "gray" ? t("guide.one_colour", { n: rest }) : cardsOf(edition, route.colour, rest),
    );
  return list(parts);
}

function draw(now: Situation): Step | null {
  const { edition, view, legal } = now;
  const next = missing(now)[0];
  const blind = legal.drawBlind ?? legal.drawCards;
  if (!next || (!blind && legal.draws.size === 0)) return null;
  const hand = view.hand ?? {};
  const held = [next.colour, "wild"].filter((kind) => (hand[kind] ?? 0) > 0);
  // A ferry may lack only its wilds.
  const coloured = (hand[next.colour] ?? 0) >= next.route.cards - next.route.ferry;
  const lies = (coloured ? ["wild"] : [next.colour, "wild"]).find((kind) => legal.draws.has(kind));
  return {
    id: "draw",
    says: [
      t("guide.draw", { route: linkName(edition, next.route.id), ticket: ticketName(now, next.ticket) }),
      held.length > 0
        ? t("guide.draw_cost", {
            cost: cost(edition, next.route),
            have: cardsWords(edition, Object.fromEntries(held.map((kind) => [kind, hand[kind]!]))),
          })
        : t("guide.draw_nothing", { cost: cost(edition, next.route) }),
      lies ? t("guide.draw_open", { card: cardsOf(edition, lies, 1) }) : t("guide.draw_pile"),
    ],
    lit: { places: [next.route.a, next.route.b], routes: [next.route.id] },
    at: "display",
  };
}

function second({ edition, view, legal }: Situation): Step {
  const says = [t("guide.second")];
  if (view.display.includes("wild") && !legal.draws.has("wild"))
    says.push(t("guide.second_wild", { cards: cardsOf(edition, "wild", 1) }));
  return { id: "draw", says, lit: null, at: "display" };
}

function claim(now: Situation): Step | null {
  const { edition, view, legal } = now;
  const useful = missing(now).find(({ route }) => legal.claims.has(route.id));
  const others = open(now, view.tickets ?? []).length > 0;
  const dearest = [...legal.claims.keys()]
    .map((id) => edition.route(id))
    .sort((a, b) => b.points - a.points || b.cards - a.cards)[0];
  const route = useful?.route ?? (others ? undefined : dearest);
  if (!route) return null;
  const name = linkName(edition, route.id);
  const says = [
    useful
      ? t("guide.claim", { route: name, ticket: ticketName(now, useful.ticket) })
      : t("guide.claim_any", { route: name }),
  ];
  if (edition.info.points) says.push(t("guide.claim_points", { n: route.points }));
  if (route.tunnel) says.push(t("guide.tunnel"));
  if (route.ferry > 0) says.push(t("guide.ferry", { cards: cardsOf(edition, "wild", route.ferry) }));
  if (route.carts) says.push(t("guide.carts"));
  if (route.cards !== route.length) says.push(t("guide.leap", { piece: pieces(edition, route.piece, 1) }));
  return {
    id: "claim",
    says,
    lit: { places: [route.a, route.b], routes: [route.id] },
    at: "board",
  };
}

function station(now: Situation): Step | null {
  const { edition, view, legal, completed, path } = now;
  for (const id of view.tickets ?? []) {
    if (completed.has(id) || path(id) !== null) continue;
    const { a, b } = edition.ticket(id);
    const city = [a, b].find((place) => legal.stations.has(place));
    if (city)
      return {
        id: "station",
        says: [t("guide.station", { ticket: ticketName(now, id), city: edition.cityName(city) })],
        lit: { places: [a, b] },
        at: null,
      };
  }
  return null;
}

function end({ edition, view }: Situation): Step {
  const { info } = edition;
  const me = view.seat === null ? null : view.players[view.seat];
  const tickets = ticketWord(edition);
  const says: string[] = [];
  if (info.goal !== null) {
    says.push(
      t("guide.goal", { n: info.goal, tickets }),
      t("guide.goal_completed", { n: me?.completed.length ?? 0 }),
    );
    if (info.east.length > 0)
      says.push(
        t("guide.bridge", {
          east: list(info.east.map((city) => edition.cityName(city))),
          west: list(info.west.map((city) => edition.cityName(city))),
        }),
      );
  } else {
    const left = Object.values(me?.pieces ?? {}).reduce((sum, n) => sum + n, 0);
    says.push(t("guide.last_round", { n: info.last_round_at, pieces: pieceWord(edition), left }));
    says.push(capital(t("guide.end_tickets", { tickets })));
    for (const line of info.score) {
      const key = `guide.line_${line.id}`;
      const most = line.by_rank[view.seats]?.[0] ?? line.points;
      if (knows(key)) says.push(t(key, { points: points(most), tickets }));
    }
  }
  return { id: "end", says, lit: null, at: null };
}
