/** The editions there are: shown at once from the last visit, then as the server tells them. */

import * as api from "$lib/api";
import type { CoverInfo } from "$lib/protocol";
import { read, write } from "$lib/settings.svelte";

/** The number grows when there is more to a cover: what an older page has kept is not read. */
const KEY = "perron.editions.2";

class Covers {
  /** In the order in which they are shown. */
  list = $state.raw<CoverInfo[]>(read<CoverInfo[]>(KEY, []));
  /** Whether the server has answered; null: not known yet. */
  reached = $state<boolean | null>(null);

  async load(): Promise<void> {
    try {
      this.list = (await api.editions()).editions;
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
