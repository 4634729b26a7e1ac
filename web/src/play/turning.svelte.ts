/** The cards of a tunnel are turned one by one, and what they lead to is shown when all of them lie open. */

import { settings } from "$lib/settings.svelte";
import { play } from "$lib/sound";

/** A tunnel whose cards are turned up, as it is shown. */
export interface Reveal {
  seat: number;
  route: string;
  laid: Record<string, number>;
  shown: readonly string[];
  /** Of these, the ones that cost a card more. */
  matching: readonly string[];
  extra: number;
  /** Whether the cards lie open from the start: it happened before this page was opened. */
  settled: boolean;
}

/** ms until the first card is turned, and from one to the next. */
const FIRST = 500;
const NEXT = 750;

export class Turning {
  reveal = $state.raw<Reveal | null>(null);
  /** How many of its cards lie open. */
  turned = $state(0);
  done = $derived.by(() => this.turned >= (this.reveal?.shown.length ?? 0));
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Show a tunnel; `then` is called when its cards lie open, at once where nothing may move. */
  begin(reveal: Reveal, then: () => void = () => undefined): void {
    this.#stop();
    this.reveal = reveal;
    this.turned = reveal.settled || !settings.motion ? reveal.shown.length : 0;
    if (this.done) {
      then();
      return;
    }
    reveal.shown.forEach((card, i) => this.#after(FIRST + NEXT * i, () => this.#turn(reveal, card)));
    this.#after(FIRST + NEXT * reveal.shown.length, then);
  }

  close(): void {
    this.#stop();
    this.reveal = null;
  }

  #turn(reveal: Reveal, card: string): void {
    this.turned += 1;
    play("flip");
    if (reveal.matching.includes(card)) play("hit");
  }
  #after(ms: number, what: () => void): void {
    this.#timers.push(setTimeout(what, ms));
  }
  #stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }
}
