// Keeps the start page for when there is no network: the page itself, what it is built of, and the words of its language.
// Everything else under /api than the editions' pictures always comes from the server. Browsers only run this over https
// and on this very machine.
const KEPT = "perron-1";
const POSTER = /^\/api\/editions\/\w+\/poster\.svg$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.add("/"))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") && !POSTER.test(url.pathname)) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") event.respondWith(newestFirst(request, "/"));
  else event.respondWith(newestFirst(request, request));
});

self.addEventListener("message", (event) => {
  const ours = (event.data?.keep ?? []).filter((name) => {
    const url = new URL(name, location.href);
    return (
      url.origin === location.origin && (url.pathname.startsWith("/assets/") || POSTER.test(url.pathname))
    );
  });
  event.waitUntil(Promise.all(ours.map((name) => keptFirst(new Request(name)).catch(() => undefined))));
});

/** Names under /assets change with what is in them: what is kept is right. */
async function keptFirst(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await kept.put(request, response.clone());
  return response;
}

/** Every page is the same file, so one of them stands for all. */
async function newestFirst(request, key) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) {
      await kept.put(key, response.clone());
      if (key === "/") await tidy(kept, await response.clone().text());
    }
    return response;
  } catch (error) {
    const found = await kept.match(key);
    if (found) return found;
    throw error;
  }
}

/** A new page is there: what only older ones needed is let go, once it has grown to something. */
async function tidy(kept, page) {
  const assets = (await kept.keys()).filter((request) =>
    new URL(request.url).pathname.startsWith("/assets/"),
  );
  const entry = page.match(/\/assets\/index-[\w-]+\.js/)?.[0];
  const current = assets.some((request) => new URL(request.url).pathname === entry);
  if (!current || assets.length > 120) await Promise.all(assets.map((request) => kept.delete(request)));
}
