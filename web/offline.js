/**
 * Playing without a network: when the game has started, a service worker (sw.js) saves all of it in the browser.
 *
 *     start(onNewer, onState)  installs the worker; calls `onNewer` when the worker has fetched another version than this
 *                 page's, and `onState` when it's known whether the game starts without a network: with "ready", or
 *                 with the reason why not (`Offline` in py/app/messages.py)
 *     reload()    shows that version, which continues the current game
 *     repair()    called if the game can't start: replaces corrupt files, or the whole version, and tries again
 *
 * The game works without this script. Where workers or storage are denied, as in some frames, it just needs a network.
 */
cartographers.offline = (() => {
  "use strict";
  const { version } = cartographers.facts;
  const HOUR = 3_600_000;
  /** Milliseconds from the start until the cache is checked. */
  const CHECK_DELAY = 10_000;
  /** Milliseconds for the newer version to take over before the page reloads anyway. */
  const TAKEOVER_TIMEOUT = 3000;
  let registration;

  /** Ignores errors, because the game works without the worker. */
  const ignoreErrors =
    (task) =>
    async (...args) => {
      try {
        await task(...args);
      } catch {
        // denied, or no network
      }
    };

  function ask(worker, question) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(question, [port2]);
    });
  }

  /** Calls `onReady` with the worker of a newer version once it has fetched everything. */
  function watchForUpdate(onReady) {
    const checkWaiting = () => registration.active && registration.waiting && onReady(registration.waiting);
    const watchInstalling = () => registration.installing?.addEventListener("statechange", checkWaiting);
    registration.addEventListener("updatefound", watchInstalling);
    watchInstalling();
    checkWaiting();
  }

  /** Returns whether the browser has workers for this page; frames may not even ask. */
  function hasWorkers() {
    try {
      return Boolean(navigator.serviceWorker);
    } catch {
      return false;
    }
  }

  const start = ignoreErrors(async (onNewer, onState) => {
    if (!hasWorkers()) {
      onState("denied");
      return;
    }
    let reason = "failed";
    let isWhole = true;
    const reportState = () => {
      if (registration?.active) onState(isWhole ? "ready" : reason);
      else if (!registration?.installing && !registration?.waiting) onState(reason);
    };
    const handleReady = ignoreErrors(async (worker) => {
      // A page from the network may be as new as the worker.
      if ((await ask(worker, "version")) === version) worker.postMessage("take over");
      else onNewer();
    });
    const lookForUpdate = async () => {
      if (document.hidden) return;
      try {
        const current = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
        if (current === registration) {
          await registration.update();
          return;
        }
        registration = current; // the first, or the next after an installation has failed
        watchForUpdate(handleReady);
        registration.installing?.addEventListener("statechange", reportState);
      } catch (error) {
        if (error.name === "SecurityError") reason = "denied"; // or else no network
      }
      reportState();
    };
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      reason = data?.notSaved ?? reason;
      reportState();
    });
    document.addEventListener("visibilitychange", lookForUpdate);
    addEventListener("online", lookForUpdate);
    setInterval(lookForUpdate, HOUR);
    if (cartographers.savesData) navigator.serviceWorker.ready.then(reportUsed);
    await lookForUpdate();
    setTimeout(
      ignoreErrors(async () => {
        const { active } = registration;
        if ((await ask(active, "version")) !== version) return;
        isWhole = (await ask(active, "check sizes")) !== undefined;
        reportState();
      }),
      CHECK_DELAY,
    );
  });

  /** Tells the worker which files the page has fetched, because it saves no others. */
  const reportUsed = ({ active }) =>
    active.postMessage({ used: performance.getEntriesByType("resource").map(({ name }) => name) });

  function reload() {
    const reloadPage = () => location.reload();
    const worker = registration?.waiting;
    if (!worker) reloadPage();
    else {
      worker.addEventListener("statechange", reloadPage, { once: true });
      worker.postMessage("take over");
      setTimeout(reloadPage, TAKEOVER_TIMEOUT); // Chromium sometimes leaves a worker waiting
    }
  }

  const repair = ignoreErrors(async () => {
    registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return;
    watchForUpdate(reload);
    registration.update().catch(() => {}); // no network
    const [{ type }] = performance.getEntriesByType("navigation");
    if ((await ask(registration.active, "check")) && type !== "reload") location.reload(); // once
  });

  return { start, reload, repair };
})();
