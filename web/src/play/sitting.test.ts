import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { need } from "$lib/messages";
import type { Act, Entry, Explanation, Update, View, Welcome } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { Table } from "$lib/table.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Geometry } from "../board/geometry";
import { CLOCKS, edition, entry, player, seat, table as info, view } from "../testing/told";
import { unwired, wire, wired } from "../testing/wire";
import { Sitting } from "./sitting.svelte";

let table: Table;
let sitting: Sitting;
const heard: number[] = [];

const LEGAL = ["draw blind", "draw red", "claim a-b red*2", "claim b-c/1 red*2", "station a red*1"];
const MINE = view({ legal: LEGAL, tickets: ["a-c", "a-d"] });

function come(more: Partial<Welcome> = {}): void {
  table = new Table("abcde23456");
  wire().welcome({
    table: info(),
    held: [0],
    number: 0,
    since: [0, 0],
    entries: [],
    views: [MINE],
    clocks: CLOCKS,
    undo: [],
    messages: [],
    ...more,
  });
  sitting = new Sitting(table, edition, {} as Geometry);
  heard.length = 0;
  sitting.follow(({ entries }) => heard.push(...entries.map((one) => one.number)));
}
function update(number: number, entries: Entry[], now: View, more: Partial<Update> = {}): void {
  wire().hear({ type: "update", number, entries, views: [now], clocks: CLOCKS, undo: [], ...more });
}
const acts = () =>
  wire()
    .of("act")
    .map((one) => one.action);
/** The server does what was asked for last. */
function accept(number: number): void {
  wire().hear({ type: "accepted", id: (wire().of("act") as Act[]).at(-1)!.id, number });
}

beforeAll(() => {
  settings.language = "en";
  return need("words", "table");
});
beforeEach(() => {
  wired();
  settings.confirm = false;
  settings.motion = true;
  come();
});
afterEach(() => {
  table.close();
  unwired();
});

describe("whoever is to move", () => {
  test("may act on what is legal", () => {
    expect([sitting.mine, sitting.may]).toEqual([true, true]);
    expect([...sitting.legalRoutes]).toEqual(["a-b", "b-c/1"]);
    expect(sitting.legalCities.size).toBe(0);
  });

  test("may not while cards are covered, or what happened is played again", () => {
    sitting.covered = true;
    expect([sitting.may, sitting.legalRoutes.size]).toEqual([false, 0]);
    sitting.covered = false;
    sitting.upTo = 3;
    expect(sitting.may).toBe(false);
    sitting.upTo = null;
    expect(sitting.may).toBe(true);
  });

  test("sees only routes that one colour pays for, when one is chosen", () => {
    sitting.colour = "blue";
    expect(sitting.legalRoutes.size).toBe(0);
    sitting.colour = "red";
    expect(sitting.legalRoutes.size).toBe(2);
  });
});

describe("choosing", () => {
  test("a route opens its payment and puts out what was lit", () => {
    sitting.pin({ kind: "ticket", id: "a-c" });
    sitting.choose({ kind: "route", id: "a-b" });
    expect([sitting.chosen, sitting.pinned]).toEqual([{ kind: "route", id: "a-b" }, null]);
    sitting.closeChoice();
    expect(sitting.chosen).toBeNull();
  });

  test("a station lets places glow, not routes", () => {
    sitting.togglePlacing();
    expect([[...sitting.legalCities], sitting.legalRoutes.size]).toEqual([["a"], 0]);
    sitting.leave();
    expect([sitting.legalCities.size, sitting.legalRoutes.size]).toEqual([0, 2]);
  });

  test("ends when something happens that makes it impossible", () => {
    sitting.choose({ kind: "route", id: "a-b" });
    update(1, [entry(1, 1, { kind: "claim", route: "a-b" })], view({ legal: ["claim b-c/1 red*2"] }));
    expect(sitting.chosen).toBeNull();
  });

  test("goes on when it is still possible", () => {
    sitting.choose({ kind: "route", id: "a-b" });
    update(1, [entry(1, 1)], MINE);
    expect(sitting.chosen?.id).toBe("a-b");
  });
});

describe("an action", () => {
  test("is sent at once, and closes what was open", async () => {
    sitting.choose({ kind: "route", id: "a-b" });
    sitting.colour = "red";
    const done = sitting.act("claim a-b red*2");
    expect([acts(), sitting.chosen, sitting.colour]).toEqual([["claim a-b red*2"], null, null]);
    accept(1);
    await done;
  });

  test("is not sent twice", () => {
    void sitting.act("draw blind");
    void sitting.act("draw blind");
    expect(acts()).toEqual(["draw blind"]);
  });

  test("of one tap is asked about first, for those who want that", () => {
    settings.confirm = true;
    void sitting.act("draw blind");
    expect([sitting.toConfirm, acts()]).toEqual(["draw blind", []]);
    sitting.confirm(false);
    expect([sitting.toConfirm, acts()]).toEqual([null, []]);
    void sitting.act("draw blind");
    sitting.confirm(true);
    expect([sitting.toConfirm, acts()]).toEqual([null, ["draw blind"]]);
  });

  test("that is paid for has been asked about already", () => {
    settings.confirm = true;
    void sitting.act("claim a-b red*2");
    expect(acts()).toEqual(["claim a-b red*2"]);
  });

  test("is no longer asked about when it is no longer legal", () => {
    settings.confirm = true;
    void sitting.act("draw red");
    update(1, [entry(1, 1)], view({ legal: ["draw blind"] }));
    expect(sitting.toConfirm).toBeNull();
    sitting.confirm(true);
    expect(acts()).toEqual([]);
  });

  test("that was done forgets which tickets were ticked; one that was refused does not", async () => {
    vi.spyOn(toasts, "fault").mockReturnValue();
    sitting.keeping = new Set(["a-c"]);
    const refused = sitting.act("keep a-c");
    const { id } = (wire().of("act") as Act[])[0]!;
    wire().hear({ type: "refused", id, code: "x/y", message: "", clause: null, number: 0, views: null });
    await refused;
    expect(sitting.keeping.size).toBe(1);
    const done = sitting.act("keep a-c");
    accept(0);
    await done;
    expect(sitting.keeping.size).toBe(0);
  });
});

describe("the board", () => {
  const taken = view({
    players: [player({ routes: ["a-b"] }), player({ routes: ["b-c/2"], stations: ["d"] })],
    closed: ["b-c/1"],
    joined: ["a-c"],
    tickets: ["a-c", "a-d"],
  });

  test("has owners, stations, and closed tracks as the server tells them", () => {
    come({ views: [taken] });
    expect([...sitting.owners]).toEqual([
      ["a-b", 0],
      ["b-c/2", 1],
    ]);
    expect([...sitting.stations]).toEqual([["d", 1]]);
    expect([...sitting.closed]).toEqual(["b-c/1"]);
  });

  test("is shown as it was, while what happened is played again", () => {
    const entries = [
      entry(1, 0, { kind: "claim", route: "a-b" }),
      entry(2, 1, { kind: "claim", route: "b-c/2" }),
    ];
    come({ views: [taken], number: 2, entries });
    sitting.upTo = 1;
    expect([[...sitting.owners.keys()], [...sitting.closed]]).toEqual([["a-b"], []]);
    sitting.upTo = 2;
    expect([[...sitting.owners.keys()], [...sitting.closed]]).toEqual([["a-b", "b-c/2"], ["b-c/1"]]);
  });

  test("tells which tickets are made as the server does, and the way that others still ask for", () => {
    come({ views: [view({ tickets: ["a-c", "a-d"], joined: ["a-c"], closed: [] })] });
    expect([...sitting.made]).toEqual(["a-c"]);
    expect([...sitting.progress.keys()]).toEqual(["a-d"]);
    expect(sitting.progress.get("a-d")?.way.missing).toEqual(["a-b", "b-c/1", "c-d"]);
    expect([...sitting.wanted].sort()).toEqual(["a-b", "b-c/1", "b-c/2", "c-d"]);
  });

  test("has no way over what others own or what is closed", () => {
    come({ views: [{ ...taken, tickets: ["a-d"], joined: [] }] });
    expect(sitting.way("a-d")).toBeNull();
    expect([...sitting.ticketLight(["a-d"]).ties!]).toEqual([["a", "d"]]);
  });
});

describe("light", () => {
  test("falls on what is pointed at, then on what is pinned, on tickets ticked, on a hint, on what the guide says", () => {
    come({ views: [view({ tickets: ["a-c"], offered: ["a-d"] })] });
    const places = () => [...(sitting.lit.places ?? [])];
    sitting.told = { places: ["d"] };
    expect(places()).toEqual(["d"]);
    sitting.hint = { links: [], tickets: ["a-c"] } as unknown as Explanation;
    expect(places()).toEqual(["a", "c"]);
    sitting.keeping = new Set(["a-d"]);
    expect(places()).toEqual(["a", "d"]);
    sitting.pin({ kind: "ticket", id: "a-c" });
    expect(places()).toEqual(["a", "c"]);
    sitting.point({ places: ["b"] });
    expect(places()).toEqual(["b"]);
    sitting.putOut();
    expect(places()).toEqual(["a", "d"]);
  });

  test("is put out by the same tap that lit it", () => {
    sitting.pin({ kind: "seat", seat: 1 });
    expect(sitting.pins({ kind: "seat", seat: 1 })).toBe(true);
    sitting.pin({ kind: "seat", seat: 1 });
    expect(sitting.pinned).toBeNull();
  });

  test("falls on nothing of somebody who has built nothing", () => {
    expect(sitting.seatLight(1)).toBeNull();
  });
});

describe("a tunnel", () => {
  const tried = entry(1, 1, {
    kind: "claim",
    route: "c-d",
    cards: { red: 3 },
    shown: ["red", "blue", "wild"],
    matching: ["red", "wild"],
    extra: 2,
  });
  const tunnel = {
    route: "c-d",
    colour: "red",
    cards: 3,
    wilds: 0,
    shown: ["red", "blue", "wild"],
    matching: ["red", "wild"],
    extra: 2,
  };
  const asked = view({ phase: "tunnel", to_move: 1, tunnel });

  test("is not told before its cards are turned", () => {
    come({ views: [view({ to_move: 1 })] });
    update(1, [tried], asked);
    expect([sitting.waits, sitting.view.phase, heard]).toEqual([true, "turn", []]);
    expect(sitting.drama).toMatchObject({ route: "c-d", matching: ["red", "wild"], extra: 2 });
    vi.advanceTimersByTime(500);
    expect(sitting.turning.turned).toBe(1);
    update(2, [entry(2, 1, { kind: "decline", route: "c-d" })], view({ turn: 1 }));
    expect(sitting.entries).toEqual([]);
    vi.advanceTimersByTime(750 * 3);
    expect([sitting.waits, heard]).toEqual([false, [1, 2]]);
    expect([sitting.view.turn, sitting.drama]).toEqual([1, null]);
  });

  test("is told at once where nothing may move", () => {
    settings.motion = false;
    come({ views: [view({ to_move: 1 })] });
    update(1, [tried], asked);
    expect([sitting.waits, heard, sitting.turning.turned]).toEqual([false, [1], 3]);
  });

  test("that was being tried when the page was opened lies open", () => {
    come({ views: [asked] });
    sitting.resumeDrama();
    expect(sitting.drama).toMatchObject({ seat: 1, laid: { red: 3 }, settled: true });
    expect(sitting.turning.done).toBe(true);
  });

  test("of which more is heard only after a gap is not turned again", () => {
    come({ views: [view({ to_move: 1 })] });
    update(2, [tried, entry(2, 1, { kind: "decline", route: "c-d" })], view());
    expect([sitting.waits, heard]).toEqual([false, [1, 2]]);
  });

  test("that is claimed shows its pieces as fresh", () => {
    update(1, [entry(1, 0, { kind: "claim", route: "a-b" })], MINE);
    expect([...sitting.fresh]).toEqual(["a-b"]);
    update(2, [{ ...tried, number: 2 }], asked);
    vi.advanceTimersByTime(5_000);
    expect([...sitting.fresh]).toEqual(["a-b"]);
    update(3, [entry(3, 1, { kind: "pay_tunnel", route: "c-d" })], view());
    expect([...sitting.fresh]).toEqual(["c-d"]);
  });
});

describe("a hint", () => {
  const explanation = {
    choice: "draw blind",
    links: [],
    tickets: [],
    moves: [],
    cards: {},
    words: "",
    given_up: [],
  };
  const answer = () =>
    wire().hear({ type: "hint", id: (wire().of("hint") as { id: string }[]).at(-1)!.id, explanation });

  test("is asked for once in a position, and shown again without asking", async () => {
    const first = sitting.askHint();
    answer();
    await first;
    expect(sitting.hint?.choice).toBe("draw blind");
    await sitting.askHint();
    expect(sitting.hint).toBeNull();
    await sitting.askHint();
    expect(sitting.hint?.choice).toBe("draw blind");
    expect(wire().of("hint")).toHaveLength(1);
  });

  test("that comes when the turn is over is not shown", async () => {
    const asked = sitting.askHint();
    update(1, [entry(1, 0)], view({ to_move: 1 }));
    answer();
    await asked;
    expect(sitting.hint).toBeNull();
  });

  test("is put away with the turn", async () => {
    const asked = sitting.askHint();
    answer();
    await asked;
    update(1, [entry(1, 0)], view({ to_move: 1 }));
    expect(sitting.hint).toBeNull();
  });
});

describe("taking back", () => {
  test("is for seats that the server says may, and not under a cover", () => {
    expect(sitting.mayUndo).toBe(false);
    update(1, [entry(1, 0)], MINE, { undo: [0] });
    expect(sitting.mayUndo).toBe(true);
    sitting.covered = true;
    expect(sitting.mayUndo).toBe(false);
  });

  test("a choice under seal leaves it there to be changed", async () => {
    come({ views: [view({ phase: "setup", chosen: ["a-c"], offered: ["a-c", "a-d"] })] });
    const done = sitting.undo();
    wire().hear({ type: "accepted", id: wire().of("undo")[0]!.id, number: 0 });
    await done;
    expect([...sitting.keeping]).toEqual(["a-c"]);
  });
});

describe("news", () => {
  test("is what others have done since the seat's last turn, and a bot in its place", () => {
    const entries = [entry(1, 1), entry(2, 0), entry(3, 1), { ...entry(4, 0), by: "bot" as const }];
    come({ number: 4, since: [2, 3], entries });
    expect(sitting.news.map((one) => one.number)).toEqual([3, 4]);
  });

  test("names people, and the reader as such", () => {
    come({ table: info({ seats: [seat(0, { name: "Ann" }), seat(1, { name: "Bob" })] }) });
    expect(sitting.name(1)).toBe("Bob");
    expect(sitting.whose(0)).toMatchObject({ name: "Ann", you: true });
    expect(sitting.whose(1).you).toBe(false);
  });
});
