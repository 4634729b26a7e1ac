/** What entries of the log mean for the board. */

import type { Entry, TunnelView } from "$lib/protocol";
import type { Reveal } from "./turning.svelte";

/** Routes that an entry put pieces on. */
export function claimed(entry: Entry): string[] {
  const { event } = entry;
  if (!event?.route) return [];
  return (event.kind === "claim" && !event.extra) || event.kind === "pay_tunnel" ? [event.route] : [];
}

/** The tunnel that was tried, where that is all that is new; after a gap its cards have long been turned. */
export function revealOf(entries: readonly Entry[]): Reveal | null {
  const [entry] = entries;
  const event = entry?.event;
  if (entries.length !== 1 || !entry || event?.kind !== "claim" || !event.route || !event.shown?.length)
    return null;
  return {
    seat: entry.seat,
    route: event.route,
    laid: event.cards ?? {},
    shown: event.shown,
    matching: event.matching ?? [],
    extra: event.extra ?? 0,
    settled: false,
  };
}

/** The tunnel that a view says is being tried: its cards lie open already. */
export function openReveal(seat: number, tunnel: TunnelView): Reveal {
  const laid: Record<string, number> = {};
  if (tunnel.cards) laid[tunnel.colour] = tunnel.cards;
  if (tunnel.wilds) laid["wild"] = tunnel.wilds;
  const { route, shown, matching, extra } = tunnel;
  return { seat, route, laid, shown, matching, extra, settled: true };
}
