/** What this device keeps of a table's deal: it is the proof of what was promised before the game. */

import { read, write } from "$lib/settings.svelte";
import { NONE, wordCommitment, type DealList } from "./hashing";

export interface Attempt {
  attempt: number;
  /** What the server promised when this device committed to its words. */
  promise: string;
  /** Of all seats, once they were all there. */
  commitments: string[] | null;
  /** This device's own words, by seat. */
  words: Record<string, string>;
}

export interface Receipt {
  table: string;
  edition: string;
  rules: number;
  attempts: Attempt[];
}

const KEY = "perron.receipts";
const MOST = 60;
/** Kept for this visit where the browser keeps nothing. */
let receipts: Receipt[] = read<Receipt[]>(KEY, []);

export function receiptOf(table: string): Receipt | null {
  return receipts.find((one) => one.table === table) ?? null;
}

function keep(receipt: Receipt): void {
  // Another tab may have kept something meanwhile.
  const others = read<Receipt[]>(KEY, receipts).filter((one) => one.table !== receipt.table);
  receipts = [receipt, ...others].slice(0, MOST);
  write(KEY, receipts);
}

/** Note a word for a seat and what was promised; what the seat commits to. Null: the promise is not the one kept. */
export function commit(seen: Omit<DealList, "commitments">, seat: number, word: string): string | null {
  const { table, edition, rules, attempt, promise } = seen;
  const receipt = receiptOf(table) ?? { table, edition, rules, attempts: [] };
  const known = receipt.attempts.find((one) => one.attempt === attempt);
  if (known && known.promise !== promise) return null;
  const words = { ...known?.words, [seat]: word };
  const others = receipt.attempts.filter((one) => one.attempt !== attempt);
  keep({ ...receipt, attempts: [...others, { attempt, promise, commitments: null, words }] });
  return wordCommitment(table, attempt, seat, word);
}

/** A device that was shown the whole list keeps it, unless it is not the one that it committed to. */
export function keepList(list: DealList): boolean {
  const receipt = receiptOf(list.table);
  const known = receipt?.attempts.find((one) => one.attempt === list.attempt);
  if (!receipt || !known) return true;
  if (!fits(known, list)) return false;
  const commitments = [...list.commitments];
  keep({
    ...receipt,
    attempts: receipt.attempts.map((one) => (one === known ? { ...known, commitments } : one)),
  });
  return true;
}

/** Whether a list is what this device saw and committed to. */
function fits(known: Attempt, list: DealList): boolean {
  const seen = known.commitments;
  if (known.promise !== list.promise) return false;
  if (seen && (seen.length !== list.commitments.length || seen.some((one, i) => one !== list.commitments[i])))
    return false;
  return Object.entries(known.words).every(
    ([seat, word]) =>
      list.commitments[Number(seat)] === wordCommitment(list.table, list.attempt, Number(seat), word),
  );
}

/** The word that this device has for a seat. */
export function wordOf(table: string, attempt: number, seat: number): string | null {
  const known = receiptOf(table)?.attempts.find((one) => one.attempt === attempt);
  return known?.words[seat] ?? null;
}

/** A receipt as the text that `perron verify --receipt` reads. */
export function asText(receipt: Receipt): string {
  const lines = [
    "perron receipt 1",
    `table ${receipt.table}`,
    `edition ${receipt.edition}`,
    `rules ${receipt.rules}`,
  ];
  for (const one of [...receipt.attempts].sort((a, b) => a.attempt - b.attempt)) {
    lines.push("", `attempt ${one.attempt}`, `promise ${one.promise}`);
    if (one.commitments) lines.push(`commitments ${one.commitments.join(" ")}`);
    for (const [seat, word] of Object.entries(one.words)) lines.push(`word P${seat} ${word}`);
  }
  return lines.join("\n") + "\n";
}

/** The other way round; null if the text is no receipt. */
export function fromText(text: string): Receipt | null {
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.shift() !== "perron receipt 1") return null;
  const head: Record<string, string> = {};
  const attempts: Attempt[] = [];
  for (const line of lines) {
    const [, name, value] = /^([a-z]+) (.+)$/.exec(line) ?? [];
    const last = attempts.at(-1);
    if (!name || !value) return null;
    if (name === "attempt")
      attempts.push({ attempt: Number(value), promise: "", commitments: null, words: {} });
    else if (!last) head[name] = value;
    else if (name === "promise") last.promise = value;
    else if (name === "commitments") last.commitments = value.split(" ");
    else if (name === "word") last.words[Number(value[1])] = value.slice(3);
    else return null;
  }
  const { table, edition, rules } = head;
  return table && edition && rules ? { table, edition, rules: Number(rules), attempts } : null;
}

/** The commitments as they are hashed: those who add nothing are told as such. */
export const listed = (commitments: readonly (string | null)[]) => commitments.map((one) => one ?? NONE);
