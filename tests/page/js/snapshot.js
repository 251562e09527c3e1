/** Snapshots of Python's memory: what makes them, and what the caches have of them. */
(() => {
  const KEY = "snapshot";
  /** The page makes a snapshot after a rest of so many milliseconds. */
  const REST = 5000;

  /** A snapshot has the right digest. */
  async function sign(snapshot) {
    snapshot.headers.digest = String(new Uint8Array(await crypto.subtle.digest("SHA-256", snapshot.bytes)));
  }

  /** What may be wrong with a snapshot. */
  const FAULTS = {
    truncated(snapshot) {
      snapshot.bytes = snapshot.bytes.slice(0, -1);
    },
    "other bytes"({ bytes }) {
      bytes[5_000_000] ^= 1;
    },
    "other version"({ headers }) {
      headers.version = "older";
    },
    async "other size"(snapshot) {
      snapshot.bytes[2] ^= 1;
      await sign(snapshot);
    },
    async "nothing that runs"(snapshot) {
      snapshot.bytes.fill(0, 1_000_000, 9_000_000);
      await sign(snapshot);
    },
  };

  /** What a page with a snapshot does when it would answer. */
  const INSTEAD = {
    stop() {
      globalThis.wouldBeReady = true;
    },
    ask(ready) {
      globalThis.answer = ready;
    },
    fail() {
      sessionStorage.failed = true;
      throw new Error("no ink");
    },
  };

  /**
   * The device has much memory. Its player rests when the test says so: `resting` lists what is to be done then. `workers`
   * lists the page's workers.
   */
  function device() {
    const { setTimeout, clearTimeout, Worker } = globalThis;
    const resting = [];
    const workers = [];
    Object.defineProperty(Navigator.prototype, "deviceMemory", { value: 8, configurable: true });
    Object.assign(globalThis, { resting, workers });
    globalThis.setTimeout = (work, after) => (after === REST ? -resting.push(work) : setTimeout(work, after));
    globalThis.clearTimeout = (timer) => (timer < 0 ? resting.splice(0) : clearTimeout(timer));
    globalThis.Worker = class extends Worker {
      constructor(...all) {
        super(...all);
        workers.push(this);
      }
    };
  }

  /** The cache of a version. */
  const cacheOf = (scope, version) => caches.open(`cartographers ${scope} ${version}`);

  /** The caches of these versions have a snapshot. */
  async function holders() {
    const names = (await caches.keys()).filter((name) => name.startsWith("cartographers "));
    const found = await Promise.all(names.map((cacheName) => caches.match(KEY, { cacheName })));
    return names.filter((_, at) => found[at]).map((name) => name.split(" ").at(-1));
  }

  /** The cache of an older version has a snapshot. */
  async function keepOlder(scope) {
    const cache = await cacheOf(scope, "older");
    await cache.put(KEY, new Response());
  }

  /** The snapshot has these bytes, in base64, and these headers. */
  async function read() {
    const response = await caches.match(KEY);
    const blob = await response.blob();
    const reader = new FileReader();
    const bytes = await new Promise((done) => {
      reader.onload = () => done(reader.result.split(",")[1]);
      reader.readAsDataURL(blob);
    });
    return { bytes, headers: Object.fromEntries(response.headers) };
  }

  /** The cache of this version gets a snapshot from a file, perhaps with a fault. */
  async function keep(file, version, headers, fault) {
    const response = await fetch(file);
    const snapshot = { bytes: new Uint8Array(await response.arrayBuffer()), headers };
    await FAULTS[fault]?.(snapshot);
    const cache = await cacheOf(new URL("./", location), version);
    await cache.put(KEY, new Response(snapshot.bytes, { headers }));
  }

  /** A page with a snapshot does something else when it would answer. */
  function insteadOfReady(what) {
    let shared;
    /** The page sets `ready` on what its scripts share, and this wraps it. */
    const wrap = (ready) => {
      const value = () => (shared.snapshot.used ? INSTEAD[what](ready) : ready());
      Object.defineProperty(shared, "ready", { value });
    };
    Object.defineProperty(globalThis, "cartographers", {
      get: () => shared,
      set(value) {
        shared = value;
        Object.defineProperty(shared, "ready", { get: () => undefined, set: wrap, configurable: true });
      },
    });
  }

  return { device, holders, insteadOfReady, keep, keepOlder, read };
})();
