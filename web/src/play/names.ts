import type { SeatInfo } from "$lib/protocol";
import { seatName, type Seated } from "$lib/words";

/** What to call whoever plays in a seat; those who would be called the same are counted. */
export function nameOf(seats: readonly SeatInfo[], seat: number): string {
  const name = seatName(seats[seat], seat);
  const same = seats.filter((one) => seatName(one) === name);
  return same.length > 1 ? `${name} ${same.findIndex((one) => one.seat === seat) + 1}` : name;
}

/** Who sits in a seat, as a sentence speaks of them; `me` is the reader's own seat. */
export function seated(seats: readonly SeatInfo[], seat: number, me: number | null = null): Seated {
  return { name: nameOf(seats, seat), you: seat === me, bot: seats[seat]?.kind === "bot" };
}

/** Letters of the longest word in some names: a name can be broken between its words, and nowhere else. */
export function longestWord(names: readonly string[]): number {
  const words = names.flatMap((name) => name.split(/[\s-]+/));
  return Math.max(0, ...words.map((word) => [...word].length));
}
