/** Snapshots of Python's memory: the conditions for making them, and their state in the caches. */
(() => {
  const KEY = "snapshot";
  /** Milliseconds of rest after which the page makes a snapshot. */
  const REST = 5000;

  /** Gives a snapshot the right digest. */
  async function sign(snapshot) {
    snapshot.headers.digest = String(new Uint8Array(await crypto.subtle.digest("SHA-256", snapshot.bytes)));
  }

  /** Faults of snapshots. */
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

  /** Actions of a page with a snapshot that replace becoming ready. */
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
   * Gives the device plenty of memory, and a player who rests on demand: `resting` lists the work for that time.
   * `workers` lists the page's workers.
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

  /** Opens the given version's cache. */
  const cacheOf = (scope, version) => caches.open(`cartographers ${scope} ${version}`);

  /** Returns the versions whose caches have a snapshot. */
  async function holders() {
    const names = (await caches.keys()).filter((name) => name.startsWith("cartographers "));
    const found = await Promise.all(names.map((cacheName) => caches.match(KEY, { cacheName })));
    return names.filter((_, at) => found[at]).map((name) => name.split(" ").at(-1));
  }

  /** Puts a snapshot into the cache of an older version. */
  async function keepOlder(scope) {
    const cache = await cacheOf(scope, "older");
    await cache.put(KEY, new Response());
  }

  /** Returns the snapshot's bytes in base64, and its headers. */
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

  /** Puts a snapshot from a file into the cache of this version, with or without a fault. */
  async function keep(file, version, headers, fault) {
    const response = await fetch(file);
    const snapshot = { bytes: new Uint8Array(await response.arrayBuffer()), headers };
    await FAULTS[fault]?.(snapshot);
    const cache = await cacheOf(new URL("./", location), version);
    await cache.put(KEY, new Response(snapshot.bytes, { headers }));
  }

  /** Makes a page with a snapshot do something else instead of becoming ready. */
  function insteadOfReady(what) {
    let shared;
    /** Wraps `ready`, which the page sets on the object that its scripts share. */
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
