import type { View } from "./protocol";

/** What a player has: on the board while the game is played, in all once it is over. */
export function scoreOf(view: View, seat: number): number {
  return view.outcome?.scores[seat]?.total ?? view.players[seat]?.score ?? 0;
}
