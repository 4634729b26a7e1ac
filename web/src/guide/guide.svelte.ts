/** Whether the guide of a first game is wanted, and what of it is done with; kept in this browser. */

import type { Entry } from "$lib/protocol";
import { read, write } from "$lib/settings.svelte";
import { claimed } from "../play/entries";
import { STEPS, type StepId } from "./steps";

const KEY = "perron.guide";

interface Stored {
  off: boolean;
  done: StepId[];
}

class Guide {
  #stored = $state<Stored>({ off: false, done: [], ...read<Partial<Stored>>(KEY, {}) });
  /** The step that is folded away: it stays so when the window is turned. */
  folded = $state<StepId | null>(null);
  /** The step that is shown now, folded away or not. */
  step = $state<StepId | null>(null);
  /** What was done up to this entry does not count: the guide was called again after it. */
  #since = $state(0);

  get on(): boolean {
    return !this.#stored.off && STEPS.some((step) => !this.told(step));
  }

  get shut(): boolean {
    return this.step !== null && this.step === this.folded;
  }

  told(step: StepId): boolean {
    return this.#stored.done.includes(step);
  }
  /** Steps that need not be told, those among them that the seat has just done by itself. */
  done(entries: readonly Entry[], seat: number | null): Set<StepId> {
    const done = new Set(this.#stored.done);
    for (const entry of entries) {
      if (entry.seat !== seat || entry.by !== "person" || entry.number <= this.#since) continue;
      if (entry.event?.kind === "keep_tickets") done.add("tickets");
      if (claimed(entry).length > 0) done.add("claim").add("draw");
    }
    return done;
  }

  finish(...steps: StepId[]): void {
    this.#keep({ off: this.#stored.off, done: [...new Set([...this.#stored.done, ...steps])] });
  }
  skip(): void {
    this.#keep({ ...this.#stored, off: true });
  }
  /** Begin again, from where the game stands. */
  again(number: number): void {
    this.#since = number;
    this.#keep({ off: false, done: [] });
  }

  #keep(stored: Stored): void {
    this.#stored = stored;
    write(KEY, stored);
  }
}

export const guide = new Guide();
