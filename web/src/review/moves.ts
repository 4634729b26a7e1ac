/** A move as it is shown: what it is about on the board, and its cards. */

import type { Action } from "$lib/actions";
import type { Target } from "../board/targets";

/** The route or the place that a move is about; null if that is nothing on the board. */
export function targetOf(action: Action | null): Target | null {
  if (action?.kind === "claim") return { kind: "route", id: action.route };
  if (action?.kind === "station") return { kind: "city", id: action.city };
  return null;
}

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
