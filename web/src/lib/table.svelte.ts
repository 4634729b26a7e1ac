/** One table as this browser sees it: the newest of everything the server has told. */

import { showWords, type Trouble } from "./dealing";
import * as api from "./api";
import { muted } from "./muted.svelte";
import { settings } from "./settings.svelte";
import { toasts } from "./toasts.svelte";
import { socketUrl, TableSocket, WITHDRAWN, type Asking, type Link } from "./socket";
import type {
  Act,
  Bye,
  Clocks,
  Emote,
  Entry,
  Explanation,
  FromServer,
  Saying,
  SeatInfo,
  TableInfo,
  View,
} from "./protocol";

/** Something new in the log, with the views before and after it. */
export type Listener = (news: { entries: Entry[]; before: View | null; after: View | null }) => void;

const LATE = 4000;
/** ms until a word for the deal is sent again. */
const AGAIN = 2000;
/** ms after which an action that is still on its way is shown to be; most are seen before. */
const SOON = 150;
const NO_CLOCKS: Clocks = { now: 0, turn_began: null, due: null, until: [], banks: [] };

export class Table {
  /** null until the first welcome. */
  info = $state.raw<TableInfo | null>(null);
  held = $state.raw<number[]>([]);
  host = $state(false);
  number = $state(0);
  /** For each seat the number of its own last entry when this page was opened or that seat last acted. */
  since = $state.raw<number[]>([]);
  /** The log, oldest first. */
  entries = $state.raw<Entry[]>([]);
  /** One for each held seat, or the spectators' one; empty before the game. */
  views = $state.raw<View[]>([]);
  clocks = $state.raw<Clocks>(NO_CLOCKS);
  #said = $state.raw<Saying[]>([]);
  /** The chat, without those whom this browser's user has muted. */
  messages = $derived.by(() => this.#said.filter((one) => !muted.has(this.code, one.seat)));
  /** How many lines of theirs there are. */
  unheard = $derived(this.#said.length - this.messages.length);
  connected = $state.raw<number[]>([]);
  /** How many are there who hold no seat. */
  watching = $state(0);
  link = $state<Link>("connecting");
  /** Why the server closed the connection for good. */
  bye = $state.raw<Bye | null>(null);
  #asked = $state(0);
  #done = $state(0);
  /** Why this browser does not show a word that the deal waits for. */
  trouble = $state<Trouble | null>(null);
  /** Whether an action is on its way, or done and not yet to be seen here. */
  busy = $derived(this.#asked > 0 || this.number < this.#done);
  /** The action that is on its way; while the connection is lost it waits, and can be withdrawn. */
  pending = $state.raw<Act | null>(null);
  /** Whether the server is being asked to do without it. */
  withdrawing = $state(false);
  #long = $state(false);
  /** Whether that takes so long that the page should look like it: to show it for a moment would only delay the news. */
  slow = $derived(this.busy && this.#long);
  /** Which held seat is shown; null: decided by whose turn it is. A hot-seat page sets it. */
  shown = $state<number | null>(null);

  /** Seats that have still to choose their first tickets, all at once. */
  choosing = $derived.by((): readonly number[] => this.info?.choosing ?? []);
  /** The seat to move; of those that choose at once, one that is held here before the others. */
  moving = $derived.by((): number | null => {
    const [first = null] = this.choosing;
    if (first === null) return this.views[0]?.to_move ?? null;
    const own = this.choosing.filter((seat) => this.held.includes(seat));
    return this.shown !== null && own.includes(this.shown) ? this.shown : (own[0] ?? first);
  });
  /** The seat whose view is shown: the held one to move, else the one shown last; null for spectators. */
  seat = $derived.by((): number | null => {
    if (this.held.length === 0) return null;
    if (this.shown !== null && this.held.includes(this.shown)) return this.shown;
    const { moving } = this;
    return moving !== null && this.held.includes(moving) ? moving : (this.held[0] ?? null);
  });
  /** The view that is shown. */
  view = $derived.by((): View | null => this.viewOf(this.seat));
  /** Whether the shown seat is to move. */
  mine = $derived(this.view !== null && this.seat !== null && this.view.to_move === this.seat);
  /** Seats that may take back what they did last. */
  undoes = $state.raw<readonly number[]>([]);
  /** Several people share this browser. */
  hotSeat = $derived(this.held.length > 1);
  spectator = $derived(this.held.length === 0);

  /** The server's clock minus this one, ms. */
  #offset = 0;
  #socket: TableSocket;
  #listeners = new Set<Listener>();

  constructor(readonly code: string) {
    this.#socket = new TableSocket(socketUrl(code), {
      message: (message) => this.#heard(message),
      link: (link, bye) => {
        this.link = link;
        this.bye = link === "closed" ? bye : null;
      },
      after: () => (this.info ? this.number : null),
      language: () => settings.language,
    });
  }

  viewOf(seat: number | null): View | null {
    return this.views.find((view) => view.seat === seat) ?? null;
  }

  seatInfo(seat: number): SeatInfo | null {
    return this.info?.seats[seat] ?? null;
  }

  /** The server's time now, ms. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Whether a bot should have answered long ago: when it plays for the first time, it has to get ready. */
  late(now: number): boolean {
    if (this.link !== "open" || this.clocks.due === null || now - this.clocks.due <= LATE) return false;
    const asked = this.choosing.length > 0 ? this.choosing : [this.views[0]?.to_move ?? -1];
    return asked.some((one) => {
      const seat = this.seatInfo(one);
      return seat !== null && (seat.kind === "bot" || seat.standing_in !== null);
    });
  }

  /** Hear of every new entry; returns how to stop. Not called for what a welcome brings at first. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Send one of the legal actions; false if it was withdrawn before it was done. Rejects with `Refused`. */
  async act(action: string, seat = this.seat): Promise<boolean> {
    const asking = { type: "act" as const, number: this.number, seat: this.#own(seat), action };
    const id = api.newId();
    this.pending = { ...asking, id };
    try {
      await this.#do(asking, id);
      return true;
    } catch (error) {
      if (api.refused(error).code === WITHDRAWN) return false;
      throw error;
    } finally {
      this.pending = null;
    }
  }
  /** Withdraw the action that waits for the connection. Rejects with `Refused` if it was done after all. */
  async withdraw(): Promise<void> {
    if (!this.pending || this.withdrawing) return;
    this.withdrawing = true;
    try {
      await this.#socket.withdraw(this.pending);
    } finally {
      this.withdrawing = false;
    }
  }
  async undo(seat = this.seat): Promise<void> {
    await this.#do({ type: "undo", number: this.number, seat: this.#own(seat) });
  }
  async resign(seat = this.seat): Promise<void> {
    await this.#do({ type: "resign", number: this.number, seat: this.#own(seat) });
  }
  /** A person whose bot stood in because time was up is there again. */
  async back(seat = this.seat): Promise<void> {
    await this.#do({ type: "back", seat: this.#own(seat) });
  }
  async say(text: string, seat = this.seat): Promise<void> {
    await this.#socket.ask({ type: "say", text, seat });
  }
  async emote(emote: Emote["emote"], seat = this.seat): Promise<void> {
    await this.#socket.ask({ type: "emote", emote, seat });
  }
  /** What a bot would do in the seat's place. */
  async hint(seat = this.seat): Promise<Explanation> {
    const answer = await this.#socket.ask({ type: "hint", seat: this.#own(seat) });
    if (answer.type !== "hint") throw new api.Refused("protocol/unreadable", "");
    return answer.explanation;
  }

  /** After a request that changed this browser's cookie (sitting down, leaving, resuming). */
  reconnect(): void {
    this.#socket.again();
  }

  close(): void {
    this.#socket.close();
    this.#listeners.clear();
  }

  #own(seat: number | null): number {
    if (seat === null) throw new api.Refused("seat/not_yours", "");
    return seat;
  }

  async #do(asking: Asking, id = api.newId()): Promise<void> {
    this.#asked++;
    this.#long = false;
    setTimeout(() => (this.#long = this.busy), SOON);
    try {
      const answer = await this.#socket.ask(asking, id);
      if (answer.type === "accepted") this.#done = answer.number;
    } finally {
      this.#asked--;
    }
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "welcome": {
        const first = this.info === null;
        const before = this.view;
        this.info = message.table;
        this.held = message.held;
        this.host = message.host;
        this.#said = message.messages;
        this.connected = message.connected;
        this.watching = message.watching;
        this.#time(message.clocks);
        this.undoes = message.undo;
        this.views = message.views;
        this.since = message.since;
        this.#add(message.entries, message.number);
        if (!first) this.#tell(message.entries, before);
        void this.#showWords();
        break;
      }
      case "update": {
        const before = this.view;
        this.#time(message.clocks);
        this.undoes = message.undo;
        this.views = message.views;
        this.#add(message.entries, message.number);
        this.#status();
        this.#tell(message.entries, before);
        break;
      }
      case "table":
        this.info = message.table;
        this.held = message.held;
        this.host = message.host;
        void this.#showWords();
        break;
      case "refused":
        // What was refused unread has nobody who asked for it.
        if (message.id === null) toasts.fault(new api.Refused(message.code, message.message));
        if (message.views) {
          this.views = message.views;
          if (message.number > this.number) void this.#fill(message.number);
        }
        break;
      case "message": {
        const { type: _, ...said } = message;
        if (!this.#said.some((one) => one.number === said.number)) this.#said = [...this.#said, said];
        break;
      }
      case "chat":
        this.#said = message.messages;
        break;
      case "presence":
        this.connected = message.connected;
        this.watching = message.watching;
        break;
    }
  }

  /** The deal waits for this browser's words; one that did not get through is sent again. */
  async #showWords(): Promise<void> {
    const info = this.info;
    if (!info || info.status !== "dealing") {
      this.trouble = null;
      return;
    }
    try {
      this.trouble = await showWords(info, this.held);
    } catch (error) {
      if (api.refused(error).code === "deal/list") this.trouble = "changed";
      else setTimeout(() => this.info === info && void this.#showWords(), AGAIN);
    }
  }

  #time(clocks: Clocks): void {
    this.clocks = clocks;
    this.#offset = clocks.now - Date.now();
  }

  #add(entries: Entry[], number: number): void {
    const last = this.entries.at(-1)?.number ?? 0;
    const fresh = entries.filter((entry) => entry.number > last);
    const gap = fresh.length > 0 ? fresh[0]!.number > last + 1 : number > last;
    this.entries = [...this.entries, ...fresh];
    this.number = number;
    for (const entry of fresh) {
      // Coming back is no turn: what a bot played meanwhile is still news then.
      if (this.held.includes(entry.seat) && entry.by === "person" && entry.kind !== "hand_back")
        this.since = this.since.map((known, seat) => (seat === entry.seat ? entry.number : known));
    }
    // A welcome brings only the newest entries; the rest of the log is fetched.
    if (gap) void this.#fill(number);
  }

  async #fill(number: number): Promise<void> {
    const whole: Entry[] = [];
    while (whole.length < number) {
      const log = await api.log(this.code, whole.length).catch(() => null);
      if (!log || log.entries.length === 0) return;
      whole.push(...log.entries);
    }
    const last = whole.at(-1)?.number ?? 0;
    this.entries = [...whole, ...this.entries.filter((entry) => entry.number > last)];
    this.number = Math.max(this.number, last);
  }

  /** A game that is over says so in its views first; the table's own message may come later. */
  #status(): void {
    const info = this.info;
    const view = this.views[0];
    if (info && view) {
      const status = view.outcome ? "over" : "playing";
      this.info = { ...info, status, to_move: view.to_move, number: this.number };
    }
  }

  #tell(entries: Entry[], before: View | null): void {
    if (entries.length === 0) return;
    for (const listener of this.#listeners) listener({ entries, before, after: this.view });
  }
}
