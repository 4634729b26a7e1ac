/** What a server would tell, for unit tests: whole messages of which a test says only what matters to it. */

import { Edition } from "$lib/edition";
import type {
  Clocks,
  EditionInfo,
  Entry,
  Event,
  PlayerView,
  RouteInfo,
  SeatInfo,
  TableInfo,
  TicketInfo,
  View,
} from "$lib/protocol";

export const CLOCKS: Clocks = { now: 0, turn_began: null, due: null, until: [], banks: [] };

export const seat = (number: number, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat: number,
  kind: "person",
  taken: true,
  level: null,
  name: `P${number}`,
  colour: ["red", "blue", "green"][number] ?? null,
  ready: true,
  standing_in: null,
  why: null,
  muted: false,
  votes: [],
  ...more,
});

export const table = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    code: "abcde23456",
    status: "playing",
    edition: "nameless",
    rules: 1,
    seats: [seat(0), seat(1)],
    settings: { hints: true, undo: true, chat: true },
    number: 0,
    to_move: 0,
    choosing: [],
    deal: null,
    ...more,
  }) as TableInfo;

export const player = (more: Partial<PlayerView> = {}): PlayerView => ({
  cards: 4,
  seen: {},
  tickets: 2,
  offered: 0,
  completed: [],
  pieces: { train: 45 },
  routes: [],
  stations: [],
  stations_left: 3,
  score: 0,
  bonus: 0,
  ...more,
});

export const view = (more: Partial<View> = {}): View => ({
  edition: "nameless",
  rules: 1,
  seats: 2,
  seat: 0,
  turn: 0,
  phase: "turn",
  to_move: 0,
  last_round: null,
  players: [player(), player()],
  closed: [],
  display: ["red", "blue"],
  pile: 50,
  discards: {},
  ticket_pile: 20,
  bonus_pile: 0,
  tunnel: null,
  hand: { red: 3 },
  tickets: [],
  offered: null,
  chosen: null,
  joined: [],
  given_back: null,
  legal: null,
  outcome: null,
  ...more,
});

export const entry = (number: number, seat: number, event: Partial<Event> = {}): Entry => ({
  number,
  at: 0,
  kind: "action",
  seat,
  by: "person",
  level: null,
  event: { kind: "draw_blind", seat, ...event },
});

const route = (id: string, more: Partial<RouteInfo> = {}): RouteInfo => {
  const [a = "", b = ""] = id.split("/")[0]!.split("-");
  return {
    id,
    a,
    b,
    length: 2,
    cards: 2,
    colour: "red",
    piece: "train",
    double: false,
    tunnel: false,
    ferry: 0,
    carts: false,
    twin: null,
    points: 2,
    ...more,
  };
};
const ticket = (id: string, points: number): TicketInfo => {
  const [a = "", b = ""] = id.split("-");
  return { id, a, b, points, long: false };
};

/** a – b – c – d in a row, b – c double, and c – d a tunnel. */
export const edition = new Edition({
  id: "nameless",
  rules: 1,
  newest: true,
  title: { en: "Nameless" },
  goal: null,
  translated: false,
  wild_name: { en: "locomotive" },
  wild_kind: "locomotive",
  ticket_name: { en: "ticket" },
  ticket_kind: "ticket",
  cards: { red: 12, blue: 12, wild: 14 },
  pieces: { train: 45 },
  piece_names: { train: { en: "trains" } },
  display: 2,
  stations: [1, 2, 3],
  mechanics: [],
  cities: ["a", "b", "c", "d"].map((id) => ({ id, name: id.toUpperCase(), names: {} })),
  routes: [
    route("a-b"),
    route("b-c/1", { twin: "b-c/2", double: true }),
    route("b-c/2", { twin: "b-c/1", double: true, colour: "blue" }),
    route("c-d", { tunnel: true, cards: 3, length: 3 }),
  ],
  tickets: [ticket("a-c", 5), ticket("a-d", 9)],
} as unknown as EditionInfo);
