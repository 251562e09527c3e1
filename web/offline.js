/**
 * Play without a network: once the game answers, its service worker fetches what that takes.
 *
 *     start(newer)  begin; `newer` is called when a version has been fetched that is not this page's
 *     reload()      show that version; the game that is kept goes on in it
 *
 * Where workers or storage are denied, as in some frames, the game needs its network, and that is all.
 */
globalThis.cartographersOffline = (() => {
  "use strict";
  const { version } = document.documentElement.dataset;
  let waiting;

  const versionOf = (worker) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("version", [port2]);
  });

  /** The page comes from the network, and may be as new as the worker that waits already. */
  async function look({ waiting: worker, active }, newer) {
    if (!worker || !active) return;
    waiting = worker;
    if ((await versionOf(worker)) === version) worker.postMessage("take over");
    else newer();
  }

  async function start(newer) {
    try {
      const registration = await navigator.serviceWorker.register("sw.js");
      registration.addEventListener("updatefound", () => {
        registration.installing.addEventListener("statechange", () => look(registration, newer));
      });
      await look(registration, newer);
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") registration.update().catch(() => {}); // no network
      });
    } catch {
      // denied
    }
  }

  function reload() {
    waiting.addEventListener("statechange", () => location.reload());
    waiting.postMessage("take over");
  }

  return { start, reload };
})();
