/** What is hashed for a deal: the same texts as in perron/deal.py. Browsers have no hashing of their own without https. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** In place of a word or a commitment, for a seat that adds none: a bot's. */
export const NONE = "-";

/** What everybody holds before the first word is sent. */
export interface DealList {
  table: string;
  attempt: number;
  edition: string;
  rules: number;
  promise: string;
  /** One for each seat. */
  commitments: readonly string[];
}

const hashed = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/** What a key's promise is. */
export const promiseOf = (key: string) => bytesToHex(sha256(hexToBytes(key)));

export const wordCommitment = (table: string, attempt: number, seat: number, word: string) =>
  hashed(`perron word ${table} ${attempt} ${seat} ${word}`);

export const listHash = (list: DealList) =>
  hashed(
    `perron list ${list.table} ${list.attempt} ${list.edition} ${list.rules} ${list.promise} ${list.commitments.join(" ")}`,
  );

/** The key that all chance in a game follows from. */
export const gameKey = (key: string, words: readonly string[], list: DealList) =>
  sha256(
    concatBytes(
      utf8ToBytes("perron deal 2 "),
      hexToBytes(key),
      hexToBytes(listHash(list)),
      utf8ToBytes(words.join(" ")),
    ),
  );
