/**
 * What the person at a seat is doing on the board, between two actions: one of a few states, and the steps between them.
 * The table shows what the state says; nothing else remembers what is open.
 */

import type { Target } from "../board/targets";

export interface Looking {
  kind: "looking";
}
/** Choosing a place for a station: the places glow for that, which they do not otherwise, since every one would. */
export interface Placing {
  kind: "placing";
}
/** Choosing how to pay for a route or a place, or reading why that cannot be. */
export interface Paying {
  kind: "paying";
  target: Target;
  /** Whether this goes back to choosing a place. */
  placing: boolean;
}
/** Being asked whether the last tap was meant; what was open stays open meanwhile. */
export interface Confirming {
  kind: "confirming";
  action: string;
  over: Looking | Placing | Paying;
}
export type Doing = Looking | Placing | Paying | Confirming;

export const LOOKING: Looking = { kind: "looking" };
export const PLACING: Placing = { kind: "placing" };

/** What is under a question, or the state itself. */
const under = (doing: Doing) => (doing.kind === "confirming" ? doing.over : doing);
const inPlaceOf = (doing: Doing, open: Looking | Placing | Paying): Doing =>
  doing.kind === "confirming" ? { ...doing, over: open } : open;

/** What is being paid for. */
export function targetOf(doing: Doing): Target | null {
  const open = under(doing);
  return open.kind === "paying" ? open.target : null;
}

/** Whether places glow for a station. */
export function isPlacing(doing: Doing): boolean {
  const open = under(doing);
  return open.kind === "placing" || (open.kind === "paying" && open.placing);
}

/** The action that is asked about. */
export function asked(doing: Doing): string | null {
  return doing.kind === "confirming" ? doing.action : null;
}

/** A route or a place was tapped. */
export function choose(doing: Doing, target: Target): Doing {
  return inPlaceOf(doing, { kind: "paying", target, placing: isPlacing(doing) });
}

/** The payment was put away. */
export function close(doing: Doing): Doing {
  const open = under(doing);
  return open.kind === "paying" ? inPlaceOf(doing, open.placing ? PLACING : LOOKING) : doing;
}

/** The station's button was pressed: places glow, or no longer. */
export function togglePlacing(doing: Doing): Doing {
  const open = under(doing);
  const placing = !isPlacing(doing);
  return inPlaceOf(doing, open.kind === "paying" ? { ...open, placing } : placing ? PLACING : LOOKING);
}

/** Escape: everything is put away but a question, which has its own answer. */
export function leave(doing: Doing): Doing {
  return inPlaceOf(doing, LOOKING);
}

/** A tap is asked about before it counts. */
export function ask(doing: Doing, action: string): Doing {
  return { kind: "confirming", action, over: under(doing) };
}

/** The question was answered, or is no longer one. */
export function answered(doing: Doing): Doing {
  return under(doing);
}

/** Something happened at the table: what is no longer possible closes. */
export function settle(doing: Doing, may: boolean, isOpen: (target: Target) => boolean): Doing {
  const target = targetOf(doing);
  const left = target && !isOpen(target) ? close(doing) : doing;
  return !may && isPlacing(left) ? togglePlacing(left) : left;
}
