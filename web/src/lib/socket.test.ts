import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Refused } from "./api";
import type { Act, FromClient, FromServer } from "./protocol";
import { TableSocket, WITHDRAWN, type Link } from "./socket";

/** A connection whose other end is this test. */
class Wire {
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  said: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3; // a dead connection tells nobody
  }
  welcome(): void {
    this.readyState = 1;
    this.onopen?.();
    this.hear({ type: "welcome" } as FromServer);
  }
  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of<T extends FromClient["type"]>(type: T): Extract<FromClient, { type: T }>[] {
    return this.said.filter((one) => one.type === type) as Extract<FromClient, { type: T }>[];
  }
}

const page = new EventTarget();
let links: Link[] = [];
const wire = () => Wire.all.at(-1)!;
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
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Wire.all = [];
  links = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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
