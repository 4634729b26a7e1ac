/** Symbols beside each other along a line: where they stand so that none lies on another. */

/**
 * The places that are wanted, in their order, moved so that each is at least `apart` from the next; all between `from`
 * and `to` if they fit.
 */
export function keptApart(wanted: readonly number[], apart: number, from: number, to: number): number[] {
  const found: number[] = [];
  for (const one of wanted) found.push(Math.max(one, (found.at(-1) ?? from - apart / 2) + apart));
  let most = to - apart / 2;
  for (let i = found.length - 1; i >= 0; i--) {
    found[i] = Math.min(found[i]!, most);
    most = found[i]! - apart;
  }
  return found;
}
