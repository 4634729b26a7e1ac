/** A table's socket that comes back by itself. What was asked and not yet answered is asked again, under the same id. */

import { newId, Refused, refused } from "./api";
import {
  PROTOCOL,
  type Accepted,
  type Act,
  type Bye,
  type FromClient,
  type FromServer,
  type Hello,
  type Hint,
} from "./protocol";

/** connecting: for the first time; open; away: lost or not answering, trying again; closed: for good. */
export type Link = "connecting" | "open" | "away" | "closed";

type Asked = Exclude<FromClient, Hello>;
/** A message without what the socket adds. */
type Unsent<M> = M extends Asked ? Omit<M, "id"> : never;
export type Asking = Unsent<Asked>;
export type Answer = Accepted | Hint;

interface Waiting {
  message: Asked;
  /** Whether it has left this browser: the server may have it then, whatever became of the connection. */
  sent: boolean;
  resolve: (answer: Answer) => void;
  reject: (fault: Refused) => void;
}

export interface Handlers {
  /** Every message but answers to what was asked; those too, after the caller has them. */
  message: (message: FromServer) => void;
  link: (link: Link, bye: Bye | null) => void;
  /** The newest number known: the server sends what came after it. */
  after: () => number | null;
  language: () => string;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
/** ms until something is asked again that came too soon after the rest; the server listens to nobody for a second then. */
const HURRY_WAIT = 1_500;
/** Ten seconds after the server was last heard, a lost connection is seen where nothing is asked. */
const PING_EVERY = 6_000;
const PONG_WITHIN = 4_000;
const CONNECT_WITHIN = 10_000;
/** What is asked is mostly answered at once: after this long the connection is in doubt. */
const ANSWER_WITHIN = 2_000;
/** A connection in doubt that stays silent is given up, and another one is tried. */
const DOUBT_FOR = 3_000;
const DONE = "action/done";
/** The code of an action that was withdrawn before it was done. */
export const WITHDRAWN = "action/withdrawn";
/** Goodbyes after which trying again would only be told the same. */
const FINAL = new Set([
  "table/not_found",
  "table/removed",
  "table/barred",
  "table/old_rules",
  "address/barred",
  "protocol/version",
]);

export class TableSocket {
  #socket: WebSocket | null = null;
  #link: Link = "connecting";
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #slower: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #bye: Bye | null = null;
  #welcomed = false;
  readonly #wake = () => this.#tryNow();
  readonly #offline = () => this.#doubt();
  readonly #shown = () => document.visibilityState === "visible" && this.#tryNow();

  constructor(
    readonly url: string,
    readonly handlers: Handlers,
  ) {
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#shown);
    this.#connect();
  }

  get link(): Link {
    return this.#link;
  }

  /** Ask something; the promise is kept across lost connections. Rejects with `Refused`. */
  ask(asking: Asking, id = newId()): Promise<Answer> {
    if (this.#link === "closed")
      return Promise.reject(new Refused(this.#bye?.code ?? "", this.#bye?.message ?? ""));
    return this.#ask({ ...asking, id } as Asked);
  }

  #ask(message: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { message, sent: false, resolve, reject };
      this.#waiting.set(message.id, waiting);
      if (this.#link === "open") this.#sendWaiting(waiting);
    });
  }

  /**
   * Withdraw an action that was asked for and is not answered. It is then rejected as withdrawn, unless the server has
   * done it: whether it has, only the server can say, if the action has left this browser. Rejects if it was done.
   */
  async withdraw(asked: Act): Promise<void> {
    const waiting = this.#waiting.get(asked.id);
    if (!waiting) return;
    if (waiting.sent) {
      // While this is asked, the action itself is not sent again.
      this.#waiting.delete(asked.id);
      const { seat, number } = asked;
      try {
        await this.#ask({ type: "withdraw", id: newId(), seat, number, action: asked.id });
      } catch (error) {
        const fault = refused(error);
        if (fault.code === DONE) waiting.resolve({ type: "accepted", id: asked.id, number });
        else waiting.reject(fault);
        throw fault;
      }
    }
    this.#waiting.delete(asked.id);
    waiting.reject(new Refused(WITHDRAWN, ""));
  }

  /** Connect again, because this browser's cookie has changed. */
  again(): void {
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  close(): void {
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#shown);
    this.#drop();
    this.#link = "closed";
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#bye = null;
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.url, `perron.${PROTOCOL}`);
    } catch (error) {
      this.#lost(refused(error));
      return;
    }
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () =>
      this.#send({
        type: "hello",
        version: PROTOCOL,
        language: this.handlers.language(),
        after: this.handlers.after(),
      });
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#giveUp(), CONNECT_WITHIN);
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.#lost();
  }

  #heard(message: FromServer): void {
    this.#keepAlive();
    if (this.#link === "away" && this.#welcomed && message.type !== "bye") this.#reopen();
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.#welcomed = true;
        this.handlers.message(message);
        for (const waiting of this.#waiting.values()) this.#sendWaiting(waiting);
        this.#become("open");
        return;
      case "accepted":
      case "hint":
      case "pong": {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (message.type !== "pong") waiting?.resolve(message);
        break;
      }
      case "refused": {
        const waiting = message.id === null ? undefined : this.#waiting.get(message.id);
        if (waiting && message.code === "server/restarting") return; // it is asked again
        this.handlers.message(message);
        if (message.id !== null) this.#waiting.delete(message.id);
        else this.#refusedUnread(new Refused(message.code, message.message));
        waiting?.reject(new Refused(message.code, message.message, message.clause));
        return;
      }
      case "bye":
        this.#bye = message;
        break;
    }
    this.handlers.message(message);
  }

  /** The server has read none of what was sent just now: in a hurry it is asked again, otherwise nobody waits for it. */
  #refusedUnread(why: Refused): void {
    if (why.code === "limit/rate") {
      clearTimeout(this.#slower);
      this.#slower = setTimeout(() => {
        for (const { message } of this.#waiting.values()) this.#send(message);
      }, HURRY_WAIT);
      return;
    }
    for (const waiting of this.#waiting.values()) waiting.reject(why);
    this.#waiting.clear();
  }

  #keepAlive(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      this.#send({ type: "ping", id: newId() });
      this.#ping = setTimeout(() => this.#giveUp(), PONG_WITHIN);
    }, PING_EVERY);
  }

  #sendWaiting(waiting: Waiting): void {
    waiting.sent = this.#send(waiting.message) || waiting.sent;
    if (waiting.message.type === "hint") return; // a bot may think as long
    clearTimeout(this.#late);
    const { id } = waiting.message;
    this.#late = setTimeout(() => this.#waiting.has(id) && this.#doubt(), ANSWER_WITHIN);
  }

  /** Perhaps the connection is lost: say so, and ask. Whatever is heard settles it. */
  #doubt(): void {
    if (this.#link !== "open") return;
    clearTimeout(this.#late);
    this.#become("away");
    this.#send({ type: "ping", id: newId() });
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#giveUp(), DOUBT_FOR);
  }

  /** The connection that was in doubt is there: what was not sent meanwhile is. */
  #reopen(): void {
    this.#become("open");
    for (const waiting of this.#waiting.values()) if (!waiting.sent) this.#sendWaiting(waiting);
  }

  /** Try another connection; a browser that closes a dead one may take minutes over it. */
  #giveUp(): void {
    this.#drop();
    this.#lost();
  }

  #lost(why?: Refused): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#late);
    this.#socket = null;
    if (this.#bye && FINAL.has(this.#bye.code)) {
      this.#become("closed");
      for (const waiting of this.#waiting.values())
        waiting.reject(new Refused(this.#bye.code, this.#bye.message));
      this.#waiting.clear();
      return;
    }
    if (why) this.#bye = null;
    this.#become("away");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * Math.random()));
  }

  /** The network may be back: one that hangs is not waited for. */
  #tryNow(): void {
    if (this.#link !== "away") return;
    if (this.#socket && this.#welcomed) {
      this.#send({ type: "ping", id: newId() });
      return;
    }
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  #drop(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#late);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    if (this.#link === "open") this.#link = "connecting";
  }

  #become(link: Link): void {
    this.#link = link;
    this.handlers.link(link, this.#bye);
  }

  /** Whether it went out. */
  #send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }
}

export function socketUrl(code: string): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/tables/${code}/socket`;
}
