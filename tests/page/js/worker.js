/** The service worker, and its caches: one for each version. */
(() => {
  const { serviceWorker } = navigator;
  const { setTimeout } = globalThis;

  /** These versions have a cache, the oldest first. */
  async function versions() {
    const names = await caches.keys();
    return names.map((name) => name.split(" ").at(-1));
  }

  /** This version alone has a cache. */
  const isOnly = async (version) => (await versions()).join() === version;

  /** This version has a cache. */
  const isThere = async (version) => (await versions()).includes(version);

  /** The page installs the worker. The result says whether that succeeds. */
  async function install() {
    const { installing } = await serviceWorker.register("sw.js");
    await new Promise((done) => installing.addEventListener("statechange", done));
    return installing.state !== "redundant" && Boolean(await serviceWorker.ready);
  }

  /** The worker has everything. */
  async function hasAll() {
    await serviceWorker.ready;
  }

  /** The browser looks for a newer version. */
  async function lookForNewer() {
    const registration = await serviceWorker.ready;
    await registration.update();
  }

  /** The browser begins to look for a newer version. The test does not wait for the end. */
  function lookInBackground() {
    lookForNewer();
  }

  /** The browser looks for a newer version. It does not matter whether that fails. */
  const tryNewer = () => lookForNewer().catch(() => null);

  /** A newer version waits. */
  const isWaiting = async () => (await serviceWorker.ready).waiting?.state === "installed";

  /** No worker is registered. */
  const isGone = async () => !(await serviceWorker.getRegistration());

  /** No worker is being installed. */
  const installsNothing = async () => !(await serviceWorker.getRegistration())?.installing;

  /** No worker is being installed, and none waits. */
  async function isDone() {
    const { installing, waiting } = await serviceWorker.getRegistration();
    return !installing && !waiting;
  }

  /** So many workers are registered. */
  const count = async () => (await serviceWorker.getRegistrations()).length;

  /** A file is so large in the newest cache. */
  async function size(file) {
    const names = await caches.keys();
    const response = await caches.match(file, { cacheName: names.at(-1) });
    return (await response?.blob())?.size;
  }

  /** A file has the right size in the newest cache. */
  const hasSize = async (file, bytes) => (await size(file)) === bytes;

  /** The oldest cache. */
  const oldest = async () => caches.open((await caches.keys())[0]);

  /** The cache has a text in the place of a file. */
  const spoil = async (file, text) => (await oldest()).put(file, new Response(text));

  /** The cache has lost a file. */
  const lose = async (file) => (await oldest()).delete(file);

  /** The worker checks its cache. The result is how many files it has repaired. */
  async function check() {
    const { active } = await serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active.postMessage("check", [port2]);
    return new Promise((done) => {
      port1.onmessage = ({ data }) => done(data);
    });
  }

  /** The page has the cache checked after a rest, which lasts until `endRest` is called. */
  function longRest() {
    globalThis.setTimeout = (work, after, ...all) => {
      if (after !== 10_000) return setTimeout(work, after, ...all);
      globalThis.endRest = work;
    };
  }

  /** The rest has begun, and no worker is being installed or waits: Chromium lets one wait while another has work. */
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
