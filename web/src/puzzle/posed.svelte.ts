/** A puzzle as a table at which one move is chosen: nothing is played, and nobody else is there. */

import * as api from "$lib/api";
import type { Puzzle, Solution, View } from "$lib/protocol";
import { nobody } from "$lib/seats";
import type { SessionTable } from "../play/session.svelte";

export class Posed implements SessionTable {
  /** The move that was chosen, until it is answered or put away. */
  chosen = $state<string | null>(null);
  solution = $state.raw<Solution | null>(null);
  busy = $state(false);
  readonly info;
  readonly seat;
  readonly spectator = false;
  readonly entries = [];
  readonly since = [];
  readonly number = 0;
  readonly undoes = [];

  constructor(readonly puzzle: Puzzle) {
    this.info = { seats: nobody(puzzle.seats) };
    this.seat = puzzle.seat;
  }

  /** Once it is answered there is nothing to choose any more. */
  get view(): View {
    const { view } = this.puzzle;
    return this.solution ? { ...view, legal: null } : view;
  }
  get slow(): boolean {
    return this.busy;
  }

  act(action: string): Promise<boolean> {
    this.chosen = action;
    return Promise.resolve(true);
  }
  /** Have the chosen move judged. Rejects with `Refused`. */
  async answer(): Promise<Solution | null> {
    if (this.chosen === null || this.busy) return null;
    this.busy = true;
    try {
      return (this.solution = await api.solve(this.puzzle.id, this.chosen));
    } finally {
      this.busy = false;
    }
  }

  undo(): Promise<void> {
    return Promise.reject(new api.Refused("undo/not_possible", ""));
  }
  hint(): Promise<never> {
    return Promise.reject(new api.Refused("hint/off", ""));
  }
  listen(): () => void {
    return () => undefined;
  }
}
