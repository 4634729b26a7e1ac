import { beforeAll, expect, test } from "vitest";
import { group } from "$lib/actions";
import { Edition } from "$lib/edition";
import { need } from "$lib/messages";
import { settings } from "$lib/settings.svelte";
import type { EditionInfo, RouteInfo, View } from "$lib/protocol";
import { cheapestPath } from "../board/paths";
import { stepNow, stepsOf, type Situation, type StepId } from "./steps";

const route = (id: string, colour: string, cards: number, more: Partial<RouteInfo> = {}) => {
  const [a = "", b = ""] = id.split("-");
  const plain = {
    length: cards,
    piece: "train",
    double: false,
    tunnel: false,
    ferry: 0,
    carts: false,
    twin: null,
  };
  return { id, a, b, colour, cards, points: cards, ...plain, ...more };
};
const line = (id: string, points: number) => ({ id, name: null, points, by_rank: {} });
const city = (id: string) => ({ id, name: id.toUpperCase(), names: { en: id.toUpperCase() } });

// a – b – c – d in a row
const info = {
  id: "nameless",
  cards: { red: 12, blue: 12, wild: 14 },
  pieces: { train: 20 },
  piece_names: { train: { en: "trains" } },
  wild_name: { en: "locomotive" },
  wild_kind: "locomotive",
  ticket_name: { en: "ticket" },
  ticket_kind: "ticket",
  display: 5,
  stations: [] as number[],
  last_round_at: 2,
  points: true,
  score: [] as { id: string; name: null; points: number; by_rank: Record<string, number[]> }[],
  goal: null as number | null,
  east: [] as string[],
  west: [] as string[],
  cities: ["a", "b", "c", "d"].map(city),
  routes: [route("a-b", "red", 3), route("b-c", "gray", 2), route("c-d", "blue", 1, { tunnel: true })],
  tickets: [
    { id: "a-b", a: "a", b: "b", points: 3, long: false },
    { id: "a-c", a: "a", b: "c", points: 5, long: false },
  ],
};

interface At {
  legal: string[];
  info?: Partial<typeof info>;
  phase?: string;
  hand?: Record<string, number>;
  tickets?: string[];
  offered?: string[];
  taken?: string[];
}

function at({
  legal,
  info: other,
  phase = "turn",
  hand = {},
  tickets = [],
  offered = [],
  taken = [],
}: At): Situation {
  const edition = new Edition({ ...info, ...other } as unknown as EditionInfo);
  const player = { completed: [], pieces: { train: 17 } };
  const view = { seat: 0, seats: 2, phase, hand, tickets, offered, players: [player, player], outcome: null };
  const display = ["red", "wild", "blue", "blue", "blue"];
  return {
    edition,
    view: { ...view, display } as unknown as View,
    legal: group(legal, hand),
    may: true,
    keeping: new Set(),
    completed: new Set(),
    path: (id) =>
      cheapestPath(info.routes, edition.ticket(id).a, edition.ticket(id).b, new Set(), new Set(taken)),
  };
}
const none = new Set<StepId>();
const said = (now: Situation, done: Iterable<StepId> = none) => {
  const step = stepNow(now, new Set(done));
  return step && [step.id, step.says.join(" ")];
};

beforeAll(async () => {
  settings.language = "en";
  await need("words", "table");
});

test("choosing tickets, it speaks of the one that takes the fewest cards", () => {
  const now = at({ legal: ["keep a-b", "keep a-c"], phase: "setup", offered: ["a-c", "a-b"] });
  expect(said(now)).toEqual(["tickets", expect.stringMatching(/A – B: .*trains.*3 points.*takes 3 cards/)]);
  expect(stepNow(now, none)!.lit).toEqual({ places: ["a", "b"], routes: ["a-b"] });
  expect(said({ ...now, keeping: new Set(["a-c"]) })).toEqual([
    "tickets",
    expect.stringMatching(/^That is enough/),
  ]);
});

test("with tickets in hand it says what they are for; with a goal, how many end the game", () => {
  const held = { legal: ["draw blind"], tickets: ["a-c"] };
  expect(said(at(held))).toEqual([
    "tickets",
    expect.stringMatching(/^A – C is yours.*5 points.*takes 5 cards/),
  ]);
  const race = said(at({ ...held, legal: ["draw cards"], info: { goal: 6, points: false, display: 0 } }))!;
  expect(race[1]).toMatch(/first to have completed 6 tickets wins/);
  expect(race[1]).not.toMatch(/point/);
});

test("too few cards: it names the route, what it costs, what there is, and a card that lies there", () => {
  const now = at({ legal: ["draw red", "draw blind"], hand: { red: 1 }, tickets: ["a-b"] });
  expect(said(now, ["tickets"])).toEqual([
    "draw",
    "A – B lies on the way of A – B. It costs 3 red; you have 1 red. So draw cards: 1 red lies face up, tap it.",
  ]);
  const blind = at({ legal: ["draw blind"], hand: {}, tickets: ["a-b"] });
  expect(said(blind, ["tickets"])![1]).toMatch(/none of them yet.*tap the pile/);
});

test("the second card: a wild that may not be taken is spoken of", () => {
  const now = at({ legal: ["draw red", "draw blind"], phase: "second_card", tickets: ["a-b"] });
  expect(said(now, ["tickets"])![1]).toMatch(/second card.*Only 1 locomotive/);
});

test("enough cards for a route on the path of a ticket: it says which, and what is special about it", () => {
  const paid = at({ legal: ["claim a-b red*3", "draw blind"], hand: { red: 3 }, tickets: ["a-c"] });
  expect(said(paid, ["tickets"])).toEqual([
    "claim",
    expect.stringMatching(/^You can pay for A – B, .*A – C.*3 points/),
  ]);
  const beside = at({ legal: ["claim c-d blue*1", "draw blind"], hand: { blue: 1 }, tickets: ["a-b"] });
  expect(said(beside, ["tickets"])![0]).toBe("draw");
  const any = at({ legal: ["claim c-d blue*1"], hand: { blue: 1 } });
  expect(said(any, ["tickets"])).toEqual(["claim", expect.stringMatching(/glow, C – D.*It is a tunnel/)]);
});

test("after the first route: how the game ends, by the numbers of the edition", () => {
  const now = at({
    legal: ["draw blind"],
    tickets: ["a-b"],
    info: { stations: [1, 2], score: [line("stations", 4), line("longest_path", 10)] },
  });
  const [step, words] = said(now, ["tickets", "draw", "claim"])!;
  expect(step).toBe("end");
  expect(words).toMatch(
    /2 or fewer trains left.*you have 17.*station.*4 points.*longest path gets 10 points/,
  );
});

test("a station is spoken of when no free path is left, and only where there are stations", () => {
  const now = {
    legal: ["station a red*1", "draw blind"],
    hand: { red: 1 },
    tickets: ["a-b"],
    taken: ["a-b"],
  };
  const done: StepId[] = ["tickets", "draw", "claim", "end"];
  expect(said(at({ ...now, info: { stations: [1] } }), done)).toEqual([
    "station",
    expect.stringMatching(/station in A/),
  ]);
  expect(said(at(now), done)).toBeNull();
  expect(stepsOf(at(now).edition)).not.toContain("station");
});
