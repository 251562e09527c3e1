/**
 * The service worker: keeps the whole game in the browser, so that it also starts without a network.
 *
 * The page itself comes from the network whenever there is one, and is never older than that. All other files have a hash
 * in their names: what has been kept is what is wanted. Each version keeps its own set; files that have not changed are
 * taken over from the last one. A new version waits until no page of an old one is open, or until a page says "take over".
 */
"use strict";
const { version, files } = SITE; // the build fills it in
const PREFIX = `cartographers ${registration.scope} `;
const CACHE = PREFIX + version;
/** After so many milliseconds the page that was kept goes before one that does not come. */
const PATIENCE = 5000;

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    files.map(async (file) => {
      const hashed = /\.[0-9a-f]{8}[./]/.test(file);
      const had = hashed && (await caches.match(file, { ignoreVary: true }));
      const response = had || (await fetch(file, { cache: hashed ? "default" : "no-cache" }));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(file, response);
    }),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

const kept = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

async function page({ url }) {
  try {
    const response = await fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return response;
  } catch {
    // no network, or hardly any
  }
  return (await kept("./")) ?? Response.error();
}

async function file(request) {
  return (await kept(request)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});
addEventListener("message", ({ data, ports }) => {
  if (data === "take over") skipWaiting();
  else if (data === "version") ports[0].postMessage(version);
});
