/** What one's finished games add up to. */

import type { Finished } from "$lib/finished.svelte";

export interface Filter {
  /** null: all. */
  edition: string | null;
  seats: number | null;
}

export interface Figures {
  games: number;
  won: number;
  /** By place, the first at 0. */
  places: number[];
  /** Mean per game; null where none are counted. */
  points: number | null;
  completed: number;
  kept: number;
  reviewed: number;
  /** Means of the games that were reviewed, per game. */
  luck: number;
  skill: number;
  /** Mean win chance lost per decision. */
  lost: number;
}

/** Those that are asked for, the oldest first; those that a bot played in part count only in the list. */
export function chosen(games: readonly Finished[], { edition, seats }: Filter): Finished[] {
  return games
    .filter((one) => (edition === null || one.edition === edition) && (seats === null || one.seats === seats))
    .sort((a, b) => a.ended - b.ended);
}

export const counted = (games: readonly Finished[]) => games.filter((one) => !one.bot);

export function figuresOf(games: readonly Finished[]): Figures {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;
  const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);
  const points = games.flatMap((one) => one.points ?? []);
  const reviews = games.flatMap(({ review }) => review ?? []);
  const most = Math.max(0, ...games.map(({ seats }) => seats));
  const decisions = total(reviews.map((one) => one.decisions));
  return {
    games: games.length,
    won: games.filter(({ rank }) => rank === 1).length,
    places: Array.from({ length: most }, (_, i) => games.filter(({ rank }) => rank === i + 1).length),
    points: points.length > 0 ? mean(points) : null,
    completed: total(games.map(({ completed }) => completed)),
    kept: total(games.map(({ kept }) => kept)),
    reviewed: reviews.length,
    luck: mean(reviews.map(({ luck }) => luck)),
    skill: mean(reviews.map(({ skill }) => skill)),
    lost: decisions > 0 ? total(reviews.map((one) => one.lost * one.decisions)) / decisions : 0,
  };
}
