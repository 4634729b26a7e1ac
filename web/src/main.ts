import { mount } from "svelte";
import App from "./App.svelte";
import { fetchFor } from "./fetched";
import "./global.css";
import { Refused } from "./lib/api";
import { askFor } from "./lib/meeting";
import { need } from "./lib/messages";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { toasts } from "./lib/toasts.svelte";

// Whatever the server refuses is shown, even where nobody waited for the answer.
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Refused)) return; // a fault of the page's own: the console has it
  event.preventDefault();
  toasts.fault(event.reason);
});

document.documentElement.lang = settings.language;
document.documentElement.dataset["theme"] = settings.dark ? "dark" : "light";
const words = need("page");
const { page } = router;
fetchFor(page);
// Who comes with a secret in the address has to show it first.
if (page.name === "table" && !router.hash) askFor(page.code);
await words;
mount(App, { target: document.getElementById("app")! });

// Browsers give service workers only on https and on this very machine; at home over plain http the page does without.
// It has time: whoever waits for a table should not wait for this.
if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) setTimeout(keepForOffline, 5000);

async function keepForOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register("/worker.js");
    const { active } = await navigator.serviceWorker.ready;
    // What this page was built of came before the worker did: it is told what to keep.
    active?.postMessage({ keep: performance.getEntriesByType("resource").map((one) => one.name) });
  } catch {
    // The page works without.
  }
}
