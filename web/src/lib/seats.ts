/** Making tables and sitting down: the few requests that every way to a game is made of. */

import { getReady, showWords } from "./dealing";
import * as api from "./api";
import { games } from "./games.svelte";
import { muted } from "./muted.svelte";
import type { Pace } from "./settings.svelte";
import { COLOURS as PLAYER_COLOURS, LEVELS } from "./protocol";
import type { NewTable, PlayOn, SeatInfo, SeatPlan, Sit, TableInfo, TableSettings } from "./protocol";

export { LEVELS, PLAYER_COLOURS };
export type PlayerColour = (typeof PLAYER_COLOURS)[number];
export type Level = (typeof LEVELS)[number];

/** What the server takes if a host says nothing. */
export const DEFAULTS: TableSettings = {
  clock: null,
  on_timeout: "bot",
  stand_in: "medium",
  undo: true,
  hints: true,
  chat: true,
  listed: false,
  bot_pause_ms: 1200,
  undo_pause_ms: 4000,
  keep_days: 30,
};

export const PACES = ["quick", "normal", "slow"] as const satisfies readonly Pace[];
const PAUSES: Record<Pace, Pick<TableSettings, "bot_pause_ms" | "undo_pause_ms">> = {
  quick: { bot_pause_ms: 500, undo_pause_ms: 2500 },
  normal: { bot_pause_ms: DEFAULTS.bot_pause_ms, undo_pause_ms: DEFAULTS.undo_pause_ms },
  slow: { bot_pause_ms: 2500, undo_pause_ms: 7000 },
};

/** Settings with bots of this pace. */
export function paced(asked: TableSettings, pace: Pace): TableSettings {
  return { ...asked, ...PAUSES[pace] };
}

/** The pace of a table's bots: the nearest of those that can be chosen. */
export function paceOf({ bot_pause_ms }: TableSettings): Pace {
  const apart = (pace: Pace) => Math.abs(PAUSES[pace].bot_pause_ms! - bot_pause_ms!);
  return PACES.reduce((best, pace) => (apart(pace) < apart(best) ? pace : best));
}

/** Somebody who plays in this browser. */
export interface Local {
  seat: number;
  name: string;
  colour: PlayerColour | null;
}

/** Make a table and seat everybody of this browser; start it if nobody else is waited for. The table's code. */
export async function open(asked: NewTable, locals: readonly Local[], startNow: boolean): Promise<string> {
  const made = await api.newTable(asked);
  const { code, edition } = made.table;
  games.note(code, edition, null, made.resume);
  for (const local of locals) await sitDown(code, local);
  if (startNow) {
    for (const { seat } of locals) await getReady(made.table, seat);
    const { table } = await api.start(code);
    await showWords(
      table,
      locals.map(({ seat }) => seat),
    );
  }
  return code;
}

/**
 * Another game with the same people, everybody one seat on; where all of them sit at this browser, it starts at once. The
 * table's code.
 */
export async function playAgain(old: TableInfo): Promise<string> {
  const { table, held, host } = await api.rematch(old.code);
  games.follow(old.code, table.code, table.edition, table.seats.length);
  muted.follow(old, table);
  const alone = table.seats.every(({ seat, taken, kind }) =>
    taken ? held.includes(seat) : kind !== "person",
  );
  if (host && alone && table.status === "waiting") {
    for (const seat of held) await getReady(table, seat);
    await showWords((await api.start(table.code)).table, held);
  }
  return table.code;
}

/** Play on from a position of a finished game, against bots. The new table's code. */
export async function playOn(code: string, asked: PlayOn): Promise<string> {
  const { table, seat, resume } = await api.playOn(code, asked);
  games.note(table.code, table.edition, seat, resume);
  return table.code;
}

/** Sit down in this browser. */
export async function sitDown(
  code: string,
  who: { seat?: number; name: string; colour?: PlayerColour | null },
) {
  const body: Sit = { name: who.name };
  if (who.seat !== undefined) body.seat = who.seat;
  if (who.colour) body.colour = who.colour;
  const sat = await api.sit(code, body);
  games.note(code, sat.table.edition, sat.seat, sat.resume);
  return sat;
}

/** Seats of a game of which nobody knows who played it. */
export function nobody(seats: number): SeatInfo[] {
  const colours = ["red", "blue", "green", "yellow", "black"];
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    kind: "person",
    taken: true,
    level: null,
    name: null,
    colour: colours[seat] ?? null,
    ready: true,
    standing_in: null,
    why: null,
    muted: false,
    votes: [],
  }));
}

/** A name that nobody in a list has, made from one that somebody has: "Ann 2". */
export function another(name: string, taken: readonly string[]): string {
  const same = (one: string, other: string) =>
    one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;
  for (let n = 2; ; n++) {
    const tried = `${name.slice(0, 21)} ${n}`;
    if (!taken.some((one) => same(one, tried))) return tried;
  }
}

/** One person against that many bots. */
export function againstBots(bots: number, level: Level): SeatPlan[] {
  return [{ kind: "person" }, ...Array.from({ length: bots }, (): SeatPlan => ({ kind: "bot", level }))];
}

/** A table's code in whatever somebody pastes: a link, or the code itself; null if there is none in it. */
export function codeIn(text: string): string | null {
  const bare = text.trim();
  const code = bare.includes("/") ? /\/(?:t|text)\/([^/?#]+)/.exec(bare)?.[1] : bare.replace(/[\s-]/g, "");
  return code && /^[2-9a-hjkmnp-z]{10}$/i.test(code) ? code.toLowerCase() : null;
}

/** A code as people read it out: in two halves. */
export function spoken(code: string): string {
  return `${code.slice(0, 5)} ${code.slice(5)}`;
}

/** Whether a table's game has not begun: it may be waiting, being dealt, or given up before that. */
export function notBegun(info: TableInfo): boolean {
  const { status, started } = info;
  return status === "waiting" || status === "dealing" || (status === "abandoned" && started === null);
}
