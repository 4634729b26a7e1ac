import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLOCKS, entry, seat, table as info, view } from "../testing/told";
import { unwired, Wire, wire, wired } from "../testing/wire";
import * as api from "./api";
import { muted } from "./muted.svelte";
import type { Act, Entry, Saying, Update, Welcome } from "./protocol";
import { Table } from "./table.svelte";
import { toasts } from "./toasts.svelte";

let table: Table;
/** The log that the server would tell, oldest first. */
let log: Entry[] = [];

const HELD: Partial<Welcome> = {
  version: 2,
  table: info(),
  held: [0],
  host: true,
  number: 0,
  since: [0, 0],
  entries: [],
  views: [view()],
  clocks: CLOCKS,
  undo: [],
  messages: [],
  connected: [0, 1],
  watching: 0,
};
const came = (more: Partial<Welcome> = {}) => wire().welcome({ ...HELD, ...more });
function update(number: number, entries: Entry[], more: Partial<Update> = {}): void {
  wire().hear({ type: "update", number, entries, views: [view()], clocks: CLOCKS, undo: [], ...more });
}
const said = (number: number, seat: number | null, text = "hello"): Saying => ({
  number,
  at: 0,
  kind: "say",
  seat,
  name: null,
  text,
});

beforeEach(() => {
  wired();
  log = [];
  vi.spyOn(api, "log").mockImplementation((_, after = 0) =>
    Promise.resolve({ number: log.length, entries: log.filter((one) => one.number > after).slice(0, 2) }),
  );
  table = new Table("abcde23456");
});
afterEach(() => {
  table.close();
  unwired();
});

describe("what the server tells", () => {
  test("is nothing until it has said welcome", () => {
    expect([table.info, table.view, table.link]).toEqual([null, null, "connecting"]);
    came();
    expect(table.info?.code).toBe("abcde23456");
    expect([table.link, table.mine, table.spectator, table.hotSeat]).toEqual(["open", true, false, false]);
  });

  test("is added to the log once, whatever comes twice", () => {
    came({ number: 1, entries: [entry(1, 1)] });
    update(2, [entry(2, 0)]);
    update(2, [entry(1, 1), entry(2, 0)]);
    expect(table.entries.map((one) => one.number)).toEqual([1, 2]);
    expect(table.number).toBe(2);
  });

  test("is fetched where it begins in the middle", async () => {
    log = [1, 2, 3, 4, 5].map((number) => entry(number, 1));
    came({ number: 5, entries: log.slice(3) });
    await vi.waitFor(() => expect(table.entries.map((one) => one.number)).toEqual([1, 2, 3, 4, 5]));
  });

  test("makes an old game over before the table's own message does", () => {
    came();
    const outcome = { reason: "last_round", winners: [0], scores: [] };
    update(1, [entry(1, 0)], { views: [view({ outcome, to_move: null })] });
    expect([table.info?.status, table.info?.to_move, table.info?.number]).toEqual(["over", null, 1]);
  });

  test("of seats and of who is there, the newest counts", () => {
    came();
    wire().hear({ type: "table", table: info({ status: "over" }), held: [1], host: false });
    wire().hear({ type: "presence", connected: [1], watching: 3 });
    expect([table.info?.status, table.held, table.host]).toEqual(["over", [1], false]);
    expect([table.connected, table.watching]).toEqual([[1], 3]);
  });

  test("closes the table for good when it is gone", () => {
    came();
    wire().hear({ type: "bye", code: "table/removed", message: "gone" });
    wire().onclose?.();
    expect([table.link, table.bye?.code]).toEqual(["closed", "table/removed"]);
  });
});

describe("listeners", () => {
  test("hear of what is new, with the views before and after it, and not of what was there at first", () => {
    const heard: unknown[] = [];
    const stop = table.listen(({ entries, before, after }) =>
      heard.push([entries.map((one) => one.number), before?.turn, after?.turn]),
    );
    came({ number: 1, entries: [entry(1, 0)] });
    expect(heard).toEqual([]);
    update(2, [entry(2, 1)], { views: [view({ turn: 1 })] });
    update(2, [], { views: [view({ turn: 1 })] });
    expect(heard).toEqual([[[2], 0, 1]]);
    stop();
    update(3, [entry(3, 0)]);
    expect(heard).toHaveLength(1);
  });

  test("hear after a lost connection what a new welcome brings", () => {
    const heard: number[] = [];
    table.listen(({ entries }) => heard.push(...entries.map((one) => one.number)));
    came({ number: 1, entries: [entry(1, 0)] });
    wire().onclose?.();
    vi.advanceTimersByTime(300);
    expect(Wire.all).toHaveLength(2);
    came({ number: 2, entries: [entry(2, 1)] });
    expect(wire().of("hello")[0]?.after).toBe(1);
    expect(heard).toEqual([2]);
  });
});

describe("an action", () => {
  test("names the newest number, and is busy until it is to be seen", async () => {
    came({ number: 4, entries: [] });
    const done = table.act("draw blind");
    const [act] = wire().of("act") as [Act];
    expect(act).toMatchObject({ number: 4, seat: 0, action: "draw blind" });
    expect([table.busy, table.slow, table.pending?.id]).toEqual([true, false, act.id]);
    vi.advanceTimersByTime(150);
    expect(table.slow).toBe(true);
    wire().hear({ type: "accepted", id: act.id, number: 5 });
    expect(await done).toBe(true);
    expect([table.busy, table.pending]).toEqual([true, null]);
    update(5, [entry(5, 0)]);
    expect([table.busy, table.slow]).toEqual([false, false]);
  });

  test("that comes too late brings what has happened since", async () => {
    log = [entry(1, 1)];
    came();
    const done = table.act("draw blind");
    const [{ id }] = wire().of("act") as [Act];
    wire().hear({
      type: "refused",
      id,
      code: "action/stale",
      message: "too late",
      clause: null,
      number: 1,
      views: [view({ turn: 7 })],
    });
    await expect(done).rejects.toMatchObject({ code: "action/stale" });
    expect(table.view?.turn).toBe(7);
    await vi.waitFor(() => expect(table.entries.map((one) => one.number)).toEqual([1]));
    expect(table.busy).toBe(false);
  });

  test("that waits for the connection can be withdrawn", async () => {
    came();
    wire().readyState = 0;
    wire().onclose?.();
    const done = table.act("draw blind");
    expect(table.pending?.action).toBe("draw blind");
    await table.withdraw();
    expect(await done).toBe(false);
    expect([table.pending, table.busy, table.withdrawing]).toEqual([null, false, false]);
  });

  test("is nobody's who holds no seat", async () => {
    came({ held: [], views: [view({ seat: null })] });
    await expect(table.act("draw blind")).rejects.toMatchObject({ code: "seat/not_yours" });
    expect([table.spectator, table.seat, table.view?.seat]).toEqual([true, null, null]);
  });

  test("that was refused unread is told as a notice", () => {
    came();
    const told = vi.spyOn(toasts, "fault").mockReturnValue();
    wire().hear({
      type: "refused",
      id: null,
      code: "x/y",
      message: "no",
      clause: null,
      number: 0,
      views: null,
    });
    expect(told).toHaveBeenCalledOnce();
  });
});

describe("what is news to a seat", () => {
  test("comes after its person's last action; coming back is none", () => {
    came({ number: 2, since: [1, 2], entries: [entry(1, 0), entry(2, 1)] });
    update(3, [entry(3, 0)]);
    expect(table.since).toEqual([3, 2]);
    update(4, [{ ...entry(4, 0), by: "bot" }]);
    update(5, [{ ...entry(5, 0), kind: "hand_back", event: null }]);
    expect(table.since).toEqual([3, 2]);
  });
});

describe("several at one browser", () => {
  const both = [view({ seat: 0 }), view({ seat: 1 })];

  test("see the view of whoever is to move, unless the page shows another", () => {
    came({ held: [0, 1], views: both.map((one) => ({ ...one, to_move: 1 })) });
    expect([table.hotSeat, table.moving, table.seat, table.view?.seat]).toEqual([true, 1, 1, 1]);
    table.shown = 0;
    expect([table.seat, table.view?.seat, table.mine]).toEqual([0, 0, false]);
  });

  test("choose their first tickets one after the other, own seats first", () => {
    came({ held: [1], table: info({ choosing: [0, 1] }), views: [view({ seat: 1, to_move: 1 })] });
    expect([table.choosing, table.moving]).toEqual([[0, 1], 1]);
    wire().hear({ type: "table", table: info({ choosing: [0] }), held: [1], host: false });
    expect(table.moving).toBe(0);
  });
});

describe("the chat", () => {
  test("is added to once, and replaced when lines were taken out", () => {
    came({ messages: [said(1, 0)] });
    wire().hear({ type: "message", ...said(2, 1) });
    wire().hear({ type: "message", ...said(2, 1) });
    expect(table.messages.map((one) => one.number)).toEqual([1, 2]);
    wire().hear({ type: "chat", messages: [said(2, 1)] });
    expect(table.messages.map((one) => one.number)).toEqual([2]);
  });

  test("leaves out whom the reader has muted, and counts their lines", () => {
    came({ messages: [said(1, 0), said(2, 1), said(3, null)] });
    muted.set("abcde23456", 1, true);
    expect([table.messages.map((one) => one.seat), table.unheard]).toEqual([[0, null], 1]);
    muted.set("abcde23456", 1, false);
    expect(table.unheard).toBe(0);
  });
});

describe("time", () => {
  test("is the server's", () => {
    vi.setSystemTime(1_000);
    came({ clocks: { ...CLOCKS, now: 61_000 } });
    expect(table.now()).toBe(61_000);
    vi.advanceTimersByTime(500);
    expect(table.now()).toBe(61_500);
  });

  test("is late for a bot that should have answered four seconds ago, and for nobody else", () => {
    const bots = info({ seats: [seat(0), seat(1, { kind: "bot" })] });
    const clocks = { ...CLOCKS, due: 10_000 };
    came({ table: bots, clocks, views: [view({ to_move: 1 })] });
    expect([table.late(14_000), table.late(14_001)]).toEqual([false, true]);
    wire().hear({ type: "table", table: info(), held: [0], host: true });
    expect(table.late(20_000)).toBe(false);
    wire().hear({
      type: "table",
      table: info({ seats: [seat(0), seat(1, { standing_in: "hard" })] }),
      held: [0],
      host: true,
    });
    expect(table.late(20_000)).toBe(true);
  });
});

describe("a hint", () => {
  test("is what the bot explains", async () => {
    came();
    const hint = table.hint();
    const { id } = wire().of("hint")[0]!;
    const explanation = {
      choice: "draw blind",
      words: "",
      tickets: [],
      given_up: [],
      links: [],
      moves: [],
      cards: {},
      chances: [],
    };
    wire().hear({ type: "hint", id, explanation });
    expect(await hint).toEqual(explanation);
  });
});
