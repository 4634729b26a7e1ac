/** A clock that ticks while somebody looks at it. */

export class Ticking {
  now = $state(0);
  #timer: ReturnType<typeof setInterval>;

  constructor(time: () => number, every = 500) {
    this.now = time();
    this.#timer = setInterval(() => (this.now = time()), every);
  }
  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Milliseconds as 1:05 or 2:03:04; days are hours too. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
}
