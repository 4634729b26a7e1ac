/** The chat at a table, as far as it is not open: what is unread, and the signs that pop up beside their players. */

import { untrack } from "svelte";
import type { Saying } from "$lib/protocol";
import { play } from "$lib/sound";
import type { Table } from "$lib/table.svelte";

/** ms that a sign stays. */
const POPS = 4500;

export class Talk {
  /** The newest sign of each seat, while it is fresh. */
  emotes = $state.raw<ReadonlyMap<number, Saying>>(new Map());
  #read = $state(0);
  #known: number;

  constructor(
    readonly table: Table,
    readonly me: () => number | null,
  ) {
    this.#known = table.messages.at(-1)?.number ?? 0;
    this.#read = table.messages.length;
  }

  unread = $derived.by(() => Math.max(0, this.table.messages.length - this.#read));

  /** Everything has been read: the chat lies open. */
  read(): void {
    this.#read = this.table.messages.length;
  }

  /** Look for something new; for an effect, which calls it whenever something is said. */
  hear(): void {
    const last = this.table.messages.at(-1);
    if (!last || last.number <= this.#known) return;
    this.#known = last.number;
    if (last.seat !== this.me()) play("message");
    if (last.kind === "emote" && last.seat !== null) this.#pop(last.seat, last);
  }

  #pop(seat: number, sign: Saying): void {
    this.emotes = new Map([...untrack(() => this.emotes), [seat, sign]]);
    setTimeout(() => {
      if (this.emotes.get(seat) === sign)
        this.emotes = new Map([...this.emotes].filter(([key]) => key !== seat));
    }, POPS);
  }
}
