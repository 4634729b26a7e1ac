/** Days as puzzles name them, 2026-11-18, by this device's own calendar. */

const DAY_MS = 86_400_000;

export function dayOf(when: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** A day some days later, or earlier. */
export function addDays(day: string, n: number): string {
  return new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day: those in an address are anybody's. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** How many days on end, up to today, or to yesterday while today's is still to come. */
export function streakOf(days: Iterable<string>, today: string): number {
  const there = new Set(days);
  let day = there.has(today) ? today : addDays(today, -1);
  let n = 0;
  for (; there.has(day); day = addDays(day, -1)) n++;
  return n;
}
