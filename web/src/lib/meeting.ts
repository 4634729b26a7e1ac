/** A table is asked for as soon as its address is known, while the page that will show it is still on its way. */

import { Table } from "./table.svelte";

let early: Table | null = null;

export function askFor(code: string): void {
  early ??= new Table(code);
}

/** The table, whether it has been asked for or not. Whoever takes it closes it. */
export function meet(code: string): Table {
  const table = early;
  early = null;
  if (table?.code === code) return table;
  table?.close();
  return new Table(code);
}
