/**
 * The service worker. It saves the whole game in the browser, which then starts without waiting for a network.
 *
 * Each version has its own cache, which is filled while the version is installed. Every file in it is checked against
 * its hash, whether it came from the network or from an older version's cache. If one is missing or corrupt (such as a
 * café's login page), the installation fails, and is tried again later.
 *
 * If the browser saves data, only the files of the game itself are fetched in advance. Of all others, the cache gets
 * those that a page has used, again in each later version. A visit without saving data completes the cache.
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
 *     "check"        checks all cached files against their hashes and repairs them; answers the number of repairs, or
 *                    nothing if a repair fails
 *     "check sizes"  does the same with the sizes, which takes hardly any time
 *     {used}         lists the addresses of files that the page has fetched, perhaps before the worker could see it
 *
 * If the installation fails, all open pages get {notSaved}: "changed" if the server's files differ from the published
 * ones, otherwise "failed".
 */
"use strict";
// From the build: the SHA-256 in base64 and the size of each file. The game itself doesn't need those in `others`, and
// only some visitors need those in `onUse`.
const { version, files, others, onUse } = SITE;
const allFiles = { ...files, ...others, ...onUse };
const { scope } = registration;
const CACHE_PREFIX = `cartographers ${scope} `;
const CACHE_NAME = CACHE_PREFIX + version;
/** The cache that only has the names of the files in `others` and `onUse` that pages have used while saving data. */
const USED_CACHE = `used ${CACHE_PREFIX}`;
const USED = "?used";
const PAGE_URLS = [scope, `${scope}index.html`];
/** The answers of servers to an address without a file. */
const REFUSALS = [400, 403, 404, 410];
/** Milliseconds for a waiting worker to report its version. */
const VERSION_TIMEOUT = 1000;

const validators = { check: hasRightHash, "check sizes": hasRightSize };

const findCached = (file, options) => caches.match(file, { ignoreVary: true, ...options });
/** Returns a file of this version from the cache. */
const findOwn = (file) => findCached(file, { cacheName: CACHE_NAME });

/** Returns all open pages of the game, of any version. */
async function findPages() {
  const allClients = await clients.matchAll({ includeUncontrolled: true });
  return allClients.filter(({ url }) => url.startsWith(scope));
}

async function install() {
  try {
    await fillCache();
  } catch (error) {
    await caches.delete(CACHE_NAME); // removes incomplete versions, and frees the disk
    for (const page of await findPages()) page.postMessage({ notSaved: error.isChanged ? "changed" : "failed" });
    throw error;
  }
}

/** Returns whether the browser saves data, which only Chromium reports. */
const savesData = () => Boolean(navigator.connection?.saveData);

/** Returns the address that stands for a used file of any version. */
const nameUsed = (file) => `${scope}${file.replace(/\.[0-9a-f]{8}(?=\.\w+$)/, "")}${USED}`;

/** Returns the files that the cache should have. */
async function listWanted() {
  if (!savesData()) return Object.keys({ ...files, ...others });
  const used = await (await caches.open(USED_CACHE)).keys();
  const names = new Set(used.map(({ url }) => url));
  return Object.keys(allFiles).filter((file) => Object.hasOwn(files, file) || names.has(nameUsed(file)));
}

/**
 * Replaces missing and corrupt files in the cache, one by one to leave bandwidth for the player; returns their number.
 */
async function fillCache(isRight = hasRightHash) {
  const cache = await caches.open(CACHE_NAME);
  let repairCount = 0;
  for (const file of await listWanted()) {
    if (await isRight(file)) continue;
    await saveFile(cache, file);
    repairCount++;
  }
  return repairCount;
}

/**
 * Puts a file into the cache, from an older version's cache or by fetching it. A plain `fetch` may return an older
 * version or a login page from the browser's own cache, so the last attempt bypasses that.
 */
async function saveFile(cache, file) {
  const deleteFile = () => cache.delete(file, { ignoreVary: true });
  for (const source of [findCached, fetch, (file) => fetch(file, { cache: "reload" })]) {
    await deleteFile();
    const response = await source(file);
    if (!response) continue;
    await cache.put(file, removeRedirect(response));
    if (await hasRightHash(file)) return;
  }
  await deleteFile();
  throw Object.assign(new Error(`${file} is not the file that was published`), { isChanged: true });
}

async function hasRightHash(file) {
  const bytes = await (await findOwn(file))?.arrayBuffer();
  if (!bytes) return false;
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  bytes.transfer?.(0); // frees the memory at once, which is megabytes for some files
  return btoa(String.fromCharCode(...new Uint8Array(hash))) === allFiles[file].hash;
}

/** Compares the size of a file, which the browser knows without reading it. */
async function hasRightSize(file) {
  const blob = await (await findOwn(file))?.blob();
  return blob?.size === allFiles[file].size;
}

/** Copies a redirected response, which browsers refuse for a page. A copy of any other could lose its compiled code. */
function removeRedirect(response) {
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function activate() {
  await clients.claim(); // the first page was opened without a worker
  await deleteOldCaches(0);
}

/** Deletes the caches of other versions, unless one is being installed, or more pages are open than `ownPages`. */
async function deleteOldCaches(ownPages) {
  const names = await caches.keys();
  const otherPages = (await findPages()).length - ownPages;
  if (registration.installing || registration.waiting || otherPages > 0) return;
  for (const name of names) if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name);
}

async function repairCache(isRight) {
  const repairCount = await fillCache(isRight);
  await deleteOldCaches(1);
  return repairCount;
}

/** Returns the page. A waiting version takes over if no page is open except the page that is being reloaded. */
async function servePage(request) {
  const { waiting } = registration;
  const reloadedPages = request.cache === "no-cache" ? 1 : 0;
  if (waiting && (await findPages()).length <= reloadedPages) {
    const newerPage = await findCached("./", { cacheName: CACHE_PREFIX + (await askVersion(waiting)) });
    if (newerPage) {
      waiting.postMessage("take over");
      return newerPage;
    }
  }
  return findOwn("./");
}

function askVersion(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, VERSION_TIMEOUT);
    worker.postMessage("version", [port2]);
  });
}

/** Returns a file of this version, or of another version whose page is still open. */
async function serveFile(request) {
  return (await findOwn(request)) ?? findCached(request);
}

/** Answers a request, from the network if anything is wrong with the cache. */
async function respond(request) {
  const isNavigation = request.mode === "navigate";
  const isPage = isNavigation && PAGE_URLS.includes(request.url.split(/[?#]/)[0]);
  const response = await (isPage ? servePage(request) : serveFile(request)).catch(() => undefined);
  if (!response || savesData()) saveOnUse(request.url).catch(() => {});
  return response ?? (isNavigation && !isPage ? respondOutside(request) : fetch(request));
}

/** Answers for an address outside the site. Not every server shows 404.html, and without a network none does. */
async function respondOutside(request) {
  const response = await fetch(request).catch(() => undefined);
  if (response && !REFUSALS.includes(response.status)) return response;
  return (await findOwn("404.html").catch(() => undefined)) ?? response ?? Response.error();
}

/** Saves the file at an address, and its name for later versions, if it isn't always saved in advance. */
async function saveOnUse(address) {
  const file = address.slice(scope.length);
  if (!Object.hasOwn(allFiles, file) || Object.hasOwn(files, file)) return;
  if (savesData()) await (await caches.open(USED_CACHE)).put(nameUsed(file), new Response());
  if (!(await findOwn(file))) await saveFile(await caches.open(CACHE_NAME), file);
}

/** Shows the page whose notification was clicked, or opens it again if it is gone. */
async function showPage({ client, url }) {
  const openPage = client && (await clients.get(client));
  await (openPage ? openPage.focus() : clients.openWindow(url));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(respond(request));
});
addEventListener("message", (event) => {
  const { data, ports } = event;
  const [port] = ports;
  if (data.used) event.waitUntil(Promise.allSettled(data.used.map(saveOnUse)));
  else if (data === "take over") skipWaiting();
  else if (data === "version") port.postMessage(version);
  else if (data === "name") port.postMessage(event.source.id);
  else if (Object.hasOwn(validators, data))
    event.waitUntil(
      repairCache(validators[data])
        .catch(() => undefined)
        .then((repairCount) => port.postMessage(repairCount)),
    );
});
addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(showPage(notification.data));
});
