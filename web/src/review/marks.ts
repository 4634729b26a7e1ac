/** What stands out in a game: mistakes, and strikes of luck. */

import type { Judgement, Moment, ReplayStep, Review } from "$lib/protocol";

export type Size = Judgement["size"];

/** As annotators write them behind a move. */
export const GLYPHS: Record<Size, string> = { fine: "", inaccurate: "?!", mistake: "?", blunder: "??" };

/** The size of a person's mistake at a step; null where there is none. A stand-in's are not theirs. */
export function mistakeAt({ judgement }: Moment): Exclude<Size, "fine"> | null {
  if (!judgement || judgement.by !== "seat" || judgement.within_noise) return null;
  return judgement.size === "fine" ? null : judgement.size;
}

const NOTABLY = 0.05;

/** What a mistake did in the real game, if that was notably less harm; null if not, or if the judge would have made it too. */
export function sparedBy({ judgement, seat, effect, effect_error }: Moment): number | null {
  const real = seat === null ? undefined : effect[seat];
  if (!judgement?.better || real === undefined || effect_error === 0) return null;
  return real > -judgement.lost / 2 && real + judgement.lost > NOTABLY ? real : null;
}

/** The steps of all mistakes, or of one seat's. */
export function mistakesOf(review: Review, seat: number | null = null): number[] {
  return review.moments.flatMap((moment, step) =>
    mistakeAt(moment) && (seat === null || moment.seat === seat) ? [step] : [],
  );
}

/** The first step after this one; null after the last. */
export function after(steps: readonly number[], at: number): number | null {
  return steps.find((step) => step > at) ?? null;
}

/** The last step before this one; null before the first. */
export function before(steps: readonly number[], at: number): number | null {
  return steps.findLast((step) => step < at) ?? null;
}

/** Whom chance moved most at a step, and by how much. */
export function mostMoved({ luck }: Moment): { seat: number; luck: number } {
  const size = luck.map(Math.abs);
  const seat = Math.max(0, size.indexOf(Math.max(...size)));
  return { seat, luck: luck[seat] ?? 0 };
}

/** What stands at a step in graph and log. */
export interface Mark {
  step: number;
  mistake: Exclude<Size, "fine"> | null;
  strike: { seat: number; luck: number } | null;
}

export function marksOf(review: Review): Map<number, Mark> {
  const strikes = new Set(review.strikes);
  const marks = new Map<number, Mark>();
  review.moments.forEach((moment, step) => {
    const mistake = mistakeAt(moment);
    const strike = strikes.has(step) ? mostMoved(moment) : null;
    if (mistake || strike) marks.set(step, { step, mistake, strike });
  });
  return marks;
}

/** How much every seat's chance changed at a step. */
export function changes(review: Review, step: number): number[] {
  const from = step === 0 ? review.start : review.moments[step - 1]?.chances;
  return (review.moments[step]?.chances ?? []).map((chance, seat) => chance - (from?.[seat] ?? chance));
}

/** Steps whose action was taken back later. */
export function takenBack(steps: readonly ReplayStep[]): Set<number> {
  const standing: number[] = [];
  const gone = new Set<number>();
  steps.forEach(({ event }, step) => {
    if (event?.kind === "undo") {
      const last = standing.pop();
      if (last !== undefined) gone.add(last);
    } else if (event) standing.push(step);
  });
  return gone;
}
