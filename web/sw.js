/**
 * The service worker. It saves the whole game in the browser, which then starts without waiting for a network.
 *
 * Each version has its own cache, which is filled while the version is installed. Every file in it is checked against
 * its hash, whether it came from the network or from an older version's cache. If one is missing or corrupt (such as a
 * café's login page), the installation fails, and is tried again later.
 *
 * The page and its files come from the cache, or from the network if the cache lacks them. The browser looks for a
 * newer version whenever a page is opened. It is installed next to the old one, and waits until no page is open, until
 * the only page is reloaded, or until the player asks for it.
 *
 * Versions never mix, because the names of all scripts and drawings include a hash of their content. So a page gets the
 * right files from the worker of any version.
 *
 * Pages, including those of older versions, send these messages. The answers go through a port:
 *
 *     "version"      asks for the version
 *     "name"         asks for the page's own name, by which a click on its notification finds it
 *     "take over"    ends the waiting
 *     "check"        checks all cached files against their hashes and repairs them; answers the number of repairs
 *     "check sizes"  does the same with the sizes, which takes hardly any time
 */
"use strict";
// From the build: the SHA-256 in base64 and the size of each file. Only some visitors need the files in `onUse`.
const { version, files, onUse } = SITE;
const known = { ...files, ...onUse };
const { scope } = registration;
const PREFIX = `cartographers ${scope} `;
const CACHE = PREFIX + version;
const PAGES = [scope, `${scope}index.html`];
/** Milliseconds for a waiting worker to report its version. */
const PATIENCE = 1000;

const checks = { check: hasItsHash, "check sizes": hasItsSize };

const find = (file, options) => caches.match(file, { ignoreVary: true, ...options });
/** Returns a file of this version from the cache. */
const kept = (file) => find(file, { cacheName: CACHE });

/** Returns all open pages of the game, of any version. */
async function pages() {
  const all = await clients.matchAll({ includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(scope));
}

async function install() {
  try {
    await complete();
  } catch (error) {
    await caches.delete(CACHE); // removes incomplete versions, and frees the disk
    throw error;
  }
}

/**
 * Replaces missing and corrupt files in the cache, one by one to leave bandwidth for the player; returns their number.
 */
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

/**
 * Puts a file into the cache, from an older version's cache or by fetching it. A plain `fetch` may return an older
 * version or a login page from the browser's own cache, so the last attempt bypasses that.
 */
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
  bytes.transfer?.(0); // frees the memory at once, which is megabytes for some files
  return btoa(String.fromCharCode(...new Uint8Array(hash))) === known[file].hash;
}

/** Compares the size of a file, which the browser knows without reading it. */
async function hasItsSize(file) {
  const blob = await (await kept(file))?.blob();
  return blob?.size === known[file].size;
}

/** Copies a redirected response, which browsers refuse for a page. A copy of any other could lose its compiled code. */
function direct(response) {
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function activate() {
  await clients.claim(); // the first page was opened without a worker
  await forgetOthers(0);
}

/** Deletes the caches of other versions, unless one is being installed, or more pages are open than `ours`. */
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

/** Returns the page. A waiting version takes over if no page is open except the page that is being reloaded. */
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

/** Returns a file of this version, or of another version whose page is still open. */
async function file(request) {
  return (await kept(request)) ?? find(request);
}

/** Answers a request, from the network if anything is wrong with the cache. */
async function answer(request) {
  const isVisit = request.mode === "navigate";
  const isPage = isVisit && PAGES.includes(request.url.split(/[?#]/)[0]);
  const found = await (isPage ? page(request) : file(request)).catch(() => undefined);
  if (!found) keepOnUse(request.url.slice(scope.length)).catch(() => {});
  return found ?? (isVisit && !isPage ? elsewhere(request) : fetch(request));
}

/** Answers for an address outside the site. Not every server shows 404.html, and without a network none does. */
async function elsewhere(request) {
  const response = await fetch(request).catch(() => undefined);
  if (response && response.status !== 404) return response;
  return (await kept("404.html").catch(() => undefined)) ?? response ?? Response.error();
}

/** Saves a file if it is one of those that only some visitors need. */
async function keepOnUse(file) {
  if (Object.hasOwn(onUse, file)) await keep(await caches.open(CACHE), file);
}

/** Shows the page whose notification was clicked, or opens it again if it is gone. */
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
