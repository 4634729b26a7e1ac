/** A table's socket that comes back by itself. What was asked and not yet answered is asked again, under the same id. */

import { newId, Refused, refused } from "./api";
import {
  PROTOCOL,
  type Accepted,
  type Bye,
  type FromClient,
  type FromServer,
  type Hello,
  type Hint,
} from "./protocol";

/** connecting: for the first time; open; away: lost, trying again; closed: for good. */
export type Link = "connecting" | "open" | "away" | "closed";

type Asked = Exclude<FromClient, Hello>;
/** A message without what the socket adds. */
type Unsent<M> = M extends Asked ? Omit<M, "id"> : never;
export type Asking = Unsent<Asked>;
export type Answer = Accepted | Hint;

interface Waiting {
  message: Asked;
  resolve: (answer: Answer) => void;
  reject: (fault: Refused) => void;
}

export interface Handlers {
  /** Every message but answers to what was asked; those too, after the asker has them. */
  message: (message: FromServer) => void;
  link: (link: Link, bye: Bye | null) => void;
  /** The newest number known: the server sends what came after it. */
  after: () => number | null;
  language: () => string;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
/** ms until something is asked again that came too soon after the rest; the server listens to nobody for a second then. */
const HURRY_WAIT = 1_500;
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
  #bye: Bye | null = null;
  readonly #wake = () => this.#tryNow();
  readonly #shown = () => document.visibilityState === "visible" && this.#tryNow();

  constructor(
    readonly url: string,
    readonly handlers: Handlers,
  ) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#shown);
    this.#connect();
  }

  get link(): Link {
    return this.#link;
  }

  /** Ask something; the promise is kept across lost connections. Rejects with `Refused`. */
  ask(asking: Asking): Promise<Answer> {
    if (this.#link === "closed")
      return Promise.reject(new Refused(this.#bye?.code ?? "", this.#bye?.message ?? ""));
    const message = { ...asking, id: newId() } as Asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { message, resolve, reject });
      if (this.#link === "open") this.#send(message);
    });
  }

  /** Connect anew, because this browser's cookie has changed. */
  again(): void {
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  close(): void {
    removeEventListener("online", this.#wake);
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
    socket.onopen = () =>
      this.#send({
        type: "hello",
        version: PROTOCOL,
        language: this.handlers.language(),
        after: this.handlers.after(),
      });
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.#lost();
  }

  #heard(message: FromServer): void {
    this.#keepAlive();
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.handlers.message(message);
        this.#become("open");
        for (const { message: asked } of this.#waiting.values()) this.#send(asked);
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
      this.#ping = setTimeout(() => this.#socket?.close(), PONG_WITHIN);
    }, PING_EVERY);
  }

  #lost(why?: Refused): void {
    clearTimeout(this.#ping);
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

  #tryNow(): void {
    if (this.#link !== "away" || this.#socket) return;
    this.#tries = 0;
    this.#connect();
  }

  #drop(): void {
    clearTimeout(this.#ping);
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

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

export function socketUrl(code: string): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/tables/${code}/socket`;
}
