import { beforeAll, describe, expect, test } from "vitest";
import { group } from "$lib/actions";
import { need, t } from "$lib/messages";
import type { View } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Session } from "../play/session.svelte";
import { view } from "../testing/told";
import { statusOf, type Around } from "./status";

interface At extends Partial<Around> {
  view?: Partial<View>;
  mine?: boolean;
  legal?: string[];
  placing?: boolean;
  waits?: boolean;
  covered?: boolean;
  choosing?: number[];
  spectator?: boolean;
}

function at({ view: more, mine = true, legal = [], choosing = [], spectator = false, ...rest }: At): string {
  const session = {
    view: view(more),
    mine,
    legal: group(legal, {}),
    placing: rest.placing ?? false,
    waits: rest.waits ?? false,
    covered: rest.covered ?? false,
    table: { moving: 1, choosing, spectator },
    name: (seat: number) => `P${seat}`,
  } as unknown as Session;
  const { layout = "wide", next = null, starting = false, standIn = false } = rest;
  return statusOf(session, { layout, next, starting, standIn });
}

beforeAll(() => {
  settings.language = "en";
  return need("words", "table");
});

describe("one's own turn", () => {
  test.each([
    ["setup", "keep"],
    ["keep_tickets", "keep"],
    ["second_card", "second"],
    ["tunnel", "tunnel"],
    ["turn", "mine"],
  ] as const)("asks in phase %s to %s", (phase, key) => {
    expect(at({ view: { phase } })).toBe(t(`status.${key}`));
    expect(at({ view: { phase }, layout: "tall" })).toBe(t(`status.brief_${key}`));
  });
  test("says when there is nothing but to pass, or a place to choose", () => {
    expect(at({ legal: ["pass"] })).toBe(t("status.pass"));
    expect(at({ placing: true })).toBe(t("status.station"));
  });
  test("is the bot's that stands in", () => {
    expect(at({ standIn: true })).toBe(t("stand_in.playing"));
    expect(at({ standIn: true, mine: false })).toBe(t("status.other", { who: "P1" }));
  });
});

describe("somebody else's turn", () => {
  test("names them, and tells watchers that they watch", () => {
    expect(at({ mine: false })).toBe(t("status.other", { who: "P1" }));
    expect(at({ mine: false, layout: "low" })).toBe(t("status.brief_other", { who: "P1" }));
    expect(at({ mine: false, spectator: true })).toBe(t("status.watching", { who: "P1" }));
  });
  test("says when a bot is still getting ready", () => {
    expect(at({ mine: false, starting: true })).toBe(t("who.starting"));
  });
  test("names those who choose their first tickets, up to two of them", () => {
    expect(at({ mine: false, choosing: [1] })).toBe(t("status.others_choose", { who: "P1" }));
    expect(at({ mine: false, choosing: [0, 1, 2] })).toBe(t("status.many_choose", { n: 3 }));
    expect(at({ mine: false, choosing: [1], layout: "tall" })).toBe(
      t("status.brief_choose", { n: 1, who: "P1" }),
    );
  });
});

describe("before all else", () => {
  test("a game that is over is over", () => {
    const outcome = { reason: "last_round", winners: [0], scores: [] };
    expect(at({ view: { outcome }, waits: true })).toBe(t("status.over"));
  });
  test("a tunnel's cards are being turned", () => {
    expect(at({ waits: true, standIn: true })).toBe(t("tunnel.turning"));
  });
  test("the screen is handed over, unless it is covered already", () => {
    expect(at({ next: 1 })).toBe(t("status.hand_over", { who: "P1" }));
    expect(at({ next: 1, covered: true })).toBe(t("status.mine"));
  });
});
