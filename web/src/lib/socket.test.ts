import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unwired, Wire, wire, wired } from "../testing/wire";
import type { Refused } from "./api";
import { PROTOCOL, type Act } from "./protocol";
import { TableSocket, WITHDRAWN, type Link } from "./socket";

let page = new EventTarget();
let links: Link[] = [];
const ACT = { type: "act", number: 7, seat: 0, action: "draw blind" } as const;

function opened(): TableSocket {
  const socket = new TableSocket("ws://here", {
    message: () => undefined,
    link: (link) => links.push(link),
    after: () => null,
    language: () => "en",
  });
  wire().welcome();
  return socket;
}

beforeEach(() => {
  links = [];
  page = wired();
});
afterEach(unwired);

test("an action without an answer is a lost connection after two seconds", () => {
  const socket = opened();
  void socket.ask(ACT);
  vi.advanceTimersByTime(1_900);
  expect(links).toEqual(["open"]);
  vi.advanceTimersByTime(200);
  expect(links).toEqual(["open", "away"]);
  socket.close();
});

test("an answer in time says nothing, and neither does a bot that thinks about a hint", async () => {
  const socket = opened();
  const done = socket.ask(ACT);
  wire().hear({ type: "accepted", id: wire().of("act")[0]!.id, number: 8 });
  expect(await done).toEqual({ type: "accepted", id: wire().of("act")[0]!.id, number: 8 });
  void socket.ask({ type: "hint", seat: 0 });
  vi.advanceTimersByTime(5_000);
  expect(links).toEqual(["open"]);
  socket.close();
});

test("where nothing is asked, a lost connection is seen after ten seconds", () => {
  const socket = opened();
  vi.advanceTimersByTime(9_900);
  expect(links).toEqual(["open"]);
  vi.advanceTimersByTime(200);
  expect(links).toEqual(["open", "away"]);
  socket.close();
});

test("when the browser says that it is offline, that is shown at once, unless the server answers all the same", () => {
  const socket = opened();
  page.dispatchEvent(new Event("offline"));
  expect(links).toEqual(["open", "away"]);
  wire().hear({ type: "pong", id: wire().of("ping")[0]!.id });
  expect(links).toEqual(["open", "away", "open"]);
  socket.close();
});

test("a silent connection is given up, and what was asked is asked again under the same id", () => {
  const socket = opened();
  void socket.ask(ACT);
  const { id } = wire().of("act")[0]!;
  vi.advanceTimersByTime(2_000 + 3_000 + 500);
  expect(Wire.all).toHaveLength(2);
  wire().welcome();
  expect(
    wire()
      .of("act")
      .map((one) => one.id),
  ).toEqual([id]);
  expect(links.at(-1)).toBe("open");
  socket.close();
});

test("what is asked while the connection is in doubt is not sent before it is there again", () => {
  const socket = opened();
  page.dispatchEvent(new Event("offline"));
  void socket.ask(ACT);
  expect(wire().of("act")).toEqual([]);
  wire().hear({ type: "pong", id: "x" });
  expect(wire().of("act")).toHaveLength(1);
  socket.close();
});

const settled = async (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error as Refused).code,
  );

test("an action that has not left the browser is withdrawn at once", async () => {
  const socket = opened();
  page.dispatchEvent(new Event("offline"));
  const asked = settled(socket.ask(ACT, "a"));
  await socket.withdraw({ ...ACT, id: "a" } as Act);
  expect(await asked).toBe(WITHDRAWN);
  wire().hear({ type: "pong", id: "x" });
  expect(wire().of("act")).toEqual([]);
  socket.close();
});

test("an action that was sent is withdrawn only when the server says that it does not have it", async () => {
  const socket = opened();
  const asked = settled(socket.ask(ACT, "a"));
  vi.advanceTimersByTime(6_000);
  const withdrawn = settled(socket.withdraw({ ...ACT, id: "a" } as Act));
  vi.advanceTimersByTime(1_000);
  wire().welcome();
  expect(wire().of("act")).toEqual([]);
  const [asking] = wire().of("withdraw");
  expect(asking).toMatchObject({ action: "a", seat: 0, number: 7 });
  wire().hear({ type: "accepted", id: asking!.id, number: 8 });
  expect(await withdrawn).toBe("done");
  expect(await asked).toBe(WITHDRAWN);
  socket.close();
});

test("an action that the server has is done, and cannot be withdrawn", async () => {
  const socket = opened();
  const asked = settled(socket.ask(ACT, "a"));
  vi.advanceTimersByTime(2_100);
  const withdrawn = settled(socket.withdraw({ ...ACT, id: "a" } as Act));
  wire().hear({ type: "pong", id: "x" });
  const [asking] = wire().of("withdraw");
  const done = {
    type: "refused",
    code: "action/done",
    message: "",
    clause: null,
    number: 8,
    views: null,
  } as const;
  wire().hear({ ...done, id: asking!.id });
  expect(await withdrawn).toBe("action/done");
  expect(await asked).toBe("done");
  socket.close();
});

test("what comes first is hello, with the newest number that is known", () => {
  const socket = new TableSocket("ws://here", {
    message: () => undefined,
    link: (link) => links.push(link),
    after: () => 12,
    language: () => "sv",
  });
  wire().welcome();
  expect(wire().said).toEqual([{ type: "hello", version: PROTOCOL, language: "sv", after: 12 }]);
  socket.close();
});

test("a table that is gone is not asked for again, and nobody waits for an answer from it", async () => {
  const socket = opened();
  const done = socket.ask(ACT);
  wire().hear({ type: "bye", code: "table/removed", message: "gone" });
  wire().onclose?.();
  await expect(done).rejects.toMatchObject({ code: "table/removed", message: "gone" });
  await expect(socket.ask(ACT)).rejects.toMatchObject({ code: "table/removed" });
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(links).toEqual(["open", "closed"]);
  socket.close();
});

test("a connection that is lost is tried again, each time after twice as long, and at once when the network is back", () => {
  const socket = opened();
  wire().onclose?.();
  expect(Wire.all).toHaveLength(1);
  vi.advanceTimersByTime(300);
  expect(Wire.all).toHaveLength(2);
  wire().onclose?.();
  vi.advanceTimersByTime(300);
  expect(Wire.all).toHaveLength(2);
  vi.advanceTimersByTime(300);
  expect(Wire.all).toHaveLength(3);
  wire().onclose?.();
  page.dispatchEvent(new Event("online"));
  expect(Wire.all).toHaveLength(4);
  wire().welcome();
  expect(links.at(-1)).toBe("open");
  socket.close();
});

test("a server that restarts is asked again, and one in a hurry after a while", async () => {
  const socket = opened();
  const done = socket.ask(ACT);
  const [{ id }] = wire().of("act") as [Act];
  const refusal = { type: "refused", message: "", clause: null, number: 7, views: null } as const;
  wire().hear({ ...refusal, id, code: "server/restarting" });
  wire().onclose?.();
  vi.advanceTimersByTime(300);
  wire().welcome();
  expect(wire().of("act")).toHaveLength(1);
  wire().hear({ ...refusal, id: null, code: "limit/rate" });
  vi.advanceTimersByTime(1_400);
  expect(wire().of("act")).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(
    wire()
      .of("act")
      .map((one) => one.id),
  ).toEqual([id, id]);
  wire().hear({ type: "accepted", id, number: 8 });
  expect(await done).toMatchObject({ number: 8 });
  socket.close();
});

test("what was refused unread is refused to everybody who waits", async () => {
  const socket = opened();
  const done = socket.ask(ACT);
  wire().hear({
    type: "refused",
    id: null,
    code: "protocol/unreadable",
    message: "what?",
    clause: null,
    number: 7,
    views: null,
  });
  await expect(done).rejects.toMatchObject({ code: "protocol/unreadable", message: "what?" });
  socket.close();
});

test("a refusal is told with the rule that it rests on", async () => {
  const socket = opened();
  const done = socket.ask(ACT);
  const [{ id }] = wire().of("act") as [Act];
  wire().hear({
    type: "refused",
    id,
    code: "route/double_closed",
    message: "closed",
    clause: "EU-X3",
    number: 7,
    views: null,
  });
  await expect(done).rejects.toMatchObject({ code: "route/double_closed", clause: "EU-X3" });
  socket.close();
});

test("with another cookie it connects again, and says goodbye to nobody", () => {
  const socket = opened();
  socket.again();
  expect(Wire.all).toHaveLength(2);
  wire().welcome();
  expect(links).toEqual(["open", "open"]);
  expect(socket.link).toBe("open");
  socket.close();
  expect(socket.link).toBe("closed");
});
