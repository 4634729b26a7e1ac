/** Going through a game step by step, by hand or by itself. */

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Playback {
  at = $state(0);
  playing = $state(false);
  /** Steps a second. */
  speed = $state<number>(1);

  constructor(
    start: number,
    /** The last step there is. */
    readonly last: () => number,
  ) {
    this.at = this.#within(start);
  }

  /** Go somewhere by hand: it does not go on by itself then. */
  go(to: number): void {
    this.playing = false;
    this.at = this.#within(to);
  }
  /** Let it go on by itself, from the start if it is at its end; or stop it. */
  toggle(): void {
    if (this.at >= this.last()) this.at = 0;
    this.playing = !this.playing;
  }
  /** One step on by itself; at the end it stops. */
  step(): void {
    if (this.at >= this.last()) this.playing = false;
    else this.at += 1;
  }

  /** What a key does; whether it means anything here. `taken`: the space bar is for what has the focus. */
  pressed(key: string, taken: boolean): boolean {
    if (key === "ArrowLeft") this.go(this.at - 1);
    else if (key === "ArrowRight") this.go(this.at + 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.last());
    else if (key === " " && !taken) this.playing = !this.playing;
    else return false;
    return true;
  }

  #within(step: number): number {
    return Math.max(0, Math.min(this.last(), Math.round(step)));
  }
}
