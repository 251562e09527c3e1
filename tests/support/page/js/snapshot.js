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
  const REPLACEMENTS = {
    stop() {
      globalThis.isAlmostReady = true;
    },
    ask(ready) {
      globalThis.finishStart = ready;
    },
    fail() {
      sessionStorage.failed = true;
      throw new Error("no ink");
    },
  };

  /**
   * Gives the device plenty of memory, and a player who rests on demand: `restTasks` lists the work for that time.
   * `workers` lists the page's workers.
   */
  function setUpDevice() {
    const { setTimeout, clearTimeout, Worker } = globalThis;
    const restTasks = [];
    const workers = [];
    Object.defineProperty(Navigator.prototype, "deviceMemory", { value: 8, configurable: true });
    Object.assign(globalThis, { restTasks, workers });
    globalThis.setTimeout = (task, delay) => (delay === REST ? -restTasks.push(task) : setTimeout(task, delay));
    globalThis.clearTimeout = (timer) => (timer < 0 ? restTasks.splice(0) : clearTimeout(timer));
    globalThis.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        workers.push(this);
      }
    };
  }

  /** Opens the given version's cache. */
  const openCache = (scope, version) => caches.open(`cartographers ${scope} ${version}`);

  /** Returns the versions whose caches have a snapshot. */
  async function listSnapshotVersions() {
    const names = (await caches.keys()).filter((name) => name.startsWith("cartographers "));
    const snapshots = await Promise.all(names.map((cacheName) => caches.match(KEY, { cacheName })));
    return names.filter((_, index) => snapshots[index]).map((name) => name.split(" ").at(-1));
  }

  /** Puts a snapshot into the cache of an older version. */
  async function saveOlderSnapshot(scope) {
    const cache = await openCache(scope, "older");
    await cache.put(KEY, new Response());
  }

  /** Returns the snapshot's bytes in base64, and its headers. */
  async function readSnapshot() {
    const response = await caches.match(KEY);
    const blob = await response.blob();
    const reader = new FileReader();
    const bytes = await new Promise((resolve) => {
      reader.onload = () => resolve(reader.result.split(",")[1]);
      reader.readAsDataURL(blob);
    });
    return { bytes, headers: Object.fromEntries(response.headers) };
  }

  /** Puts a snapshot from a file into the cache of this version, with or without a fault. */
  async function saveSnapshot(file, version, headers, fault) {
    const response = await fetch(file);
    const snapshot = { bytes: new Uint8Array(await response.arrayBuffer()), headers };
    await FAULTS[fault]?.(snapshot);
    const cache = await openCache(new URL("./", location), version);
    await cache.put(KEY, new Response(snapshot.bytes, { headers }));
  }

  /** Makes a page with a snapshot do something else instead of becoming ready. */
  function replaceReady(action) {
    let shared;
    /** Wraps `ready`, which the page sets on the object that its scripts share. */
    const wrapReady = (ready) => {
      const value = () => (shared.snapshot.used ? REPLACEMENTS[action](ready) : ready());
      Object.defineProperty(shared, "ready", { value });
    };
    Object.defineProperty(globalThis, "cartographers", {
      get: () => shared,
      set(value) {
        shared = value;
        Object.defineProperty(shared, "ready", { get: () => undefined, set: wrapReady, configurable: true });
      },
    });
  }

  return { listSnapshotVersions, readSnapshot, replaceReady, saveOlderSnapshot, saveSnapshot, setUpDevice };
})();
