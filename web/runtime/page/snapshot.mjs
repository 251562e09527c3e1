/**
 * A snapshot is Python's memory right after the program was imported. The next visit starts from it and skips the
 * import.
 *
 * When the page is ready and the player rests, a worker (snapshot-worker.mjs) makes it, on devices with enough memory
 * for two Pythons, if a start from a snapshot is faster there. It is saved in the service worker's cache of this
 * version, and deleted with that cache.
 *
 * A start from a snapshot could fail, or even crash the page. So the page takes a lock and leaves a note in storage
 * when such a start begins, and removes both when it is ready. A page that ends in any way loses the lock, but the note
 * stays. The next page that gets the lock and finds the note drops the snapshot. A page that doesn't get the lock
 * starts without a snapshot. After the first such failure, this version makes no other snapshot.
 *
 *     savedSnapshot     resolves to the snapshot, whose `bytes` are still being read; to nothing without a trusted one
 *     restoreMemory()   fills Pyodide's memory from the bytes, and returns the rest of Pyodide's state
 *     dropSnapshot()    deletes the snapshot
 *     pack()            returns the bytes for a memory and the rest of Pyodide's state
 *     computeDigest()   returns a hash of the bytes
 *
 * `APP.snapshot` is for the page: `ready()`, to be called when it is ready; whether a snapshot is `used`; whether one
 * was `made` (undefined until that is known); the reason why one was `dropped`; the address of the `interpreter` for
 * the worker.
 */
const PAGE_SIZE = 4096;
const NUMBER_SIZE = 4;
/** The gigabytes of memory that are enough for a second Python. */
const ENOUGH_GIGABYTES = 4;
/** Milliseconds without a touch or a key after which the player rests. */
const REST_TIME = 5000;

/** Whether this is a page outside of frames, and this build has snapshots (the build fills the list in). */
const canUseSnapshots =
  Boolean(globalThis.document) && globalThis.window === globalThis.top && !WITHOUT.includes("snapshot");
const scope = canUseSnapshots && new URL("./", document.baseURI).href;
const version = canUseSnapshots && APP.facts.version;
/** The name of the cache; the service worker uses the same name. */
const cacheName = `APP ${scope} ${version}`;
const key = `${scope}snapshot`;
/** The name of the note. */
const noteKey = canUseSnapshots && `${APP.place}APP.snapshot`;
let releaseLock = () => {};
const report = { ready, used: false, made: undefined, dropped: "", interpreter: "" };
globalThis.APP ??= {};
globalThis.APP.snapshot = report;

export const savedSnapshot = canUseSnapshots ? findSnapshot().catch(dropSnapshot) : Promise.resolve();

async function findSnapshot() {
  const response = await caches.match(key, { cacheName });
  if (!response || !(await acquireLock())) return undefined;
  if (response.headers.get("version") !== version) throw new Error("it belongs to another version");
  if (localStorage.getItem(noteKey) === version) throw new Error("the last start from it failed");
  const bytes = readVerified(response);
  bytes.catch(() => {}); // the code that awaits the bytes gets the error
  return { bytes };
}

/** Takes the lock, unless another page is starting from the snapshot right now. */
function acquireLock() {
  return new Promise((resolve, reject) => {
    const released = new Promise((resolveReleased) => {
      releaseLock = resolveReleased;
    });
    const holdLock = (lock) => {
      resolve(Boolean(lock));
      return lock && released;
    };
    navigator.locks.request(key, { ifAvailable: true }, holdLock).catch(reject);
  });
}

async function readVerified(response) {
  const bytes = await response.arrayBuffer();
  if ((await computeDigest(bytes)) !== response.headers.get("digest")) throw new Error("it differs from the saved one");
  return bytes;
}

export async function computeDigest(bytes) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export async function dropSnapshot(reason) {
  report.used = false;
  report.dropped = String(reason);
  try {
    localStorage.setItem(noteKey, version);
    await (await caches.open(cacheName)).delete(key);
  } catch {
    // storage is denied, so there is nothing to delete
  }
}

/** Returns the snapshot's bytes: numbers first, then the nonempty pages of the memory, then a string. */
export function pack(memory, state) {
  const words = new Uint32Array(memory.buffer);
  const text = new TextEncoder().encode(JSON.stringify(state));
  const pages = [...Array(memory.length / PAGE_SIZE).keys()].filter((page) => !isPageEmpty(words, page));
  const numbers = new Uint32Array([memory.length, pages.length, ...pages]);
  const bytes = new Uint8Array(numbers.byteLength + pages.length * PAGE_SIZE + text.length);
  bytes.set(new Uint8Array(numbers.buffer));
  for (const [index, page] of pages.entries()) {
    bytes.set(memory.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE), numbers.byteLength + index * PAGE_SIZE);
  }
  bytes.set(text, numbers.byteLength + pages.length * PAGE_SIZE);
  return bytes;
}

/**
 * Restores the memory. It doesn't write to empty pages that stay empty, because the system then gives them no memory.
 */
export function restoreMemory(memory, bytes) {
  const [length, count] = new Uint32Array(bytes, 0, 2);
  if (memory.length !== length) throw new Error("its memory has another size");
  localStorage.setItem(noteKey, version);
  const words = new Uint32Array(memory.buffer);
  const start = (2 + count) * NUMBER_SIZE;
  const pages = new Map(
    [...new Uint32Array(bytes, 2 * NUMBER_SIZE, count)].map((page, index) => [page, start + index * PAGE_SIZE]),
  );
  for (let page = 0; page < length / PAGE_SIZE; page++) {
    if (pages.has(page)) memory.set(new Uint8Array(bytes, pages.get(page), PAGE_SIZE), page * PAGE_SIZE);
    else if (!isPageEmpty(words, page)) memory.fill(0, page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  }
  report.used = true;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, start + count * PAGE_SIZE)));
}

function isPageEmpty(words, page) {
  const end = ((page + 1) * PAGE_SIZE) / NUMBER_SIZE;
  for (let index = (page * PAGE_SIZE) / NUMBER_SIZE; index < end; index++) if (words[index]) return false;
  return true;
}

/**
 * Returns whether this is a Mac, which has enough memory. Safari doesn't report it. Unlike a Mac, an iPhone or iPad has
 * a touch screen.
 */
const isMac = () => /Apple/.test(navigator.vendor) && navigator.maxTouchPoints === 0;

/** Notes that the page is ready. */
function ready() {
  const { deviceMemory = isMac() ? ENOUGH_GIGABYTES : 0, connection } = navigator;
  try {
    if (report.used) localStorage.removeItem(noteKey);
    else if (
      canUseSnapshots &&
      deviceMemory >= ENOUGH_GIGABYTES &&
      !connection?.saveData &&
      localStorage.getItem(noteKey) !== version
    )
      runAtRest(makeSnapshot);
    else report.made = false;
  } catch {
    report.made = false; // storage is denied
  }
  releaseLock();
}

/** Calls `task` when the player rests, no finger is down, nothing moves, and the browser is idle. */
function runAtRest(task) {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  let timer;
  const stopTimer = () => clearTimeout(timer);
  const restartTimer = () => {
    stopTimer();
    timer = setTimeout(check, REST_TIME);
  };
  const check = () => {
    if (document.hidden || document.getAnimations().some(({ playState }) => playState === "running")) restartTimer();
    else {
      controller.abort();
      (globalThis.requestIdleCallback ?? setTimeout)(task); // WebKit doesn't report idle time
    }
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stopTimer, options);
  for (const kind of ["pointerup", "pointercancel", "keyup", "wheel"]) addEventListener(kind, restartTimer, options);
  restartTimer();
}

/** Makes a snapshot in a worker, whose name contains the facts about the page that it needs. */
function makeSnapshot() {
  const name = JSON.stringify({ interpreter: report.interpreter, cacheName, key, version });
  const worker = new Worker(new URL("snapshot-worker.mjs", import.meta.url), { type: "module", name });
  const finish = (isMade) => {
    worker.terminate();
    report.made = isMade;
  };
  worker.onmessage = ({ data }) => finish(data);
  worker.onerror = (event) => {
    event.preventDefault(); // otherwise, the page would report it as a fault of the program
    finish(false);
  };
}
