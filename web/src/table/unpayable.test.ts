/** What a route costs that the hand does not pay for. */

import { beforeAll, expect, test } from "vitest";
import { Edition } from "$lib/edition";
import { need } from "$lib/messages";
import type { EditionInfo, RouteInfo, View } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { whyUnpayable } from "./unpayable";

const edition = new Edition({
  wild_name: { en: "locomotive", nl: "locomotief", sv: "lokomotiv" },
  piece_names: { train: { en: "trains", nl: "treinen", sv: "tåg" } },
  wild_kind: "locomotive",
  cities: [],
  routes: [],
  tickets: [],
} as unknown as EditionInfo);

const route = (told: Partial<RouteInfo>): RouteInfo =>
  ({
    id: "a-b",
    length: 2,
    cards: 2,
    colour: "gray",
    piece: "train",
    ferry: 0,
    twin: null,
    ...told,
  }) as RouteInfo;
const view = (hand: Record<string, number>, trains = 45, routes: string[] = []): View =>
  ({ hand, players: [{ pieces: { train: trains }, routes }] }) as unknown as View;
const why = (told: Partial<RouteInfo>, hand: Record<string, number>, trains?: number, routes?: string[]) =>
  whyUnpayable(edition, route(told), view(hand, trains, routes), 0);

beforeAll(async () => {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
  settings.language = "en";
  await need("words", "table");
});

test("a ferry of two with two locomotives takes them and nothing else", () => {
  expect(why({ ferry: 2 }, { red: 5, wild: 1 })).toBe("It takes 2 locomotives. You have 1 locomotive.");
});

test("a longer ferry takes its locomotives and the rest in one colour", () => {
  expect(why({ length: 4, cards: 4, ferry: 2 }, { red: 1, blue: 3, wild: 1 })).toBe(
    "It takes 2 locomotives and 2 cards of one colour. At most you have 3 blue and 1 locomotive.",
  );
  expect(why({ length: 2, cards: 2, ferry: 1 }, {})).toBe(
    "It takes 1 locomotive and 1 card of any colour. You have 0 locomotives.",
  );
});

test("a gray route takes cards of one colour, a coloured one its own", () => {
  expect(why({ length: 3, cards: 3 }, { red: 2 })).toBe(
    "It takes 3 cards of one colour. At most you have 2 red and 0 locomotives.",
  );
  expect(why({ colour: "blue" }, { red: 4, wild: 1 })).toBe(
    "It takes 2 blue. You have 0 blue and 1 locomotive.",
  );
});

test("too few pieces, or the twin of one's own, are told as what they are", () => {
  expect(why({ length: 3, cards: 3 }, { red: 3 }, 2)).toBe("It takes 3 trains. You have 2 trains left.");
  expect(why({ twin: "a-b/2" }, { red: 3 }, 45, ["a-b/2"])).toBe(
    "You have the other track already: nobody may have both.",
  );
});

test("Dutch and Swedish say so too", async () => {
  settings.language = "nl";
  await need("words", "table");
  expect(why({ ferry: 2 }, { wild: 1 })).toBe("Nodig: 2 locomotieven. Je hebt 1 locomotief.");
  settings.language = "sv";
  await need("words", "table");
  expect(why({ ferry: 2 }, { wild: 1 })).toBe("Den kostar 2 lok. Du har 1 lok.");
});
