/** A browser's part in the deal: commit to a word, keep what was promised, and show the word when all have committed. */

import * as api from "$lib/api";
import { t } from "$lib/messages";
import type { TableInfo } from "$lib/protocol";
import { listHash, type DealList } from "./hashing";
import { commit, keepList, listed, wordOf } from "./receipt";

/** Why a browser does not show a word. */
export type Trouble =
  /** The server shows another promise, or other commitments, than this device has seen. */
  | "changed"
  /** The word was made on another device. */
  | "elsewhere";

/** What everybody is told to hold. */
function listOf(info: TableInfo): DealList {
  const { code: table, edition, rules, commitment: promise } = info;
  return {
    table,
    edition,
    rules,
    promise,
    attempt: info.deal!.attempt,
    commitments: listed(info.deal!.commitments),
  };
}

/** Get a seat ready: this device commits to a word for it. */
export async function getReady(info: TableInfo, seat: number) {
  const word = api.word();
  if (!info.deal) return api.ready(info.code, { seat, ready: true, word }); // a table from before commitments
  const commitment = commit(listOf(info), seat, word);
  if (commitment === null) throw new api.Refused("deal/changed", t("deal.changed"));
  return api.ready(info.code, { seat, ready: true, commitment, attempt: info.deal.attempt });
}

export const unready = (info: TableInfo, seat: number) => api.ready(info.code, { seat, ready: false });

/** Show the words of these seats, if the list is the one this device committed to; what stands in the way. */
export async function showWords(info: TableInfo, held: readonly number[]): Promise<Trouble | null> {
  if (info.status !== "dealing" || !info.deal) return null;
  const { attempt, received, commitments } = info.deal;
  const asked = held.filter((seat) => commitments[seat] && !received.includes(seat));
  if (asked.length === 0) return null;
  const list = listOf(info);
  if (!keepList(list)) return "changed";
  let trouble: Trouble | null = null;
  for (const seat of asked) {
    const word = wordOf(info.code, attempt, seat);
    if (word === null) trouble = "elsewhere";
    else await api.showWord(info.code, { seat, attempt, word, list: listHash(list) });
  }
  return trouble;
}
