/**
 * Playing without a network: when the game has started, a service worker (sw.js) saves all of it in the browser.
 *
 *     start(newer)  installs the worker; calls `newer` when the worker has fetched another version than this page's
 *     reload()      shows that version, which continues the current game
 *     repair()      called if the game can't start: replaces corrupt files, or the whole version, and tries again
 *
 * The game works without this script. Where workers or storage are denied, as in some frames, it just needs a network.
 */
cartographers.offline = (() => {
  "use strict";
  const { version } = cartographers.facts;
  const HOUR = 3_600_000;
  /** Milliseconds from the start until the cache is checked. */
  const REST = 10_000;
  /** Milliseconds for the newer version to take over before the page reloads anyway. */
  const PATIENCE = 3000;
  let registration;

  /** Ignores errors, because the game works without the worker. */
  const quietly =
    (work) =>
    async (...all) => {
      try {
        await work(...all);
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

  /** Calls `found` with the worker of a newer version once it has fetched everything. */
  function watch(found) {
    const look = () => registration.active && registration.waiting && found(registration.waiting);
    const follow = () => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", follow);
    follow();
    look();
  }

  const start = quietly(async (newer) => {
    const found = quietly(async (worker) => {
      // A page from the network may be as new as the worker.
      if ((await ask(worker, "version")) === version) worker.postMessage("take over");
      else newer();
    });
    const look = quietly(async () => {
      if (document.hidden) return;
      const current = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
      if (current === registration) await registration.update();
      else {
        registration = current; // the first, or the next after an installation has failed
        watch(found);
      }
    });
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    setInterval(look, HOUR);
    await look();
    setTimeout(check, REST);
  });

  const check = quietly(async () => {
    const { active } = registration;
    if ((await ask(active, "version")) === version) await ask(active, "check sizes");
  });

  function reload() {
    const again = () => location.reload();
    const worker = registration?.waiting;
    if (!worker) again();
    else {
      worker.addEventListener("statechange", again, { once: true });
      worker.postMessage("take over");
      setTimeout(again, PATIENCE); // Chromium sometimes leaves a worker waiting
    }
  }

  const repair = quietly(async () => {
    registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return;
    watch(reload);
    registration.update().catch(() => {}); // no network
    const [{ type }] = performance.getEntriesByType("navigation");
    if ((await ask(registration.active, "check")) && type !== "reload") location.reload(); // once
  });

  return { start, reload, repair };
})();
