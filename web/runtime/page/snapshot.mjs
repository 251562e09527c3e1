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
 *     found       resolves to the snapshot, whose `bytes` are still being read; to nothing without a trusted snapshot
 *     restore()   fills Pyodide's memory from the bytes, and returns the rest of Pyodide's state
 *     drop()      deletes the snapshot
 *     packed()    returns the bytes for a memory and the rest of Pyodide's state
 *     digest()    returns a hash of the bytes
 *
 * `APP.snapshot` is for the page: `ready()`, to be called when it is ready; whether a snapshot is `used`; whether one
 * was `made` (undefined until that is known); the reason why one was `dropped`; the address of the `interpreter` for
 * the worker.
 */
const PAGE = 4096;
const NUMBER = 4;
/** The gigabytes of memory that are enough for a second Python. */
const ENOUGH = 4;
/** Milliseconds without a touch or a key after which the player rests. */
const REST = 5000;

/** Whether this is a page outside of frames, and this build has snapshots (the build fills the list in). */
const alone = Boolean(globalThis.document) && globalThis.window === globalThis.top && !WITHOUT.includes("snapshot");
const scope = alone && new URL("./", document.baseURI).href;
const version = alone && APP.facts.version;
/** The name of the cache; the service worker uses the same name. */
const cacheName = `APP ${scope} ${version}`;
const key = `${scope}snapshot`;
/** The name of the note. */
const note = alone && `${APP.place}APP.snapshot`;
let unlock = () => {};
const report = { ready, used: false, made: undefined, dropped: "", interpreter: "" };
globalThis.APP ??= {};
globalThis.APP.snapshot = report;

export const found = alone ? find().catch(drop) : Promise.resolve();

async function find() {
  const response = await caches.match(key, { cacheName });
  if (!response || !(await lock())) return undefined;
  if (response.headers.get("version") !== version) throw new Error("it belongs to another version");
  if (localStorage.getItem(note) === version) throw new Error("the last start from it failed");
  const bytes = read(response);
  bytes.catch(() => {}); // the code that awaits the bytes gets the error
  return { bytes };
}

/** Takes the lock, unless another page is starting from the snapshot right now. */
function lock() {
  return new Promise((resolve, reject) => {
    const end = new Promise((done) => {
      unlock = done;
    });
    const hold = (lock) => {
      resolve(Boolean(lock));
      return lock && end;
    };
    navigator.locks.request(key, { ifAvailable: true }, hold).catch(reject);
  });
}

async function read(response) {
  const bytes = await response.arrayBuffer();
  if ((await digest(bytes)) !== response.headers.get("digest")) throw new Error("it differs from the saved one");
  return bytes;
}

export async function digest(bytes) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export async function drop(reason) {
  report.used = false;
  report.dropped = String(reason);
  try {
    localStorage.setItem(note, version);
    await (await caches.open(cacheName)).delete(key);
  } catch {
    // storage is denied, so there is nothing to delete
  }
}

/** Returns the snapshot's bytes: numbers first, then the nonempty pages of the memory, then a string. */
export function packed(memory, state) {
  const words = new Uint32Array(memory.buffer);
  const text = new TextEncoder().encode(JSON.stringify(state));
  const pages = [...Array(memory.length / PAGE).keys()].filter((page) => !isEmpty(words, page));
  const numbers = new Uint32Array([memory.length, pages.length, ...pages]);
  const bytes = new Uint8Array(numbers.byteLength + pages.length * PAGE + text.length);
  bytes.set(new Uint8Array(numbers.buffer));
  for (const [at, page] of pages.entries()) {
    bytes.set(memory.subarray(page * PAGE, (page + 1) * PAGE), numbers.byteLength + at * PAGE);
  }
  bytes.set(text, numbers.byteLength + pages.length * PAGE);
  return bytes;
}

/**
 * Restores the memory. It doesn't write to empty pages that stay empty, because the system then gives them no memory.
 */
export function restore(memory, bytes) {
  const [length, count] = new Uint32Array(bytes, 0, 2);
  if (memory.length !== length) throw new Error("its memory has another size");
  localStorage.setItem(note, version);
  const words = new Uint32Array(memory.buffer);
  const start = (2 + count) * NUMBER;
  const pages = new Map([...new Uint32Array(bytes, 2 * NUMBER, count)].map((page, at) => [page, start + at * PAGE]));
  for (let page = 0; page < length / PAGE; page++) {
    if (pages.has(page)) memory.set(new Uint8Array(bytes, pages.get(page), PAGE), page * PAGE);
    else if (!isEmpty(words, page)) memory.fill(0, page * PAGE, (page + 1) * PAGE);
  }
  report.used = true;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, start + count * PAGE)));
}

function isEmpty(words, page) {
  const end = ((page + 1) * PAGE) / NUMBER;
  for (let at = (page * PAGE) / NUMBER; at < end; at++) if (words[at]) return false;
  return true;
}

/**
 * Returns whether this is a Mac, which has enough memory. Safari doesn't report it. Unlike a Mac, an iPhone or iPad has
 * a touch screen.
 */
const isMac = () => /Apple/.test(navigator.vendor) && navigator.maxTouchPoints === 0;

/** Notes that the page is ready. */
function ready() {
  const { deviceMemory = isMac() ? ENOUGH : 0, connection } = navigator;
  try {
    if (report.used) localStorage.removeItem(note);
    else if (alone && deviceMemory >= ENOUGH && !connection?.saveData && localStorage.getItem(note) !== version)
      atRest(make);
    else report.made = false;
  } catch {
    report.made = false; // storage is denied
  }
  unlock();
}

/** Calls `work` when the player rests, no finger is down, nothing moves, and the browser is idle. */
function atRest(work) {
  const over = new AbortController();
  const options = { capture: true, passive: true, signal: over.signal };
  let timer;
  const stop = () => clearTimeout(timer);
  const wait = () => {
    stop();
    timer = setTimeout(look, REST);
  };
  const look = () => {
    if (document.hidden || document.getAnimations().some(({ playState }) => playState === "running")) wait();
    else {
      over.abort();
      (globalThis.requestIdleCallback ?? setTimeout)(work); // WebKit doesn't report idle time
    }
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stop, options);
  for (const kind of ["pointerup", "pointercancel", "keyup", "wheel"]) addEventListener(kind, wait, options);
  wait();
}

/** Makes a snapshot in a worker, whose name contains the facts about the page that it needs. */
function make() {
  const name = JSON.stringify({ interpreter: report.interpreter, cacheName, key, version });
  const worker = new Worker(new URL("snapshot-worker.mjs", import.meta.url), { type: "module", name });
  const end = (made) => {
    worker.terminate();
    report.made = made;
  };
  worker.onmessage = ({ data }) => end(data);
  worker.onerror = (event) => {
    event.preventDefault(); // otherwise, the page would report it as a fault of the program
    end(false);
  };
}
