/** The keyboard of a whole page. */

/** Whether a key is for the page: typed into no field and no dialog, and no shortcut of the browser's own. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if ((event.target as Element).closest("input:not([type=checkbox]), textarea, select, dialog")) return false;
  // A button in a dialog that was pressed and is gone has left the focus to the page; its keys are still the dialog's.
  return document.querySelector("dialog[open]") === null;
}

/** Whether the space bar does something to what has the focus. */
export function takesSpace(target: EventTarget | null): boolean {
  return (target as Element).closest("button, summary, [type=checkbox]") !== null;
}
