/** Marks for an axis from the least to the most: a handful of round numbers, zero among them if it lies between. */
export function marksFor(least: number, most: number): number[] {
  const steps = [1, 2, 5]
    .flatMap((one) => [0.01, 0.1, 1, 10, 100].map((by) => one * by))
    .sort((a, b) => a - b);
  const step = steps.find((one) => (most - least) / one <= 6) ?? 500;
  const [first, last] = [Math.ceil(least / step - 1e-9), Math.floor(most / step + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
