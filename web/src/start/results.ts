/** How finished games ended, the first place first. */

import type { Result } from "$lib/protocol";

export interface Standing {
  seat: number;
  rank: number;
  total: number;
}

export function standings(result: Result | undefined): Standing[] {
  if (!result) return [];
  return result.ranks
    .map((rank, seat) => ({ seat, rank, total: result.totals[seat] ?? 0 }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
