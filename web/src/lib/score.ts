import type { View } from "./protocol";

/** What a player has: on the board while the game is played, in all once it is over and that has been counted. */
export function scoreOf(view: View, seat: number, counted = true): number {
  const total = counted ? view.outcome?.scores[seat]?.total : undefined;
  return total ?? view.players[seat]?.score ?? 0;
}
