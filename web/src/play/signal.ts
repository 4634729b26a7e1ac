/** Telling that it is one's turn when the page is not looked at: title, icon, badge, notification. */

import { settings } from "$lib/settings.svelte";

const ICON = "link[rel='icon']";
const AFTER = 50; // ms; a new icon costs the browser time that what happened on the board needs first
let usual: string | null = null;
/** The title when it is one's turn; null when it is not. */
let wanted: string | null = null;
let shown = false;
let later = 0;

function badge(on: boolean): void {
  const link = document.querySelector<HTMLLinkElement>(ICON);
  if (link) {
    usual ??= link.href;
    const drawing =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#15323a'/>" +
      "<path d='M11 26V6h7a6 6 0 0 1 0 12h-7' fill='none' stroke='#f6ecd6' stroke-width='4'/>" +
      "<circle cx='25' cy='25' r='6.5' fill='#f0c05a' stroke='#15323a' stroke-width='2'/></svg>";
    link.href = on ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : usual;
  }
  const page = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  void (on ? page.setAppBadge?.(1) : page.clearAppBadge?.())?.catch(() => undefined);
}

/** Set the tab to what it should say. */
export function showTurn(mine: boolean, title: string): void {
  wanted = mine ? title : null;
  if (!mine) document.title = title; // at once: the next page may have a title of its own
  later ||= window.setTimeout(() => {
    later = 0;
    if ((wanted !== null) !== shown) badge(wanted !== null);
    shown = wanted !== null;
    if (wanted !== null) document.title = `● ${wanted}`;
  }, AFTER);
}

/** A notification of the browser's, if the user wants them and does not look at the page. */
export function notify(title: string, text: string): void {
  if (!settings.notify || !document.hidden) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body: text, tag: "perron-turn", icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications from workers only.
  }
}
