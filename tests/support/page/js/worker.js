/** The service worker and its caches, one for each version. */
(() => {
  const { serviceWorker } = navigator;
  const { setTimeout } = globalThis;

  /** Returns the names of the versions' caches, the oldest first. */
  const listCaches = async () => (await caches.keys()).filter((name) => name.startsWith("cartographers "));

  /** Returns the versions with a cache, the oldest first. */
  const listVersions = async () => (await listCaches()).map((name) => name.split(" ").at(-1));

  /** Returns the addresses of all files in the newest cache. */
  async function listFiles() {
    const cache = await caches.open((await listCaches()).at(-1));
    return (await cache.keys()).map(({ url }) => url);
  }

  /** Returns whether a version is the only one with a cache. */
  const isOnlyVersion = async (version) => (await listVersions()).join() === version;

  /** Returns whether a version has a cache. */
  const hasVersion = async (version) => (await listVersions()).includes(version);

  /** Installs the worker, and returns whether that succeeds. */
  async function install() {
    const { installing } = await serviceWorker.register("sw.js");
    await new Promise((resolve) => installing.addEventListener("statechange", resolve));
    return installing.state !== "redundant" && Boolean(await serviceWorker.ready);
  }

  /** Waits until the worker has saved everything. */
  async function waitUntilSaved() {
    await serviceWorker.ready;
  }

  /** Looks for a newer version. */
  async function checkForUpdate() {
    const registration = await serviceWorker.ready;
    await registration.update();
  }

  /** Begins to look for a newer version without waiting for the result. */
  function checkForUpdateInBackground() {
    checkForUpdate();
  }

  /** Looks for a newer version, ignoring failures. */
  const tryUpdate = () => checkForUpdate().catch(() => null);

  /** Returns whether a newer version is waiting. */
  const hasWaitingWorker = async () => (await serviceWorker.ready).waiting?.state === "installed";

  /** Returns whether no worker is registered. */
  const isUnregistered = async () => !(await serviceWorker.getRegistration());

  /** Returns whether no worker is being installed. */
  const isNotInstalling = async () => !(await serviceWorker.getRegistration())?.installing;

  /** Returns whether no worker is being installed or waiting. */
  async function isDone() {
    const { installing, waiting } = await serviceWorker.getRegistration();
    return !installing && !waiting;
  }

  /** Returns the number of registered workers. */
  const countRegistrations = async () => (await serviceWorker.getRegistrations()).length;

  /** Returns the size of a file in the newest cache. */
  async function getFileSize(file) {
    const response = await caches.match(file, { cacheName: (await listCaches()).at(-1) });
    return (await response?.blob())?.size;
  }

  /** Returns whether a file has the right size in the newest cache. */
  const hasFileSize = async (file, bytes) => (await getFileSize(file)) === bytes;

  /** Opens the oldest cache. */
  const openOldestCache = async () => caches.open((await listCaches())[0]);

  /** Replaces a file in the cache with a text. */
  const replaceFile = async (file, text) => (await openOldestCache()).put(file, new Response(text));

  /** Removes a file from the cache. */
  const deleteFile = async (file) => (await openOldestCache()).delete(file);

  /** Checks the worker's cache, and returns the number of repaired files. */
  async function checkCache() {
    const { active } = await serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active.postMessage("check", [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
  }

  /** Has the page check its cache after a rest, which lasts until the test calls `endRest`. */
  function holdRest() {
    globalThis.setTimeout = (callback, delay, ...args) => {
      if (delay !== 10_000) return setTimeout(callback, delay, ...args);
      globalThis.endRest = callback;
    };
  }

  /** Returns whether the rest has begun and no worker is waiting; in Chromium, one may wait while another is busy. */
  const isResting = async () => Boolean(globalThis.endRest) && isDone();

  /** Returns the visible notifications, within the worker. */
  async function listNotifications() {
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, url: data.url }));
  }

  /** Clicks the visible notification, within the worker. Only a real click lets a browser focus or open a page. */
  async function clickNotification() {
    const done = [];
    globalThis.WindowClient.prototype.focus = function focus() {
      done.push(`focus ${this.url}`);
      return Promise.resolve(this);
    };
    clients.openWindow = async (url) => done.push(`open ${url}`);
    const [notification] = await registration.getNotifications();
    const click = new globalThis.NotificationEvent("notificationclick", { notification });
    const waited = [];
    click.waitUntil = (work) => waited.push(work);
    dispatchEvent(click);
    await Promise.all(waited);
    return done;
  }

  return {
    checkCache,
    checkForUpdate,
    checkForUpdateInBackground,
    clickNotification,
    countRegistrations,
    deleteFile,
    getFileSize,
    hasFileSize,
    hasVersion,
    hasWaitingWorker,
    holdRest,
    install,
    isDone,
    isNotInstalling,
    isOnlyVersion,
    isResting,
    isUnregistered,
    listFiles,
    listNotifications,
    listVersions,
    replaceFile,
    tryUpdate,
    waitUntilSaved,
  };
})();
