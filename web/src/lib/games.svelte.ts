/** The games that this browser sits at, kept here and asked after on the start page. The secrets are in cookies. */

import type { Result } from "./protocol";
import { read, write } from "./settings.svelte";

export interface KnownGame {
  code: string;
  edition: string;
  /** When it was last opened, ms. */
  seen: number;
  /** Private links to go on from another device, by seat; the host's under "host". */
  resume: Record<string, string>;
  /** How it ended, once that was asked. */
  result?: Result;
}

const KEY = "perron.games";
const MOST = 40;

class Games {
  #list = $state<KnownGame[]>(read<KnownGame[]>(KEY, []));

  get list(): readonly KnownGame[] {
    return this.#list;
  }

  find(code: string): KnownGame | undefined {
    return this.#list.find((game) => game.code === code);
  }

  /** Note a table that this browser has a seat at, or is the host of. */
  note(code: string, edition: string, seat?: number | null, resume?: string): void {
    const known = this.find(code) ?? { code, edition, seen: 0, resume: {} };
    const links = resume ? { ...known.resume, [seat ?? "host"]: resume } : known.resume;
    const game = { ...known, seen: Date.now(), resume: links };
    this.#keep([game, ...this.#list.filter((one) => one.code !== code)].slice(0, MOST));
  }

  ended(code: string, result: Result): void {
    this.#keep(this.#list.map((game) => (game.code === code ? { ...game, result } : game)));
  }

  /** Note the table of a rematch: secrets are the same there, and everybody is one seat on. */
  follow(from: string, code: string, edition: string, seats: number): void {
    this.note(code, edition);
    for (const [seat, link] of Object.entries(this.find(from)?.resume ?? {})) {
      const on = seat === "host" ? null : (Number(seat) + 1) % seats;
      this.note(code, edition, on, link.replace(from, code));
    }
  }

  forget(code: string): void {
    this.#keep(this.#list.filter((game) => game.code !== code));
  }

  #keep(list: KnownGame[]): void {
    this.#list = list;
    write(KEY, list);
  }
}

export const games = new Games();
