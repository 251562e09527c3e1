/**
 * The service worker. It keeps the whole game in the browser, so that the game starts without waiting for a network.
 *
 * Each version has its own cache, which is filled while the version is installed. Every file in it is compared with its
 * hash, whether it came from the network or from the cache of an older version. If one is missing or wrong (the login
 * page of a café, say), the installation fails, and is tried again later.
 *
 * The page and its files come from the cache, and from the network only if they are missing there. The browser looks
 * for a newer version whenever a page is opened. That version is installed beside the old one, and waits until no page
 * is open, until the only page is reloaded, or until the player asks for it.
 *
 * Versions never mix, because the names of all scripts and drawings hold a hash of their content. So a page gets the
 * right files from the worker of any version.
 *
 * These are the messages that pages send, also pages of older versions. The answers go through a port:
 *
 *     "version"      which version this is
 *     "name"         the name of the page that asks, by which a click on its notification finds it
 *     "take over"    do not wait any longer
 *     "check"        compare all files in the cache with their hashes, and repair it; the answer is how many were repaired
 *     "check sizes"  the same by their sizes, which takes next to nothing
 */
"use strict";
// From the build: for each file its SHA-256 in base64 and its size. Not everybody needs those that are kept on use.
const { version, files, onUse } = SITE;
const known = { ...files, ...onUse };
const { scope } = registration;
const PREFIX = `cartographers ${scope} `;
const CACHE = PREFIX + version;
const PAGES = [scope, `${scope}index.html`];
/** Milliseconds that a waiting worker has to say which version it is. */
const PATIENCE = 1000;

const checks = { check: hasItsHash, "check sizes": hasItsSize };

const find = (file, options) => caches.match(file, { ignoreVary: true, ...options });
/** A file of this version, if it is kept. */
const kept = (file) => find(file, { cacheName: CACHE });

/** All pages of the game that are open, of whatever version. */
async function pages() {
  const all = await clients.matchAll({ includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(scope));
}

async function install() {
  try {
    await complete();
  } catch (error) {
    await caches.delete(CACHE); // no half versions, and no full disk
    throw error;
  }
}

/** Put the files into the cache that are missing or wrong, one by one, since the player has just begun. Return how many. */
async function complete(isRight = hasItsHash) {
  const cache = await caches.open(CACHE);
  let repaired = 0;
  for (const file of Object.keys(files)) {
    if (await isRight(file)) continue;
    await keep(cache, file);
    repaired++;
  }
  return repaired;
}

/** Put a file into the cache. Plain `fetch` may return what the browser kept of an older version or a login page. */
async function keep(cache, file) {
  const forget = () => cache.delete(file, { ignoreVary: true });
  for (const source of [find, fetch, (file) => fetch(file, { cache: "reload" })]) {
    await forget();
    const response = await source(file);
    if (!response) continue;
    await cache.put(file, direct(response));
    if (await hasItsHash(file)) return;
  }
  await forget();
  throw new Error(`${file} is not the file that was published`);
}

async function hasItsHash(file) {
  const bytes = await (await kept(file))?.arrayBuffer();
  if (!bytes) return false;
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  bytes.transfer?.(0); // gives the memory back at once, which is megabytes for some files
  return btoa(String.fromCharCode(...new Uint8Array(hash))) === known[file].hash;
}

/** The browser knows the size without reading the file. */
async function hasItsSize(file) {
  const blob = await (await kept(file))?.blob();
  return blob?.size === known[file].size;
}

/** Browsers show no page that was redirected, so copy it. Only that: Chromium keeps no compiled code with a copy. */
function direct(response) {
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function activate() {
  await clients.claim(); // the first page was opened before there was a worker
  await forgetOthers(0);
}

/** Delete the caches of other versions, unless one is being installed, or more pages are open than `ours`. */
async function forgetOthers(ours) {
  const names = await caches.keys();
  const others = (await pages()).length - ours;
  if (registration.installing || registration.waiting || others > 0) return;
  for (const name of names) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
}

async function check(isRight) {
  const repaired = await complete(isRight);
  await forgetOthers(1);
  return repaired;
}

/** The page. A version that waits takes over if no page is open, or only the one that is being reloaded. */
async function page(request) {
  const { waiting } = registration;
  const reloaded = request.cache === "no-cache" ? 1 : 0;
  if (waiting && (await pages()).length <= reloaded) {
    const newer = await find("./", { cacheName: PREFIX + (await versionOf(waiting)) });
    if (newer) {
      waiting.postMessage("take over");
      return newer;
    }
  }
  return kept("./");
}

function versionOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    worker.postMessage("version", [port2]);
  });
}

/** A file of this version, or of another version whose page is still open. */
async function file(request) {
  return (await kept(request)) ?? find(request);
}

/** Whatever is wrong with the cache, the network is still there. */
async function answer(request) {
  const isVisit = request.mode === "navigate";
  const isPage = isVisit && PAGES.includes(request.url.split(/[?#]/)[0]);
  const found = await (isPage ? page(request) : file(request)).catch(() => undefined);
  if (!found) keepOnUse(request.url.slice(scope.length)).catch(() => {});
  return found ?? (isVisit && !isPage ? elsewhere(request) : fetch(request));
}

/** An address outside the site. Not every server shows 404.html there, and without a network none does. */
async function elsewhere(request) {
  const response = await fetch(request).catch(() => undefined);
  if (response && response.status !== 404) return response;
  return (await kept("404.html").catch(() => undefined)) ?? response ?? Response.error();
}

/** Keep a file that somebody needs, if it is one that not everybody does. */
async function keepOnUse(file) {
  if (Object.hasOwn(onUse, file)) await keep(await caches.open(CACHE), file);
}

/** Show the page whose notification was clicked, or open it again if it is gone. */
async function show({ client, url }) {
  const found = client && (await clients.get(client));
  await (found ? found.focus() : clients.openWindow(url));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});
addEventListener("message", (event) => {
  const { data, ports } = event;
  const [port] = ports;
  if (data === "take over") skipWaiting();
  else if (data === "version") port.postMessage(version);
  else if (data === "name") port.postMessage(event.source.id);
  else if (Object.hasOwn(checks, data))
    event.waitUntil(check(checks[data]).then((repaired) => port.postMessage(repaired)));
});
addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(show(notification.data));
});
