/** The pages that are fetched when they are opened: all but the first. */

import type { Component } from "svelte";
import { need } from "./lib/messages";
import type { Page } from "./lib/pages";

type Fetched = Promise<{ default: Component<Record<string, unknown>> }>;

const PAGES = {
  new: () => import("./start/NewTable.svelte"),
  table: () => import("./AtTable.svelte"),
  text: () => import("./text/TextTable.svelte"),
  replay: () => import("./replay/Replay.svelte"),
  rules: () => import("./rules/Rules.svelte"),
  puzzle: () => import("./puzzle/Puzzle.svelte"),
  stats: () => import("./stats/Stats.svelte"),
} as unknown as Record<Exclude<Page["name"], "start" | "lost">, () => Fetched>;

export function fetchPage(name: keyof typeof PAGES): Fetched {
  return PAGES[name]();
}

/** The table itself, which its page shows once the game has begun. */
export const fetchTable = () => import("./table/Table.svelte");

/** What a page will need is on its way, while what shows it is still being made ready. */
export function fetchFor({ name }: Page): void {
  if (name === "start" || name === "lost") return;
  fetchPage(name).catch(() => undefined); // who shows it asks again, and says so if it fails
  if (name !== "table") return;
  fetchTable().catch(() => undefined);
  need("words", "table").catch(() => undefined);
}
