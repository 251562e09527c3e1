/**
 * A snapshot: Python's memory as it is when the game has been imported, so that the next visit need not do that again.
 *
 * When the page answers and nothing is going on, a worker (snapshot-worker.mjs) makes it, where there is memory enough for
 * two Pythons. It is kept in the cache that the service worker has for this version, and goes with it. The page notes
 * when a start from it begins, and takes the note away when it answers; meanwhile it holds a lock, which it loses when it
 * ends in any way. Who gets the lock and finds the note knows that such a start came to nothing, and drops what is kept;
 * who does not get it starts plainly. At the first doubt, this version does without for good.
 *
 *     found       resolves to what is kept: its `bytes`, which are still being read; to nothing where there is nothing to trust
 *     restore()   fill Pyodide's memory from the bytes; returns what Pyodide has to know besides
 *     drop()      forget what is kept
 *     packed()    the bytes for a memory, and what Pyodide has to know besides
 *     digest()    by which it is seen that they are still the same
 *
 * `globalThis.pythonSnapshot` is for the page: `ready()`, to be called when it answers; whether a snapshot is `used`; whether
 * one has been `made`, not known before that is over; why one that was there has been `dropped`; and the address of the
 * `interpreter`, which the worker starts.
 */
const PAGE = 4096;
const NUMBER = 4;
/** Gigabytes of memory, as far as a browser tells, of which a second Python is no notable part. */
const ENOUGH = 4;
/** So many milliseconds without a touch or a key are a rest. */
const REST = 5000;
const NOTE = "cartographers.snapshot";

const alone = Boolean(globalThis.document) && globalThis.window === globalThis.top;
const scope = alone && new URL("./", document.baseURI).href;
const version = alone && document.documentElement.dataset.version;
/** As the service worker calls it. */
const cacheName = `cartographers ${scope} ${version}`;
const key = `${scope}snapshot`;
let unlock = () => {};
const report = (globalThis.pythonSnapshot = { ready, used: false, made: undefined, dropped: "", interpreter: "" });

export const found = alone ? find().catch(drop) : Promise.resolve();

async function find() {
  const response = await caches.match(key, { cacheName });
  if (!response || !(await lock())) return undefined;
  if (response.headers.get("version") !== version) throw new Error("it is of another version");
  if (localStorage.getItem(NOTE) === version) throw new Error("the last start from it came to nothing");
  const bytes = read(response);
  bytes.catch(() => {}); // who asks for them is told
  return { bytes };
}

/** Whether no other page is about to start from it; none will before this one answers. */
function lock() {
  return new Promise((resolve, reject) => {
    const hold = (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise((done) => (unlock = done));
    };
    navigator.locks.request(key, { ifAvailable: true }, hold).catch(reject);
  });
}

async function read(response) {
  const bytes = await response.arrayBuffer();
  if ((await digest(bytes)) !== response.headers.get("digest")) throw new Error("it is not what was kept");
  return bytes;
}

export async function digest(bytes) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export async function drop(reason) {
  report.used = false;
  report.dropped = String(reason);
  try {
    localStorage.setItem(NOTE, version);
    await (await caches.open(cacheName)).delete(key);
  } catch {
    // where storage is denied there is nothing to forget
  }
}

/** Numbers first, then the pages of the memory that hold anything, then a text. */
export function packed(memory, state) {
  const words = new Uint32Array(memory.buffer);
  const text = new TextEncoder().encode(JSON.stringify(state));
  const pages = [...Array(memory.length / PAGE).keys()].filter((page) => !isEmpty(words, page));
  const numbers = new Uint32Array([memory.length, pages.length, ...pages]);
  const bytes = new Uint8Array(numbers.byteLength + pages.length * PAGE + text.length);
  bytes.set(new Uint8Array(numbers.buffer));
  pages.forEach((page, at) => bytes.set(memory.subarray(page * PAGE, (page + 1) * PAGE), numbers.byteLength + at * PAGE));
  bytes.set(text, numbers.byteLength + pages.length * PAGE);
  return bytes;
}

/** A page that is empty and should be is not written to: for those, no memory is taken from the system. */
export function restore(memory, bytes) {
  const [length, count] = new Uint32Array(bytes, 0, 2);
  if (memory.length !== length) throw new Error("it is of a memory of another size");
  localStorage.setItem(NOTE, version);
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

/** The page answers. */
function ready() {
  const { deviceMemory, connection } = navigator;
  try {
    if (report.used) localStorage.removeItem(NOTE);
    else if (alone && deviceMemory >= ENOUGH && !connection?.saveData && localStorage.getItem(NOTE) !== version) atRest(make);
    else report.made = false;
  } catch {
    report.made = false; // storage is denied
  }
  unlock();
}

/** Do something when nothing has been touched for a while, no finger is down, nothing moves, and the browser is idle. */
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
      requestIdleCallback(work);
    }
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stop, options);
  for (const kind of ["pointerup", "pointercancel", "keyup", "wheel"]) addEventListener(kind, wait, options);
  wait();
}

/** A worker has no page to ask: its name says what it has to know. */
function make() {
  const name = JSON.stringify({ interpreter: report.interpreter, cacheName, key, version });
  const worker = new Worker(new URL("snapshot-worker.mjs", import.meta.url), { type: "module", name });
  const end = (made) => {
    worker.terminate();
    report.made = made;
  };
  worker.onmessage = ({ data }) => end(data);
  worker.onerror = () => end(false);
}
