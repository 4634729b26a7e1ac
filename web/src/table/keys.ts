/** The keyboard at a table: which key means what. */

import type { Grouped } from "$lib/actions";

export type Command =
  | { do: "act"; action: string }
  | { do: "open"; what: "draw" | "routes" | "stations" | "help" }
  | { do: "side"; what: "log" | "chat" }
  | { do: "board" | "hint" | "undo" | "leave" };

/** What a key depends on. */
export interface Situation {
  legal: Grouped;
  /** The cards that lie open, in their order. */
  display: readonly (string | null)[];
  mayHint: boolean;
  mayUndo: boolean;
}

/**
 * What a key asks for: null where it means nothing at all, "nothing" where it has a meaning that does not apply now, so
 * that the browser does nothing with it either.
 */
export function commandOf(
  key: string,
  { legal, display, mayHint, mayUndo }: Situation,
): Command | "nothing" | null {
  const digit = Number(key);
  if (digit >= 1 && digit <= display.length) {
    const card = display[digit - 1];
    return act(card ? legal.draws.get(card) : null);
  }
  switch (key.toLowerCase()) {
    case "b":
      return act(legal.drawBlind ?? legal.drawCards);
    case "t":
      return (legal.drawTickets ?? legal.swapTickets) ? { do: "open", what: "draw" } : "nothing";
    case "r":
      return { do: "open", what: "routes" };
    case "s":
      return legal.stations.size > 0 ? { do: "open", what: "stations" } : "nothing";
    case "m":
      return { do: "board" };
    case "h":
      return mayHint ? { do: "hint" } : "nothing";
    case "u":
      return mayUndo ? { do: "undo" } : "nothing";
    case "l":
      return { do: "side", what: "log" };
    case "c":
      return { do: "side", what: "chat" };
    case "?":
      return { do: "open", what: "help" };
    case "escape":
      return { do: "leave" };
    default:
      return null;
  }
}

const act = (action: string | null | undefined): Command | "nothing" =>
  action ? { do: "act", action } : "nothing";
