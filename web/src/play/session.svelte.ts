/** What the page knows and shows at one table, besides what the server tells: open choices, lights, a tunnel's cards. */

import { group, parse, type Grouped, type Payment } from "$lib/actions";
import type { Edition } from "$lib/edition";
import { t } from "$lib/messages";
import type { ActionKind, Entry, Event, Explanation, SeatInfo, View } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Listener, Table } from "$lib/table.svelte";
import { toasts } from "$lib/toasts.svelte";
import type { Seated } from "$lib/words";
import type { Lit } from "../board/lit";
import type { Geometry } from "../board/geometry";
import type { Target } from "../board/targets";
import { cheapestPath, ownersOf, type Path } from "../board/paths";
import * as doing from "./doing";
import { claimed, revealOf, openReveal } from "./entries";
import { builtLight, entryLight, hintLight, ticketLight } from "./lights";
import { nameOf, seated } from "./names";
import { progressOf, type Progress } from "./progress";
import { Turning } from "./turning.svelte";

const NOTHING = group(null, null);
/** Actions that nothing else asks about. */
const ONE_TAP: ReadonlySet<ActionKind | undefined> = new Set([
  "draw_face_up",
  "draw_blind",
  "draw_cards",
  "pass",
  "decline",
] as const);

type News = Parameters<Listener>[0];

/** What a session needs of its table: a live one has it, and so has a position by itself. */
export interface SessionTable {
  readonly view: View | null;
  readonly info: { readonly seats: readonly SeatInfo[] } | null;
  /** The seat whose view that is. */
  readonly seat: number | null;
  readonly spectator: boolean;
  readonly entries: Entry[];
  readonly since: readonly number[];
  readonly number: number;
  readonly undoes: readonly number[];
  readonly busy: boolean;
  readonly slow: boolean;
  act(action: string): Promise<boolean>;
  undo(): Promise<void>;
  hint(): Promise<Explanation>;
  listen(listener: Listener): () => void;
}
/** A session at whatever it is: for what asks nothing of a live table. */
export type AnySession = Session<SessionTable>;

/** What stays lit until it is put out: a ticket, or all that somebody has built. */
export type Pin = { kind: "ticket"; id: string } | { kind: "seat"; seat: number };

export class Session<T extends SessionTable = Table> {
  #doing = $state.raw<doing.Doing>(doing.LOOKING);
  /** What a payment is being chosen for. */
  chosen = $derived.by(() => doing.targetOf(this.#doing));
  /** Whether a place for a station is being chosen. */
  placing = $derived.by(() => doing.isPlacing(this.#doing));
  /** What somebody points at: a ticket, a line of the log, a player. */
  pointedAt = $state.raw<Lit | null>(null);
  pinned = $state.raw<Pin | null>(null);
  /** Lit until it is put out: a hint. */
  hint = $state.raw<Explanation | null>(null);
  /** The hint of which only the first line is shown: it stays so when the window is turned. */
  foldedHint = $state.raw<Explanation | null>(null);
  /** Lit while the guide speaks of it. */
  told = $state.raw<Lit | null>(null);
  /** Only routes that this colour pays for glow. */
  colour = $state<string | null>(null);
  turning = new Turning();
  /** While a tunnel's cards are turned: how things stood before them, and the last entry from then. */
  #before = $state.raw<{ view: View; number: number } | null>(null);
  #later: News[] = [];
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** Tickets ticked among those offered. */
  keeping = $state.raw<ReadonlySet<string>>(new Set());
  /** The entry up to which the board is shown, while what happened is played again. */
  upTo = $state<number | null>(null);
  /** Hot-seat: nobody's cards are shown. */
  covered = $state(false);

  /** The board as it lies before the reader: turned, where it is. */
  shown: Geometry;

  constructor(
    readonly table: T,
    readonly edition: Edition,
    readonly geometry: Geometry,
  ) {
    this.shown = $state.raw(geometry);
  }

  get view(): View {
    const view = this.#before?.view.seat === this.me ? this.#before.view : this.table.view;
    if (!view) throw new Error("the game has not begun");
    return view;
  }
  get seats(): readonly SeatInfo[] {
    return this.table.info?.seats ?? [];
  }
  get me(): number | null {
    return this.table.seat;
  }

  /** The log, as far as it may be read already. */
  entries = $derived.by(() => {
    const last = this.#before?.number;
    return last === undefined
      ? this.table.entries
      : this.table.entries.filter(({ number }) => number <= last);
  });
  /** What others, or a bot in this seat, have done since its person's last turn. */
  news = $derived.by(() => {
    const { me } = this;
    if (me === null) return [];
    const since = this.table.since[me] ?? 0;
    const own = (entry: Entry) => entry.seat === me && entry.by === "person";
    return this.entries.filter((entry) => entry.number > since && entry.event && !own(entry));
  });
  /** Whether a tunnel's cards are being turned: what they lead to is not shown yet. */
  waits = $derived.by(() => this.#before !== null);
  /** The tunnel that is shown: one that asks for cards, for as long as it does. */
  reveal = $derived.by(() => {
    const { reveal } = this.turning;
    return reveal && (this.waits || reveal.extra === 0 || this.view.tunnel) ? reveal : null;
  });
  /** Whether the shown seat is to move. */
  mine = $derived.by(() => this.me !== null && this.view.to_move === this.me);
  /** Whether the shown seat may act now. */
  may = $derived.by(() => this.mine && !this.covered && this.upTo === null && !this.waits);
  legal = $derived.by((): Grouped => (this.may ? group(this.view.legal, this.view.hand) : NOTHING));
  colours = $derived.by(() => this.seats.map((seat) => seat.colour));
  owners = $derived.by(() => {
    const owners = ownersOf(this.view.players);
    if (this.upTo !== null)
      for (const entry of this.entries)
        if (entry.number > this.upTo) for (const id of claimed(entry)) owners.delete(id);
    return owners;
  });
  stations = $derived.by(
    () =>
      new Map(this.view.players.flatMap((one, seat) => one.stations.map((city) => [city, seat] as const))),
  );
  /** Tracks that nobody can claim any more; while what happened is played again, those that were closed by then. */
  closed = $derived.by(() => {
    const { closed } = this.view;
    if (this.upTo === null) return new Set(closed);
    return new Set(closed.filter((id) => this.owners.has(this.edition.route(id).twin ?? "")));
  });
  own = $derived.by(() => new Set(this.me === null ? [] : (this.view.players[this.me]?.routes ?? [])));
  /** Own tickets. */
  held = $derived.by((): readonly string[] => this.view.chosen ?? this.view.tickets ?? []);
  /** How far each own ticket is that is not completed yet; null where no free path is left. */
  progress = $derived.by(() => {
    const open = this.held.filter((id) => !this.completed.has(id));
    return new Map(open.map((id) => [id, this.progressFor(id)]));
  });
  /** Routes that own tickets still need, and those beside them that would do as well. */
  wanted = $derived.by(() => {
    if (this.covered || this.view.outcome) return new Set<string>();
    const ids = [...this.progress.values()].flatMap((one) => one?.path.missing ?? []);
    return new Set([...ids, ...ids.flatMap((id) => this.edition.route(id).twin ?? [])]);
  });
  /** Own tickets, and those to choose from, whose places own routes join already. */
  completed = $derived.by(() => new Set(this.view.joined ?? []));
  legalRoutes = $derived.by(() => {
    const { colour } = this;
    if (this.placing) return new Set<string>();
    if (colour === null) return new Set(this.legal.claims.keys());
    const pays = (payment: Payment) => payment.colour === colour || (colour === "wild" && payment.wilds > 0);
    return new Set(
      [...this.legal.claims].filter(([, payments]) => payments.some(pays)).map(([route]) => route),
    );
  });
  /** Places glow for stations only when asked: every place would. */
  legalCities = $derived.by(() => new Set(this.placing ? this.legal.stations.keys() : []));

  lit = $derived.by((): Lit => {
    if (this.pointedAt) return this.pointedAt;
    const pinned = this.pinned && this.#pinLight(this.pinned);
    if (pinned) return pinned;
    if (this.keeping.size > 0 && this.view.offered?.length) return this.ticketLight([...this.keeping]);
    if (this.hint) return hintLight(this.edition, this.hint);
    return this.told ?? {};
  });

  /** A heading: "You", or a name. Sentences are made with `whose`. */
  who = (seat: number): string =>
    seat === this.me && !this.table.spectator ? t("who.you") : this.name(seat);
  whose = (seat: number): Seated => seated(this.seats, seat, this.table.spectator ? null : this.me);
  name = (seat: number): string => nameOf(this.seats, seat);

  /** The best free path for a ticket: null if there is none. */
  path(id: string): Path | null {
    const { a, b } = this.edition.ticket(id);
    const barred = new Set([...this.owners.keys(), ...this.closed]);
    return cheapestPath(this.edition.info.routes, a, b, this.own, barred);
  }

  /** How far any ticket is: null where no free path is left. */
  progressFor(id: string): Progress | null {
    const path = this.path(id);
    return path && progressOf(path, (route) => this.edition.route(route), this.view.hand ?? {});
  }

  /** What to light for some tickets: both places, and the best free path. */
  ticketLight(ids: readonly string[]): Lit {
    return ticketLight(this.edition, ids, (id) => this.path(id));
  }
  /** What an entry of the log is about. */
  entryLight(event: Event | null | undefined): Lit | null {
    return entryLight(this.edition, event);
  }
  /** What somebody has built; null if that is nothing. */
  seatLight(seat: number): Lit | null {
    return builtLight(this.view.players[seat]);
  }

  point(lit: Lit | null): void {
    this.pointedAt = lit;
  }

  /** Light something until it is put out; asked a second time, put it out. */
  pin(pin: Pin): void {
    this.pinned = this.pins(pin) ? null : pin;
    this.pointedAt = null;
  }
  pins(pin: Pin): boolean {
    return JSON.stringify(this.pinned) === JSON.stringify(pin);
  }
  putOut(): void {
    this.pinned = null;
    this.pointedAt = null;
  }
  #pinLight(pin: Pin): Lit | null {
    if (pin.kind === "seat") return this.seatLight(pin.seat);
    return this.held.includes(pin.id) ? this.ticketLight([pin.id]) : null;
  }
  /** A route or a place was tapped. */
  choose(target: Target): void {
    this.#doing = doing.choose(this.#doing, target);
    this.hint = null;
    this.putOut();
  }
  /** The payment was put away. */
  closeChoice(): void {
    this.#doing = doing.close(this.#doing);
  }
  togglePlacing(): void {
    this.#doing = doing.togglePlacing(this.#doing);
  }
  /** Put everything away that was chosen, asked for or lit. */
  leave(): void {
    this.#doing = doing.leave(this.#doing);
    this.#forget();
  }
  #forget(): void {
    this.hint = null;
    this.colour = null;
    this.putOut();
  }

  /** What a tap would do, until it is confirmed; null if nothing is asked, or it is no longer possible. */
  toConfirm = $derived.by(() => {
    const action = doing.asked(this.#doing);
    return this.may && action !== null && this.view.legal?.includes(action) ? action : null;
  });
  /** Do what was asked about, or not. */
  confirm(yes: boolean): void {
    const text = this.toConfirm;
    this.#doing = doing.answered(this.#doing);
    if (yes && text !== null) void this.act(text, true);
  }

  /** Send an action; what was being chosen is done with. What one tap does is asked about first, for those who want that. */
  async act(text: string, sure = false): Promise<void> {
    if (this.table.busy) return;
    if (settings.confirm && !sure && this.toConfirm !== text && ONE_TAP.has(parse(text)?.kind)) {
      this.#doing = doing.ask(this.#doing, text);
      return;
    }
    this.#doing = doing.LOOKING;
    this.#forget();
    try {
      if (await this.table.act(text)) this.keeping = new Set();
    } catch (error) {
      toasts.fault(error, this.edition.id);
    }
  }

  /** The last hint, with the position that it was for: it is not asked for twice. */
  #hinted: { number: number; seat: number | null; hint: Promise<Explanation> } | null = null;

  async askHint(): Promise<void> {
    if (this.hint) {
      this.hint = null;
      return;
    }
    const { number, seat } = this.table;
    if (this.#hinted?.number !== number || this.#hinted.seat !== seat)
      this.#hinted = { number, seat, hint: this.table.hint() };
    const asked = this.#hinted;
    try {
      const hint = await asked.hint;
      if (this.table.number === number && this.may) this.hint = hint;
    } catch (error) {
      if (this.#hinted === asked) this.#hinted = null;
      // Who has gone on meanwhile does not wait for it any more.
      if (this.table.number === number) toasts.fault(error, this.edition.id);
    }
  }

  mayUndo = $derived.by(() => this.me !== null && this.table.undoes.includes(this.me) && !this.covered);

  async undo(): Promise<void> {
    const { chosen } = this.view;
    try {
      await this.table.undo();
      if (chosen) this.keeping = new Set(chosen); // a choice that was under seal is there to be changed
    } catch (error) {
      toasts.fault(error, this.edition.id);
    }
  }

  /** Hear what happens, each thing when it may be seen; returns how to stop. */
  follow(tell: (news: News) => void): () => void {
    const stop = this.table.listen((news) => {
      this.#later.push(news);
      if (!this.waits) this.#catchUp(tell);
    });
    return () => {
      stop();
      this.turning.close();
    };
  }

  /** Tell what has happened, up to the next tunnel whose cards have to be turned first. */
  #catchUp(tell: (news: News) => void): void {
    this.#before = null;
    for (let news = this.#later.shift(); news; news = this.#later.shift()) {
      const { entries, before, after } = news;
      const reveal = revealOf(entries);
      if (reveal && before && !this.covered) {
        // The cards laid are on the table already; nothing else is told by the hand.
        const view = { ...before, hand: after?.hand ?? before.hand };
        this.#before = { view, number: entries[0]!.number - 1 };
        const waiting = news;
        this.turning.begin(reveal, () => {
          this.#heard(entries);
          tell(waiting);
          this.#catchUp(tell);
        });
        return;
      }
      this.#heard(entries);
      tell(news);
    }
  }

  #heard(entries: readonly Entry[]): void {
    const routes = entries.flatMap(claimed);
    if (routes.length > 0) this.fresh = new Set(routes);
    const answered = entries.some(({ event }) => event?.kind === "pay_tunnel" || event?.kind === "decline");
    if (answered) this.turning.close();
    this.resumeReveal();
    const isOpen = ({ kind, id }: Target) =>
      (kind === "route" ? this.legal.claims : this.legal.stations).has(id);
    this.#doing = doing.settle(this.#doing, this.may, isOpen);
    if (!this.may) this.hint = null;
  }

  /** A tunnel that was being tried before this page was opened, or while it was away. */
  resumeReveal(): void {
    const { tunnel, to_move } = this.view;
    if (!tunnel || to_move === null || this.turning.reveal?.route === tunnel.route) return;
    this.turning.begin(openReveal(to_move, tunnel));
  }
}
