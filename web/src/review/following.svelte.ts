/** A review as the server fills it in: asked for once a second, while the page is looked at, until it is complete. */

import * as api from "$lib/api";
import type { Review } from "$lib/protocol";
import { reviewed } from "$lib/reviewed";

const EVERY_MS = 1000;
/** After a fault that may pass. */
const LATER_MS = 5000;

/** Whether asking again may help: it was not our server that answered, or it has too much to do. */
export function mayPass({ code, message, status }: api.Refused): boolean {
  return code === api.AWAY || !message || status === 429 || status >= 500;
}

/** Whether nothing is left to judge. */
export function complete({ done, of }: Review): boolean {
  return done >= of;
}

export class Following {
  review = $state.raw<Review | null>(null);
  /** Why there is no more of it. */
  fault = $state.raw<api.Refused | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #on = false;
  #asking = false;

  constructor(
    readonly code: string,
    readonly ask: (code: string) => Promise<Review> = api.review,
  ) {}

  /** Begin, or go on; the way to stop. */
  start(): () => void {
    const seen = () => {
      clearTimeout(this.#timer);
      if (!document.hidden) void this.#next();
    };
    this.#on = true;
    document.addEventListener("visibilitychange", seen);
    seen();
    return () => {
      this.#on = false;
      clearTimeout(this.#timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }

  /** Ask now, whatever was answered before. */
  again(): void {
    clearTimeout(this.#timer);
    this.fault = null;
    void this.#next();
  }

  async #next(): Promise<void> {
    if (this.#asking || !this.#on || (this.review && complete(this.review))) return;
    if (this.fault && !mayPass(this.fault)) return;
    this.#asking = true;
    try {
      this.review = await this.ask(this.code);
      this.fault = null;
      if (complete(this.review)) reviewed(this.code, this.review);
    } catch (error) {
      this.fault = api.refused(error);
    } finally {
      this.#asking = false;
    }
    if (!this.#on || document.hidden) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#next(), this.fault ? LATER_MS : EVERY_MS);
  }
}
