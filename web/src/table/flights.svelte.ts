/** Cards that fly across the table, from where they lay to who took them. */

import type { Entry, View } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";

export interface Flight {
  id: number;
  /** null: face down. */
  colour: string | null;
  ticket: boolean;
  from: DOMRect;
  to: DOMRect;
  late: number;
}

let last = 0;

/** Where something lies: several places may be named, the first that is on the screen counts. */
function spot(...names: string[]): DOMRect | null {
  for (const name of names) {
    for (const element of document.querySelectorAll(`[data-fly="${name}"]`)) {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.bottom > 0 && box.top < innerHeight) return box;
    }
  }
  return null;
}

export class Flights {
  list = $state.raw<Flight[]>([]);

  /** Send off what some entries moved. Call it before the page shows the new view. */
  launch(entries: readonly Entry[], me: number | null, after: View | null): void {
    if (!settings.motion || !after || document.hidden) return;
    const found: Flight[] = [];
    let late = 0;
    const add = (colour: string | null, ticket: boolean, from: DOMRect | null, to: DOMRect | null) => {
      if (from && to) found.push({ id: ++last, colour, ticket, from, to, late: 110 * late++ });
    };
    for (const { event, seat } of entries.slice(-4)) {
      if (!event) continue;
      const mine = seat === me;
      const home = (kind: string | null) => (mine ? spot(`hand-${kind}`, "hand") : spot(`seat-${seat}`));
      const kinds = Object.entries(event.cards ?? {}).flatMap(([kind, n]) =>
        Array.from({ length: n }, () => kind),
      );
      switch (event.kind) {
        case "draw_face_up":
          add(kinds[0] ?? null, false, spot(`display-${kinds[0]}`, "pile"), home(kinds[0] ?? null));
          break;
        case "draw_blind":
        case "draw_cards":
          for (let i = 0; i < (event.count ?? 1); i++)
            add(kinds[i] ?? null, false, spot("pile"), home(kinds[i] ?? null));
          break;
        case "draw_tickets":
        case "swap_tickets":
          add(null, true, spot("tickets"), mine ? spot("hand") : spot(`seat-${seat}`));
          break;
        case "claim":
        case "station":
        case "pay_tunnel":
          kinds.slice(0, 6).forEach((kind) => add(kind, false, home(kind), spot("pile")));
          break;
      }
    }
    this.list = [...this.list, ...found].slice(-12);
  }

  done(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }
}
