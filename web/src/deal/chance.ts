/** Chance as the rules' engine draws it from a game's key, as far as it is needed to check a deal. */

import { chacha8 } from "@noble/ciphers/chacha.js";

const BLOCK = 64;
const NONCE = new Uint8Array(12);

/** The stream of a game's key: ChaCha8, block after block. */
export class Chance {
  #counter = 0;
  #words: DataView | null = null;
  #at = BLOCK;

  constructor(readonly key: Uint8Array) {}

  #word(): bigint {
    if (this.#at === BLOCK) {
      const block = chacha8(this.key, NONCE, new Uint8Array(BLOCK), undefined, this.#counter++);
      this.#words = new DataView(block.buffer, block.byteOffset, BLOCK);
      this.#at = 0;
    }
    const word = this.#words!.getUint32(this.#at, true);
    this.#at += 4;
    return BigInt(word);
  }

  /** A uniform number below n: words that would favour some numbers are rejected (Lemire's method). */
  below(n: number): number {
    const bound = BigInt(n);
    const threshold = (0x1_0000_0000n - bound) % bound;
    let product = this.#word() * bound;
    while ((product & 0xffff_ffffn) < threshold) product = this.#word() * bound;
    return Number(product >> 32n);
  }
}

/** A pile of cards, kept as how many there are of each kind: which one is on top is decided when it is drawn. */
export class Pile {
  #counts: [kind: string, count: number][];

  constructor(cards: Readonly<Record<string, number>>) {
    this.#counts = Object.entries(cards);
  }

  get size(): number {
    return this.#counts.reduce((sum, [, count]) => sum + count, 0);
  }

  draw(chance: Chance): string {
    let at = chance.below(this.size);
    for (const entry of this.#counts) {
      if (at < entry[1]) {
        entry[1]--;
        return entry[0];
      }
      at -= entry[1];
    }
    throw new Error("the pile is empty");
  }
}

/** That many tickets off the top of a shuffled pile. */
export function shuffled(tickets: readonly string[], count: number, chance: Chance): string[] {
  const pile = [...tickets];
  for (let first = 0; first < count; first++) {
    const drawn = first + chance.below(pile.length - first);
    [pile[first], pile[drawn]] = [pile[drawn]!, pile[first]!];
  }
  return pile.slice(0, count);
}
