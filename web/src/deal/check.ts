/** A record checked in the browser: against what this device kept, and card by card against its own key. */

import type { EditionInfo } from "$lib/protocol";
import { Chance, Pile, shuffled } from "./chance";
import { gameKey, listHash, NONE, promiseOf, wordCommitment, type DealList } from "$lib/hashing";
import type { Attempt, Receipt } from "$lib/receipt";

const NOT_RECEIVED = "?";

/** What is wrong, as the name of a sentence. */
export type Fault =
  | "unreadable"
  | "key"
  | "words"
  | "lists"
  | "deal"
  | "cards"
  | "other_table"
  | "promise"
  | "commitments"
  | "own_word"
  | "attempts";

export interface Verdict {
  fault: Fault | null;
  /** older: words were sent without commitments; branched: it goes on from a game that was dealt at another table. */
  scheme: "committed" | "older" | "branched";
  /** Whether this device had something of its own to compare with. */
  receipt: boolean;
  /** Cards and tickets that were drawn again from the key. */
  cards: number;
  tickets: number;
  /** Whether every card was: not those that came after the pile had been reshuffled. */
  all: boolean;
  /** Deals that were broken off before. */
  broken: number;
}

interface Broken {
  list: DealList;
  key: string;
  words: string[];
}

interface Read {
  header: Record<string, string>;
  deal: string[][];
  answers: string[][];
}

/** The parts of a record that a deal is checked by; null if it is no record. */
function parsed(text: string): Read | null {
  const lines = text.split("\n");
  if (!/^perron record [12]$/.test(lines[0] ?? "")) return null;
  const end = lines.indexOf("");
  const header: Record<string, string> = {};
  for (const line of lines.slice(1, end)) {
    const space = line.indexOf(" ");
    header[line.slice(0, space)] = line.slice(space + 1);
  }
  const rest = lines.slice(end + 1);
  const words = (line: string) => line.split(" ").filter((word) => word !== "");
  const deal = rest.filter((line) => line.startsWith("deal ")).map((line) => words(line.slice(5)));
  const answers = rest
    .filter((line) => /^\d+ P\d .* > /.test(line))
    .map((line) => words(line.replace(/^.* > /, "").replace(/ #[0-9a-f]{16}$/, "")));
  return { header, deal, answers };
}

function listOf(header: Record<string, string>): DealList | null {
  const { table, attempt, edition, rules, commitment, commitments } = header;
  if (!table || !attempt || !edition || !rules || !commitment || !commitments) return null;
  const numbers = { attempt: Number(attempt), rules: Number(rules) };
  return { table, edition, promise: commitment, commitments: commitments.split(" "), ...numbers };
}

function brokenOf(header: Record<string, string>, list: DealList): Broken[] {
  if (!header.broken) return [];
  const [promise = "", key = "", commitments = "", words = ""] = header.broken.split(" | ");
  const first = { ...list, attempt: 1, promise, commitments: commitments.split(" ") };
  return [{ list: first, key, words: words.split(" ") }];
}

const holds = (list: DealList, seat: number, word: string) =>
  list.commitments[seat] === NONE
    ? word === NONE
    : list.commitments[seat] === wordCommitment(list.table, list.attempt, seat, word);

/** Whether key and words are those that were promised and committed to. */
function committed(header: Record<string, string>, list: DealList, words: string[]): Fault | null {
  if (!header.key || promiseOf(header.key) !== list.promise) return "key";
  if (words.length !== list.commitments.length) return "words";
  if (words.some((word, seat) => !holds(list, seat, word))) return "words";
  const said = (header.lists ?? "").split(" ");
  const hash = listHash(list);
  if (list.commitments.some((one, seat) => said[seat] !== (one === NONE ? NONE : hash))) return "lists";
  const broken = brokenOf(header, list);
  if (broken.length !== list.attempt - 1) return "attempts";
  for (const one of broken) {
    if (promiseOf(one.key) !== one.list.promise) return "key";
    if (one.words.some((word, seat) => word !== NOT_RECEIVED && !holds(one.list, seat, word))) return "words";
  }
  return null;
}

/** Whether a record is of the deal that this device kept a receipt of. */
function kept(receipt: Receipt, list: DealList, words: string[], broken: Broken[]): Fault | null {
  if (receipt.table !== list.table || receipt.edition !== list.edition || receipt.rules !== list.rules)
    return "other_table";
  const dealt = new Map(broken.map((one) => [one.list.attempt, one]));
  for (const attempt of receipt.attempts) {
    const last = attempt.attempt === list.attempt;
    const seen = last ? { list, words } : dealt.get(attempt.attempt);
    if (!seen) return "attempts";
    const fault = seenBefore(attempt, seen.list, seen.words, last);
    if (fault) return fault;
  }
  return receipt.attempts.at(-1)?.attempt === list.attempt ? null : "attempts";
}

function seenBefore(attempt: Attempt, list: DealList, words: string[], last: boolean): Fault | null {
  if (attempt.promise !== list.promise) return "promise";
  if (attempt.commitments && attempt.commitments.join(" ") !== list.commitments.join(" "))
    return "commitments";
  for (const [seat, word] of Object.entries(attempt.words)) {
    const shown = words[Number(seat)];
    if (shown !== word && (last || shown !== NOT_RECEIVED)) return "own_word";
    if (!holds(list, Number(seat), word)) return "own_word";
  }
  return null;
}

/** Draw everything again that was dealt, and every card until the pile was reshuffled. */
function drawn(
  read: Read,
  key: Uint8Array,
  edition: EditionInfo,
): Pick<Verdict, "fault" | "cards" | "tickets" | "all"> {
  const chance = new Chance(key);
  const { wild = 0, ...colours } = edition.cards; // the wild cards are the last kind, wherever they are written
  const pile = new Pile({ ...colours, wild });
  const [cards = [], tickets = []] = read.deal;
  const found = { fault: null as Fault | null, cards: 0, tickets: 0, all: true };
  const follows = (answers: string[]) => {
    for (const answer of answers) {
      if (pile.size === 0) return (found.all = false);
      if (pile.draw(chance) !== answer) return false;
      found.cards++;
    }
    return true;
  };
  if (!follows(cards)) return { ...found, fault: "deal" };
  const long = edition.tickets.filter((ticket) => ticket.long).map((ticket) => ticket.id);
  const short = edition.tickets.filter((ticket) => !ticket.long).map((ticket) => ticket.id);
  const longDealt = tickets.length - (short.length - 1);
  if (longDealt < 0 || longDealt > long.length) return { ...found, fault: "deal" };
  const dealt = [...shuffled(long, longDealt, chance), ...shuffled(short, short.length - 1, chance)];
  if (dealt.some((ticket, i) => ticket !== tickets[i])) return { ...found, fault: "deal" };
  found.tickets = tickets.length;
  for (const answers of read.answers)
    if (!follows(answers)) return found.all ? { ...found, fault: "cards" } : found;
  return found;
}

/** Check a record; with what this device kept, if it kept something. */
export function check(text: string, edition: EditionInfo, receipt: Receipt | null): Verdict {
  const verdict: Verdict = {
    fault: "unreadable",
    scheme: "committed",
    receipt: false,
    cards: 0,
    tickets: 0,
    all: false,
    broken: 0,
  };
  const read = parsed(text);
  if (!read) return verdict;
  const { header } = read;
  const list = listOf(header);
  const scheme = /^branch /m.test(text) ? "branched" : "older";
  if (!list) return { ...verdict, scheme, fault: receipt ? "other_table" : null };
  const words = (header.words ?? "").split(" ");
  const broken = brokenOf(header, list);
  verdict.broken = broken.length;
  verdict.fault = committed(header, list, words);
  if (verdict.fault === null && receipt) {
    verdict.receipt = true;
    verdict.fault = kept(receipt, list, words, broken);
  }
  if (verdict.fault !== null) return verdict;
  return { ...verdict, ...drawn(read, gameKey(header.key!, words, list), edition) };
}
