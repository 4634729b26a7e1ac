/** Whom this browser's user does not want to hear: kept here, and nobody else is told. */

import { read, write } from "./settings.svelte";

const KEY = "perron.muted";
const MOST = 200;

class Muted {
  #list = $state<string[]>(read<string[]>(KEY, []));

  has(code: string, seat: number | null): boolean {
    return seat !== null && this.#list.includes(`${code}/${seat}`);
  }

  set(code: string, seat: number, on: boolean): void {
    const who = `${code}/${seat}`;
    const others = this.#list.filter((one) => one !== who);
    this.#list = on ? [...others, who].slice(-MOST) : others;
    write(KEY, this.#list);
  }
}

export const muted = new Muted();
