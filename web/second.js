/**
 * The page's work between its first paint and boot.js: it reads the other facts, reports a failed start, begins embeds,
 * and leaves wrong addresses. This script comes after the first screen, which would otherwise arrive later on a slow
 * line.
 *
 * The header of first.js describes each function and fact.
 */
(() => {
  "use strict";
  /** Milliseconds to wait for arrived files to be checked against their hashes. */
  const CHECK_TIMEOUT = 2000;
  const { cartographers, able, wrongAddress, fetch, origin } = globalThis; // boot.js replaces fetch
  const { facts, say, framed, takeBackTaps } = cartographers;
  const { dataset } = document.documentElement;
  const [page] = location.href.split(/[?#]/);
  const folder = new URL("web/", document.baseURI).href;
  const isOurs = (address) => address.startsWith(folder);

  /** Calls `task` when the browser is idle; in older browsers, after all queued tasks. */
  function inBackground(task) {
    if (globalThis.scheduler?.postTask) scheduler.postTask(task, { priority: "background" });
    else setTimeout(task);
  }

  /**
   * Goes back to the first screen's entry in the history, because a reload leads to the first screen: the state of each
   * entry is its depth (py/browser/history.py). The address, which may name a room, stays. The page must have loaded
   * before this, or WebKit would stop loading it.
   */
  function rewind() {
    const { state } = history;
    if (framed || !Number.isInteger(state) || state === 0) return;
    const { href } = location;
    addEventListener("popstate", () => history.replaceState(0, "", href), { once: true });
    history.go(-state);
  }

  let hasFailed = false;

  const panelParts = () =>
    ["output", "progress", "button"].map((selector) => document.querySelector(`#boot ${selector}`));

  /** Shows a sentence in place of the progress, and offers to try again. */
  function offerRetry(text, file) {
    const [status, bar, retryButton] = panelParts();
    status.setAttribute("aria-live", "assertive"); // screen readers skip the megabytes, but must read this
    status.value = text;
    bar.hidden = true;
    retryButton.hidden = false;
    retryButton.onclick = () => {
      showProgress();
      retry(file);
    };
    // An embed shows its loading panel only now.
    if ("embed" in dataset) dataset.embed = "begun";
    else repair();
  }

  function showProgress() {
    const [status, bar, retryButton] = panelParts();
    status.value = say("fetching");
    bar.hidden = false;
    retryButton.hidden = true;
  }

  /** Withdraws the offer to try again, because boot.js has arrived after all. After a failure, the offer stays. */
  function withdrawOffer() {
    if (hasFailed || panelParts()[2].hidden) return;
    showProgress();
    if ("embed" in dataset) dataset.embed = "";
  }

  /** Says why the start takes long. What arrives later still starts the game. */
  function reportDelay(text) {
    if (canTell()) offerRetry(text);
  }

  /** Returns whether the panel has no reason yet. */
  const canTell = () => !hasFailed && !("unable" in dataset) && !able?.isForbidden();

  /** Shows why the game can't start. The first failure is the cause, so later ones are ignored. */
  function fail(text, file) {
    if (!canTell()) return;
    hasFailed = true;
    takeBackTaps();
    offerRetry(text, file);
    if (!file) return;
    if (origin === "null") explainFrame();
    else leaveWrongAddress();
  }

  /**
   * Says that a frame needs a header, if the server doesn't send it: a frame that may only run scripts is a site of its
   * own for the browser.
   */
  async function explainFrame() {
    const isFetched = (mode) =>
      fetch(page, { mode }).then(
        () => true,
        () => false,
      );
    if (!(await isFetched("cors")) && (await isFetched("no-cors"))) able?.refuse("apart", { address: page });
  }

  /**
   * Goes to the start if this page is shown at another address, from which it can't find its files. If the server leads
   * back from there, the page stays, because it would otherwise load forever.
   */
  async function leaveWrongAddress() {
    const [path] = wrongAddress.splitPath();
    const folder = await wrongAddress.findSiteFolder(path);
    if (!folder) return;
    const { href } = new URL(location.origin + folder); // because the origin comes first, no path can lead elsewhere
    if (href === new URL("./", document.baseURI).href) return;
    for (const start of [href, `${href}index.html`]) {
      const response = await fetch(start, { redirect: "error" }).catch(() => undefined);
      if (!response?.ok) continue;
      location.replace(start + location.search + location.hash);
      return;
    }
  }

  /** Moves a request that a messaging app has encoded into the path to its place, if the server shows this page there. */
  function moveRequest() {
    const { pathname, search, hash } = location;
    const asks = (text) => new RegExp(facts.asked).test(text);
    const [path, request] = wrongAddress.splitPath();
    const name = `?${pathname.slice(new URL("./", document.baseURI).pathname.length)}`;
    if (asks(request)) location.replace(location.origin + path + request + search + hash);
    else if (name.includes("=") && asks(name)) location.replace(`./${name}${search}${hash}`);
  }

  /**
   * Reloads the page, bypassing a corrupt file in the cache, which a plain reload would use again. Without a name, the
   * file may be any module: older browsers don't check modules against their hashes.
   */
  async function retry(file) {
    const modules = [...document.querySelectorAll("link")].filter(({ rel }) => rel === "modulepreload");
    const fetchAgain = async (url) => (await fetch(url, { cache: "reload" })).blob();
    await Promise.allSettled((file ? [file] : modules.map(({ href }) => href)).map(fetchAgain));
    location.reload();
  }

  /** Repairs the service worker's files, because one of them may be corrupt. */
  async function repair() {
    try {
      await import("./web/offline.js");
      await cartographers.offline.repair();
    } catch {
      // no network, or storage is denied: the player can try again
    }
  }

  /**
   * Shows why the start failed. Browsers name a missing file in the text of the error. Any other error may be caused by
   * a corrupt file that is still being checked against its hash; that file is then the reason.
   */
  async function reportStartFailure(error) {
    const text = String(error?.message ?? error);
    const address = text.split(/[\s'"]+/).find(isOurs);
    const file = address?.split("/").at(-1);
    if (address) {
      cartographers.fail(say("file", { file: file.replace(/\.[0-9a-f]{8}(?=\.)/, "") }), address);
      return;
    }
    await Promise.race([cartographers.files?.checked(), new Promise((resolve) => setTimeout(resolve, CHECK_TIMEOUT))]);
    cartographers.fail(say("stopped", { error: text }));
  }

  /** Returns the address of the script that raised an error: the first one in its stack or its text. */
  function findErrorSource({ message = "", stack = "" }) {
    const [first = ""] = `${stack.replace(message, "")} ${message}`.match(/\b[\w-]+:\/\/[^\s)]+/) ?? [];
    return first;
  }

  const isStarting = () => cartographers.fault === reportStartFailure;

  // Errors of browser extensions also arrive here, and must be ignored.
  addEventListener(
    "error",
    ({ target, filename, message, error }) => {
      if (target === globalThis) {
        if (isOurs(filename) || (isStarting() && `${filename} ${error?.stack}`.includes(page)))
          cartographers.fault(error ?? message);
      } else if (isStarting() && target.tagName === "SCRIPT" && isOurs(target.src)) {
        cartographers.fault(target.src);
      }
    },
    { capture: true },
  );
  addEventListener("unhandledrejection", ({ reason }) => {
    const address = findErrorSource(Object(reason));
    if (address ? isOurs(address) : isStarting()) cartographers.fault(reason);
  });
  const { words, ...otherFacts } = JSON.parse(document.getElementById("more-facts").textContent);
  for (const [language, texts] of Object.entries(words)) Object.assign(facts.languages[language].words, texts);
  Object.assign(facts, otherFacts);
  Object.assign(cartographers, { inBackground, fail, reportDelay, withdrawOffer, fault: reportStartFailure });
  addEventListener("DOMContentLoaded", rewind);
  moveRequest();
  if ("embed" in dataset) document.head.append(Object.assign(document.createElement("script"), facts.embedded));
})();
