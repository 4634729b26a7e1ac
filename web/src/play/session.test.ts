import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { need } from "$lib/messages";
import type { Act, Entry, Explanation, Update, View, Welcome } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { Table } from "$lib/table.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Geometry } from "../board/geometry";
import { CLOCKS, edition, entry, player, seat, table as info, view } from "../testing/told";
import { unwired, wire, wired } from "../testing/wire";
import { Session } from "./session.svelte";

let table: Table;
let session: Session;
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
  session = new Session(table, edition, {} as Geometry);
  heard.length = 0;
  session.follow(({ entries }) => heard.push(...entries.map((one) => one.number)));
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
    expect([session.mine, session.may]).toEqual([true, true]);
    expect([...session.legalRoutes]).toEqual(["a-b", "b-c/1"]);
    expect(session.legalCities.size).toBe(0);
  });

  test("may not while cards are covered, or what happened is played again", () => {
    session.covered = true;
    expect([session.may, session.legalRoutes.size]).toEqual([false, 0]);
    session.covered = false;
    session.upTo = 3;
    expect(session.may).toBe(false);
    session.upTo = null;
    expect(session.may).toBe(true);
  });

  test("sees only routes that one colour pays for, when one is chosen", () => {
    session.colour = "blue";
    expect(session.legalRoutes.size).toBe(0);
    session.colour = "red";
    expect(session.legalRoutes.size).toBe(2);
  });
});

describe("choosing", () => {
  test("a route opens its payment and puts out what was lit", () => {
    session.pin({ kind: "ticket", id: "a-c" });
    session.choose({ kind: "route", id: "a-b" });
    expect([session.chosen, session.pinned]).toEqual([{ kind: "route", id: "a-b" }, null]);
    session.closeChoice();
    expect(session.chosen).toBeNull();
  });

  test("a station lets places glow, not routes", () => {
    session.togglePlacing();
    expect([[...session.legalCities], session.legalRoutes.size]).toEqual([["a"], 0]);
    session.leave();
    expect([session.legalCities.size, session.legalRoutes.size]).toEqual([0, 2]);
  });

  test("ends when something happens that makes it impossible", () => {
    session.choose({ kind: "route", id: "a-b" });
    update(1, [entry(1, 1, { kind: "claim", route: "a-b" })], view({ legal: ["claim b-c/1 red*2"] }));
    expect(session.chosen).toBeNull();
  });

  test("goes on when it is still possible", () => {
    session.choose({ kind: "route", id: "a-b" });
    update(1, [entry(1, 1)], MINE);
    expect(session.chosen?.id).toBe("a-b");
  });
});

describe("an action", () => {
  test("is sent at once, and closes what was open", async () => {
    session.choose({ kind: "route", id: "a-b" });
    session.colour = "red";
    const done = session.act("claim a-b red*2");
    expect([acts(), session.chosen, session.colour]).toEqual([["claim a-b red*2"], null, null]);
    accept(1);
    await done;
  });

  test("is not sent twice", () => {
    void session.act("draw blind");
    void session.act("draw blind");
    expect(acts()).toEqual(["draw blind"]);
  });

  test("of one tap is asked about first, for those who want that", () => {
    settings.confirm = true;
    void session.act("draw blind");
    expect([session.toConfirm, acts()]).toEqual(["draw blind", []]);
    session.confirm(false);
    expect([session.toConfirm, acts()]).toEqual([null, []]);
    void session.act("draw blind");
    session.confirm(true);
    expect([session.toConfirm, acts()]).toEqual([null, ["draw blind"]]);
  });

  test("that is paid for has been asked about already", () => {
    settings.confirm = true;
    void session.act("claim a-b red*2");
    expect(acts()).toEqual(["claim a-b red*2"]);
  });

  test("is no longer asked about when it is no longer legal", () => {
    settings.confirm = true;
    void session.act("draw red");
    update(1, [entry(1, 1)], view({ legal: ["draw blind"] }));
    expect(session.toConfirm).toBeNull();
    session.confirm(true);
    expect(acts()).toEqual([]);
  });

  test("that was done forgets which tickets were ticked; one that was refused does not", async () => {
    vi.spyOn(toasts, "fault").mockReturnValue();
    session.keeping = new Set(["a-c"]);
    const refused = session.act("keep a-c");
    const { id } = (wire().of("act") as Act[])[0]!;
    wire().hear({ type: "refused", id, code: "x/y", message: "", clause: null, number: 0, views: null });
    await refused;
    expect(session.keeping.size).toBe(1);
    const done = session.act("keep a-c");
    accept(0);
    await done;
    expect(session.keeping.size).toBe(0);
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
    expect([...session.owners]).toEqual([
      ["a-b", 0],
      ["b-c/2", 1],
    ]);
    expect([...session.stations]).toEqual([["d", 1]]);
    expect([...session.closed]).toEqual(["b-c/1"]);
  });

  test("is shown as it was, while what happened is played again", () => {
    const entries = [
      entry(1, 0, { kind: "claim", route: "a-b" }),
      entry(2, 1, { kind: "claim", route: "b-c/2" }),
    ];
    come({ views: [taken], number: 2, entries });
    session.upTo = 1;
    expect([[...session.owners.keys()], [...session.closed]]).toEqual([["a-b"], []]);
    session.upTo = 2;
    expect([[...session.owners.keys()], [...session.closed]]).toEqual([["a-b", "b-c/2"], ["b-c/1"]]);
  });

  test("tells which tickets are completed as the server does, and the path that others still ask for", () => {
    come({ views: [view({ tickets: ["a-c", "a-d"], joined: ["a-c"], closed: [] })] });
    expect([...session.completed]).toEqual(["a-c"]);
    expect([...session.progress.keys()]).toEqual(["a-d"]);
    expect(session.progress.get("a-d")?.path.missing).toEqual(["a-b", "b-c/1", "c-d"]);
    expect([...session.wanted].sort()).toEqual(["a-b", "b-c/1", "b-c/2", "c-d"]);
  });

  test("has no path over what others own or what is closed", () => {
    come({ views: [{ ...taken, tickets: ["a-d"], joined: [] }] });
    expect(session.path("a-d")).toBeNull();
    expect([...session.ticketLight(["a-d"]).ties!]).toEqual([["a", "d"]]);
  });
});

describe("light", () => {
  test("falls on what is pointed at, then on what is pinned, on tickets ticked, on a hint, on what the guide says", () => {
    come({ views: [view({ tickets: ["a-c"], offered: ["a-d"] })] });
    const places = () => [...(session.lit.places ?? [])];
    session.told = { places: ["d"] };
    expect(places()).toEqual(["d"]);
    session.hint = { links: [], tickets: ["a-c"] } as unknown as Explanation;
    expect(places()).toEqual(["a", "c"]);
    session.keeping = new Set(["a-d"]);
    expect(places()).toEqual(["a", "d"]);
    session.pin({ kind: "ticket", id: "a-c" });
    expect(places()).toEqual(["a", "c"]);
    session.point({ places: ["b"] });
    expect(places()).toEqual(["b"]);
    session.putOut();
    expect(places()).toEqual(["a", "d"]);
  });

  test("is put out by the same tap that lit it", () => {
    session.pin({ kind: "seat", seat: 1 });
    expect(session.pins({ kind: "seat", seat: 1 })).toBe(true);
    session.pin({ kind: "seat", seat: 1 });
    expect(session.pinned).toBeNull();
  });

  test("falls on nothing of somebody who has built nothing", () => {
    expect(session.seatLight(1)).toBeNull();
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
    expect([session.waits, session.view.phase, heard]).toEqual([true, "turn", []]);
    expect(session.reveal).toMatchObject({ route: "c-d", matching: ["red", "wild"], extra: 2 });
    vi.advanceTimersByTime(500);
    expect(session.turning.turned).toBe(1);
    update(2, [entry(2, 1, { kind: "decline", route: "c-d" })], view({ turn: 1 }));
    expect(session.entries).toEqual([]);
    vi.advanceTimersByTime(750 * 3);
    expect([session.waits, heard]).toEqual([false, [1, 2]]);
    expect([session.view.turn, session.reveal]).toEqual([1, null]);
  });

  test("is told at once where nothing may move", () => {
    settings.motion = false;
    come({ views: [view({ to_move: 1 })] });
    update(1, [tried], asked);
    expect([session.waits, heard, session.turning.turned]).toEqual([false, [1], 3]);
  });

  test("that was being tried when the page was opened lies open", () => {
    come({ views: [asked] });
    session.resumeReveal();
    expect(session.reveal).toMatchObject({ seat: 1, laid: { red: 3 }, settled: true });
    expect(session.turning.done).toBe(true);
  });

  test("of which more is heard only after a gap is not turned again", () => {
    come({ views: [view({ to_move: 1 })] });
    update(2, [tried, entry(2, 1, { kind: "decline", route: "c-d" })], view());
    expect([session.waits, heard]).toEqual([false, [1, 2]]);
  });

  test("that is claimed shows its pieces as fresh", () => {
    update(1, [entry(1, 0, { kind: "claim", route: "a-b" })], MINE);
    expect([...session.fresh]).toEqual(["a-b"]);
    update(2, [{ ...tried, number: 2 }], asked);
    vi.advanceTimersByTime(5_000);
    expect([...session.fresh]).toEqual(["a-b"]);
    update(3, [entry(3, 1, { kind: "pay_tunnel", route: "c-d" })], view());
    expect([...session.fresh]).toEqual(["c-d"]);
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
    chances: [],
  };
  const answer = () =>
    wire().hear({ type: "hint", id: (wire().of("hint") as { id: string }[]).at(-1)!.id, explanation });

  test("is asked for once in a position, and shown again without asking", async () => {
    const first = session.askHint();
    answer();
    await first;
    expect(session.hint?.choice).toBe("draw blind");
    await session.askHint();
    expect(session.hint).toBeNull();
    await session.askHint();
    expect(session.hint?.choice).toBe("draw blind");
    expect(wire().of("hint")).toHaveLength(1);
  });

  test("that comes when the turn is over is not shown", async () => {
    const asked = session.askHint();
    update(1, [entry(1, 0)], view({ to_move: 1 }));
    answer();
    await asked;
    expect(session.hint).toBeNull();
  });

  test("is put away with the turn", async () => {
    const asked = session.askHint();
    answer();
    await asked;
    update(1, [entry(1, 0)], view({ to_move: 1 }));
    expect(session.hint).toBeNull();
  });
});

describe("taking back", () => {
  test("is for seats that the server says may, and not under a cover", () => {
    expect(session.mayUndo).toBe(false);
    update(1, [entry(1, 0)], MINE, { undo: [0] });
    expect(session.mayUndo).toBe(true);
    session.covered = true;
    expect(session.mayUndo).toBe(false);
  });

  test("a choice under seal leaves it there to be changed", async () => {
    come({ views: [view({ phase: "setup", chosen: ["a-c"], offered: ["a-c", "a-d"] })] });
    const done = session.undo();
    wire().hear({ type: "accepted", id: wire().of("undo")[0]!.id, number: 0 });
    await done;
    expect([...session.keeping]).toEqual(["a-c"]);
  });
});

describe("news", () => {
  test("is what others have done since the seat's last turn, and a bot in its place", () => {
    const entries = [entry(1, 1), entry(2, 0), entry(3, 1), { ...entry(4, 0), by: "bot" as const }];
    come({ number: 4, since: [2, 3], entries });
    expect(session.news.map((one) => one.number)).toEqual([3, 4]);
  });

  test("names people, and the reader as such", () => {
    come({ table: info({ seats: [seat(0, { name: "Ann" }), seat(1, { name: "Bob" })] }) });
    expect(session.name(1)).toBe("Bob");
    expect(session.whose(0)).toMatchObject({ name: "Ann", you: true });
    expect(session.whose(1).you).toBe(false);
  });
});
