/** The service worker and its caches, one for each version. */
(() => {
  const { serviceWorker } = navigator;
  const { setTimeout } = globalThis;

  /** Returns the versions with a cache, the oldest first. */
  async function versions() {
    const names = await caches.keys();
    return names.map((name) => name.split(" ").at(-1));
  }

  /** Returns whether a version is the only one with a cache. */
  const isOnly = async (version) => (await versions()).join() === version;

  /** Returns whether a version has a cache. */
  const isThere = async (version) => (await versions()).includes(version);

  /** Installs the worker, and returns whether that succeeds. */
  async function install() {
    const { installing } = await serviceWorker.register("sw.js");
    await new Promise((done) => installing.addEventListener("statechange", done));
    return installing.state !== "redundant" && Boolean(await serviceWorker.ready);
  }

  /** Waits until the worker has saved everything. */
  async function hasAll() {
    await serviceWorker.ready;
  }

  /** Looks for a newer version. */
  async function lookForNewer() {
    const registration = await serviceWorker.ready;
    await registration.update();
  }

  /** Begins to look for a newer version without waiting for the result. */
  function lookInBackground() {
    lookForNewer();
  }

  /** Looks for a newer version, ignoring failures. */
  const tryNewer = () => lookForNewer().catch(() => null);

  /** Returns whether a newer version is waiting. */
  const isWaiting = async () => (await serviceWorker.ready).waiting?.state === "installed";

  /** Returns whether no worker is registered. */
  const isGone = async () => !(await serviceWorker.getRegistration());

  /** Returns whether no worker is being installed. */
  const installsNothing = async () => !(await serviceWorker.getRegistration())?.installing;

  /** Returns whether no worker is being installed or waiting. */
  async function isDone() {
    const { installing, waiting } = await serviceWorker.getRegistration();
    return !installing && !waiting;
  }

  /** Returns the number of registered workers. */
  const count = async () => (await serviceWorker.getRegistrations()).length;

  /** Returns the size of a file in the newest cache. */
  async function size(file) {
    const names = await caches.keys();
    const response = await caches.match(file, { cacheName: names.at(-1) });
    return (await response?.blob())?.size;
  }

  /** Returns whether a file has the right size in the newest cache. */
  const hasSize = async (file, bytes) => (await size(file)) === bytes;

  /** Opens the oldest cache. */
  const oldest = async () => caches.open((await caches.keys())[0]);

  /** Replaces a file in the cache with a text. */
  const spoil = async (file, text) => (await oldest()).put(file, new Response(text));

  /** Removes a file from the cache. */
  const lose = async (file) => (await oldest()).delete(file);

  /** Checks the worker's cache, and returns the number of repaired files. */
  async function check() {
    const { active } = await serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active.postMessage("check", [port2]);
    return new Promise((done) => {
      port1.onmessage = ({ data }) => done(data);
    });
  }

  /** Has the page check its cache after a rest, which lasts until the test calls `endRest`. */
  function longRest() {
    globalThis.setTimeout = (work, after, ...all) => {
      if (after !== 10_000) return setTimeout(work, after, ...all);
      globalThis.endRest = work;
    };
  }

  /** Returns whether the rest has begun and no worker is waiting; in Chromium, one may wait while another is busy. */
  const rests = async () => Boolean(globalThis.endRest) && isDone();

  return {
    check,
    count,
    hasAll,
    hasSize,
    install,
    installsNothing,
    isDone,
    isGone,
    isOnly,
    isThere,
    isWaiting,
    lookForNewer,
    longRest,
    lookInBackground,
    lose,
    rests,
    size,
    spoil,
    tryNewer,
    versions,
  };
})();
