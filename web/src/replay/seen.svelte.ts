/** A game through several eyes: what has been fetched of it, and through whose it is seen. */

import type { Replay } from "$lib/protocol";

/** Whose view the server tells: everybody's cards, or what one seat knew. */
export type Eyes = "open" | number;
/** Through whose eyes a game is seen: at each step those of whoever acts, if it is `mover`. */
export type Viewer = Eyes | "mover";

/** Who acted at a step; before the first action, who did so first. */
export function moverAt(replay: Replay, step: number): number {
  return replay.steps[step]?.seat ?? replay.steps[step + 1]?.seat ?? 0;
}

export class Seen {
  viewer = $state<Viewer>("open");
  busy = $state(false);
  #known = $state.raw<ReadonlyMap<Eyes, Replay>>(new Map());

  constructor(readonly ask: (eyes: Eyes) => Promise<Replay>) {}

  /** See it through other eyes at a step; raises what the server refuses, and then it stays as it was. */
  async look(viewer: Viewer, step: number): Promise<Replay> {
    this.busy = true;
    try {
      if (viewer !== "mover") await this.#need(viewer);
      else await this.#need(moverAt(this.#ofSeat() ?? (await this.#need(0)), step));
      this.viewer = viewer;
      return this.at(step)!;
    } finally {
      this.busy = false;
    }
  }

  /** Fetch what the others knew too, one after the other, so that nobody has to wait when it is their turn. */
  async fetchSeats(): Promise<void> {
    const seats = this.#ofSeat()?.seats ?? 0;
    for (let seat = 0; seat < seats; seat++) await this.#need(seat);
  }

  /** The game as it is seen at a step; null before anything is known. */
  at(step: number): Replay | null {
    if (this.viewer !== "mover") return this.#known.get(this.viewer) ?? null;
    const some = this.#ofSeat();
    return some && (this.#known.get(moverAt(some, step)) ?? some);
  }

  /** What any one seat knew: never everybody's cards. */
  #ofSeat(): Replay | null {
    for (const [eyes, replay] of this.#known) if (eyes !== "open") return replay;
    return null;
  }

  async #need(eyes: Eyes): Promise<Replay> {
    const found = this.#known.get(eyes) ?? (await this.ask(eyes));
    this.#known = new Map([...this.#known, [eyes, found]]);
    return found;
  }
}
