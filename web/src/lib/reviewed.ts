/** Who wants to know of a finished review: parts of the page that keep something of it. */

import type { Review } from "./protocol";

export type Listener = (code: string, review: Review) => void;

const listeners = new Set<Listener>();

/** Hear of every review that this page has seen to its end; the way to stop. */
export function onReviewed(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A table's review is complete. */
export function reviewed(code: string, review: Review): void {
  for (const listener of listeners) listener(code, review);
}
