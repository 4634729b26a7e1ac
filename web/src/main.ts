import { mount } from "svelte";
import App from "./App.svelte";
import "./global.css";
import { need } from "./lib/messages";
import { settings } from "./lib/settings.svelte";

document.documentElement.lang = settings.language;
document.documentElement.dataset["theme"] = settings.dark ? "dark" : "light";
await need("page");
mount(App, { target: document.getElementById("app")! });

// Browsers give service workers only on https and on this very machine; at home over plain http the page does without.
if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) void keepForOffline();

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
