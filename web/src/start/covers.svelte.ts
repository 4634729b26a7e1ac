/** The editions there are: shown at once from the last visit, then as the server tells them. */

import * as api from "$lib/api";
import type { CoverInfo } from "$lib/protocol";
import { read, write } from "$lib/settings.svelte";

const KEY = "perron.covers";
const ORDER = ["europe", "amsterdam", "berlin", "first_journey"];

class Covers {
  list = $state.raw<CoverInfo[]>(read<CoverInfo[]>(KEY, []));
  /** Whether the server has answered; null: not known yet. */
  reached = $state<boolean | null>(null);

  async load(): Promise<void> {
    try {
      const place = (id: string) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
      const { editions } = await api.editions();
      this.list = [...editions].sort((a, b) => place(a.id) - place(b.id));
      write(KEY, this.list);
      this.reached = true;
    } catch {
      this.reached = false;
    }
  }

  find(id: string): CoverInfo | undefined {
    return this.list.find((cover) => cover.id === id);
  }
}

export const covers = new Covers();

/** For whom an edition is, and how long it takes; only of those that we know. */
export const KNOWN = ["europe", "amsterdam", "berlin", "first_journey"] as const;
export type Known = (typeof KNOWN)[number];
export const isKnown = (id: string): id is Known => (KNOWN as readonly string[]).includes(id);
