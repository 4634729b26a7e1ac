/** A move as it is shown: its cards. */

import type { Action } from "$lib/actions";

export interface ShownCard {
  /** null: face down. */
  colour: string | null;
  count?: number;
}

/** The cards that a move takes or pays. */
export function cardsOf(action: Action | null): ShownCard[] {
  switch (action?.kind) {
    case "draw_face_up":
      return [{ colour: action.card }];
    case "draw_blind":
      return [{ colour: null }];
    case "draw_cards":
      return [{ colour: null }, { colour: null }];
    case "claim":
    case "station":
    case "pay_tunnel": {
      const { colour, cards, wilds } = action;
      const plain = colour !== null && cards > 0 ? [{ colour, count: cards }] : [];
      return wilds > 0 ? [...plain, { colour: "wild", count: wilds }] : plain;
    }
    default:
      return [];
  }
}
