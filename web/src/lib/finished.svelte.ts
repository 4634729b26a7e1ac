/** The games that were finished at this device, from the seat of whoever plays here: for statistics of one's own. */

import type { Entry, Review, SeatInfo, TableInfo, View } from "./protocol";
import { onReviewed } from "./reviewed";
import { read, write } from "./settings.svelte";

/** What a complete review says of one's own seat. */
export interface OwnReview {
  /** Win chance that came by luck, and by one's own decisions. */
  luck: number;
  skill: number;
  decisions: number;
  /** Mean win chance lost per decision. */
  lost: number;
  mistakes: number;
  /** What judged: reviews by others do not compare. */
  judge: string;
}

export interface Finished {
  code: string;
  /** ms */
  ended: number;
  edition: string;
  rules: number;
  seats: number;
  seat: number;
  /** Equal seats share a place. */
  rank: number;
  /** null where none are counted. */
  points: number | null;
  completed: number;
  /** Tickets kept, completed or not. */
  kept: number;
  /** Whether a bot played part of it in one's place. */
  bot: boolean;
  review: OwnReview | null;
}

interface Kept {
  /** Games that ended before, which were deleted here, are not noted again. */
  since: number;
  games: Finished[];
}

const KEY = "perron.finished";
const MOST = 2000;

/** A table, as far as it matters for this. */
export interface EndedTable {
  readonly info: TableInfo | null;
  readonly held: readonly number[];
  readonly view: View | null;
  readonly entries: readonly Entry[];
  seatInfo(seat: number): SeatInfo | null;
}

/**
 * A finished game as it is noted; null while there is none to note. Who only watches plays no game, and one that several
 * people share at one device is nobody's own. One that was played on from a position of another is no game of its own.
 */
export function finishedAt(table: EndedTable, { points }: { points: boolean }, now: number): Finished | null {
  const { info, view, held } = table;
  const outcome = view?.outcome;
  const [seat] = held;
  if (info?.branch != null) return null;
  if (info?.status !== "over" || !view || !outcome || seat === undefined || held.length > 1) return null;
  const score = outcome.scores[seat];
  if (!score) return null;
  const byBot = table.entries.some((entry) => entry.seat === seat && entry.by === "bot" && entry.event);
  return {
    code: info.code,
    ended: info.ended ?? now,
    edition: info.edition,
    rules: info.rules,
    seats: view.seats,
    seat,
    rank: score.rank,
    points: points ? score.total : null,
    completed: score.completed.length,
    kept: score.completed.length + score.missed.length,
    bot: byBot || (table.seatInfo(seat)?.standing_in ?? null) !== null,
    review: null,
  };
}

/** One game in what was read from a file, or this browser; null if it is none. */
export function gameIn(told: unknown): Finished | null {
  if (typeof told !== "object" || told === null) return null;
  const one = told as Record<string, unknown>;
  const isText = (value: unknown) => typeof value === "string" && value.length > 0 && value.length <= 60;
  const isWhole = (value: unknown) => Number.isSafeInteger(value);
  const whole = ["ended", "rules", "seats", "seat", "rank", "completed", "kept"];
  if (!isText(one["code"]) || !isText(one["edition"]) || !whole.every((key) => isWhole(one[key])))
    return null;
  const { code, edition, ended, rules, seats, seat, rank, points, completed, kept } =
    one as unknown as Finished;
  if (points !== null && !isWhole(points)) return null;
  if (seats < 2 || seats > 5 || seat < 0 || seat >= seats || rank < 1 || rank > seats) return null;
  if (completed < 0 || kept < completed || Math.abs(ended) > 8.64e15) return null;
  const bot = one["bot"] === true;
  return {
    ...{ code, edition, ended, rules, seats, seat, rank, points, completed, kept, bot },
    review: reviewIn(one["review"]),
  };
}

function reviewIn(told: unknown): OwnReview | null {
  if (typeof told !== "object" || told === null) return null;
  const one = told as Record<string, unknown>;
  const numbers = ["luck", "skill", "decisions", "lost", "mistakes"];
  if (!numbers.every((key) => Number.isFinite(one[key])) || typeof one["judge"] !== "string") return null;
  const { luck, skill, decisions, lost, mistakes, judge } = one as unknown as OwnReview;
  return { luck, skill, decisions, lost, mistakes, judge };
}

function stored(): Kept {
  const told = read<Partial<Kept> | null>(KEY, null);
  const games = Array.isArray(told?.games) ? told.games.flatMap((one) => gameIn(one) ?? []) : [];
  return { since: Number.isFinite(told?.since) ? told!.since! : 0, games };
}

class FinishedGames {
  #kept = $state.raw<Kept>(stored());

  /** The latest first. */
  get list(): readonly Finished[] {
    return this.#kept.games;
  }
  find(code: string): Finished | undefined {
    return this.list.find((one) => one.code === code);
  }

  /** Note a game, once; what is known of it since, such as its review, stays. */
  note(game: Finished): void {
    const kept = stored(); // another tab may have noted some meanwhile
    const known = kept.games.find(({ code }) => code === game.code);
    if (!known && game.ended <= kept.since) return;
    const bot = game.bot || (known?.bot ?? false);
    const ended = known ? Math.min(known.ended, game.ended) : game.ended;
    const noted = { ...game, bot, ended, review: game.review ?? known?.review ?? null };
    if (JSON.stringify(noted) === JSON.stringify(known)) return;
    this.#keep({ ...kept, games: [noted, ...kept.games.filter(({ code }) => code !== game.code)] });
  }

  /** Note what a review says of one's own seat, once it is complete. */
  review(code: string, review: Review): void {
    const game = stored().games.find((one) => one.code === code);
    const own = game && review.summaries[game.seat];
    if (!own || review.done < review.of) return;
    const { luck, skill, decisions, lost_per_decision: lost, mistakes, blunders } = own;
    const told = { luck, skill, decisions, lost, mistakes: mistakes + blunders, judge: review.judge };
    this.note({ ...game, review: told });
  }

  /** Add games from a file. */
  add(games: readonly Finished[]): void {
    const kept = stored();
    const byCode = new Map([...games, ...kept.games].map((one) => [one.code, one]));
    this.#keep({ ...kept, games: [...byCode.values()] });
  }
  /** Delete them all, for good. */
  clear(): void {
    const latest = Math.max(Date.now(), ...this.list.map(({ ended }) => ended));
    this.#keep({ since: latest, games: [] });
  }

  #keep({ since, games }: Kept): void {
    const sorted = [...games].sort((a, b) => b.ended - a.ended).slice(0, MOST);
    this.#kept = { since, games: sorted };
    write(KEY, this.#kept);
  }
}

export const finished = new FinishedGames();
onReviewed((code, review) => finished.review(code, review));
