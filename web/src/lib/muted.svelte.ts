/** Whom this browser's user does not want to hear: kept here, and nobody else is told. */

import type { TableInfo } from "./protocol";
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

  /** Go on not hearing the same people at the table of a rematch, wherever they sit there. */
  follow(from: TableInfo, to: TableInfo): void {
    for (const { name } of from.seats.filter((one) => this.has(from.code, one.seat))) {
      const there = to.seats.find((one) => one.kind === "person" && one.taken && one.name === name);
      if (there) this.set(to.code, there.seat, true);
    }
  }
}

export const muted = new Muted();
