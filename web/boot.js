/**
 * Startup: fetches files early, shows the progress, and puts the looks of the other screens into the page.
 *
 * The template in index.html names every file that startup needs, and does nothing until `begin()`. So the first screen
 * has the network to itself, and an embed that nobody starts costs nothing. This script fetches the files that Python
 * reads by `fetch`, and the looks (the styles and drawings of all screens except the first). It counts their bytes as
 * they stream in, and hands them over when they are needed. The browser itself fetches modules, which count as soon as
 * they have arrived.
 *
 * The header of first.js describes each function.
 */
(() => {
  "use strict";
  /** Milliseconds without a byte after which the start has failed. */
  const STALL_TIMEOUT = 60_000;
  const { cartographers, fetch } = globalThis;
  const { attempt, bring, fetchFile } = cartographers.files;
  const { say, decimal, fitStyles, fail: showFailure } = cartographers;
  const { dataset } = document.documentElement;
  const panel = document.getElementById("boot");
  const [status, bar, retryButton] = ["output", "progress", "button"].map((selector) => panel.querySelector(selector));
  const startUp = document.importNode(document.getElementById("start-up").content, true);
  const findAll = (selector) => [...startUp.querySelectorAll(selector)];
  const links = findAll("link[data-bytes]:not([data-language])");
  const wordsLinks = new Map(
    findAll("link[data-language]:not([data-later])").map((link) => [link.dataset.language, link]),
  );
  if (wordsLinks.has(cartographers.language)) links.unshift(wordsLinks.get(cartographers.language));
  const sizes = new Map(links.map((link) => [link.href, Number(link.dataset.bytes)]));
  const sentSizes = new Map(links.map((link) => [link.href, Number(link.dataset.sent)]));
  const streamedLinks = links.filter(({ rel }) => !rel);
  const arrivedBytes = new Map();
  /** The files that Python hasn't asked for yet. */
  const earlyResponses = new Map();
  /** The looks that were requested. */
  const requestedLooks = new Set();
  /** The function of share.mjs, once that has loaded. */
  let shareItem;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) countModule(name);
  });
  /** Whether the browser saves data, which only Chromium reports. Then nothing is fetched before its use. */
  const savesData = Boolean(navigator.connection?.saveData);
  let stallTimer;
  let hasBegun = false;
  let isOver = false;
  let isIncomplete = false;
  /** Resolves when all requested looks are in the page. */
  let looksInserted;
  /** Resolves when the words for Python have arrived; immediately in English. */
  let wordsLoaded;
  /** Resolves `looksRequired`: the game needs the looks now. */
  let requireLooks;
  const looksRequired = new Promise((resolve) => {
    requireLooks = resolve;
  });

  const sum = (numbers) => [...numbers].reduce((a, b) => a + b, 0);
  const total = sum(sentSizes.values());
  const formatMegabytes = (bytes) => decimal(bytes / 1e6);

  function restartStallTimer() {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => {
      if (navigator.onLine) fail(say("nothing"));
      else restartStallTimer();
    }, STALL_TIMEOUT);
  }

  function countBytes(url, bytes) {
    if (isOver || !sizes.has(url)) return;
    arrivedBytes.set(url, Math.min(bytes / sizes.get(url), 1) * sentSizes.get(url)); // scripts see the unpacked size
    if (hasBegun && retryButton.hidden) showProgress();
  }

  function countModule(url) {
    if (!streamedLinks.some(({ href }) => href === url)) countBytes(url, sizes.get(url));
  }

  function showProgress() {
    restartStallTimer();
    const soFar = sum(arrivedBytes.values());
    cartographers.arrived = total && soFar / total; // a page that fetches its files in another way lists none
    bar.value = Math.floor(100 * cartographers.arrived);
    for (const control of document.querySelectorAll("#app [aria-busy]"))
      control.style.setProperty("--arrived", cartographers.arrived);
    if (soFar < total) status.value = say("megabytes", { done: formatMegabytes(soFar), all: formatMegabytes(total) });
    else {
      clearTimeout(stallTimer);
      status.value = say("almost");
    }
  }

  function begin() {
    const hasFailed = !retryButton.hidden;
    if ("unable" in dataset || hasFailed) return;
    if ("embed" in dataset) dataset.embed = "begun"; // shows the panel
    hasBegun = true;
    showProgress();
    document.body.append(startUp);
    dress().catch(() => {}); // the failure is shown already
    wordsLoaded = loadWords(); // so is this one
    wordsLoaded.catch(() => {});
    for (const { href, dataset: linkData } of streamedLinks)
      if (!linkData.look && !linkData.language) earlyResponses.set(href, fetchEarly(href));
    observer.observe({ type: "resource", buffered: true });
    globalThis.fetch = (resource, options) => {
      const url = new URL(resource.url ?? resource, document.baseURI).href;
      const response = earlyResponses.get(url);
      if (isIncomplete) return Promise.reject(new Error(status.value));
      if (!earlyResponses.has(url)) return fetch(resource, options);
      earlyResponses.set(url, undefined);
      return response ?? fetchEarly(url); // again, after a damaged snapshot
    };
  }

  /**
   * Puts the named look into the page, or all looks when the page has time. They are added in one step, because each
   * step makes the browser recalculate all styles.
   */
  function dress(look) {
    const missingLooks = streamedLinks.filter(
      ({ href, dataset }) => (look ? dataset.look === look : dataset.look) && !requestedLooks.has(href),
    );
    const texts = missingLooks.map(async ({ href }) => (await fetchEarly(href)).text());
    for (const { href } of missingLooks) requestedLooks.add(href);
    looksInserted = Promise.all([looksInserted, ...texts]).then(async ([, ...html]) => {
      if (!look) await Promise.race([looksRequired, waitForIdle()]);
      document.body.insertAdjacentHTML("beforeend", html.join(""));
      fitStyles();
    });
    return looksInserted;
  }

  /** Calls `callback` when the browser has time, which WebKit doesn't report, or else after three seconds. */
  const atLeisure = (callback) => waitForIdle({ timeout: 3000 }).then(callback);
  const waitForIdle = (options) =>
    new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve, options));

  async function loading() {
    for (const url of sizes.keys()) countModule(url);
    requireLooks();
    await Promise.all([looksInserted, wordsLoaded]);
  }

  function stop() {
    isOver = true;
    clearTimeout(stallTimer);
    observer.disconnect();
  }

  function ready() {
    stop();
    globalThis.fetch = fetch;
    panel.remove();
    Object.assign(cartographers, { fail: fault, fault });
    loadFaultPanel().catch(() => {}); // so that the fault panel needs no network later
    atLeisure(fetchForGames);
    cartographers.cold?.load();
    cartographers.snapshot.ready();
  }

  /** Fetches the text fonts, the flights, and the sharing script for the first game. */
  function fetchForGames() {
    for (const weight of [500, 700]) document.fonts.load(`${weight} 1em "Alegreya Sans"`).catch(() => {});
    loadFlights().catch(() => {});
    if (!savesData) loadShareScript().catch(() => {});
  }

  const later = (part, onArrival, onFailure) =>
    attempt(async () => onArrival(await (await bring("./later.mjs")).loadPart(part)), onFailure);

  const speak = (name, onArrival, onFailure) =>
    attempt(async () => {
      const texts = await (await bring("./later.mjs")).switchLanguage(name);
      if (texts) onArrival(...texts);
    }, onFailure);

  /** Calls `onArrival` with the scripts for rooms, which are fetched with the first room. */
  const rooms = (onArrival, onFailure) => attempt(async () => onArrival(await bring("./rooms.mjs")), onFailure);

  /** Calls `onDrawn` with a text and its QR code. */
  const qr = (text, onDrawn, onFailure) =>
    attempt(async () => onDrawn(text, (await bring("./qr.mjs")).qr(text)), onFailure);

  async function loadWords() {
    const link = wordsLinks.get(cartographers.language);
    if (link) cartographers.words = await (await fetchEarly(link.href)).text();
  }

  function fail(...args) {
    stop();
    showFailure(...args);
  }

  const loadFaultPanel = () => bring("./fault.mjs");
  const loadFlights = () => bring("./flights.mjs");
  async function loadShareScript() {
    ({ shareItem } = await bring("./share.mjs"));
  }

  /** Shares something immediately, because Safari copies only while the page handles a tap. */
  function share(item, onOutcome) {
    if (shareItem) shareItem(item, onOutcome);
    else {
      const reportFailure = () => onOutcome(item.what, item.kind === "picture" ? "failed" : "shown");
      loadShareScript().then(() => shareItem(item, onOutcome), reportFailure);
    }
  }

  /**
   * Calls `callback` with a file's bytes, which Python handles faster than a string; with nothing if it is unreadable.
   */
  function read(file, callback) {
    file.arrayBuffer().then(
      (buffer) => callback(new Uint8Array(buffer)),
      () => callback(),
    );
  }

  /** Makes a shape's gains fly to their counters. Without the script, there's simply no animation. */
  function fly(space, gains) {
    loadFlights()
      .then((module) => module.fly(space, gains))
      .catch(() => {});
  }

  /** Makes elements fly to their targets. Without the script, they just disappear. */
  function arrive(flying, targets) {
    loadFlights()
      .then((module) => module.arrive(flying, targets))
      .catch(() => {});
  }

  /** Shows the fault panel for an error after the start. */
  async function fault(error) {
    try {
      (await loadFaultPanel()).show(error);
    } catch {
      document.body.append(panel);
      showFailure(say("wrong", { error: error?.message ?? error }));
    }
  }

  /** Stops the start after a missing file: no more files are handed out. */
  function reportMissingFile(url) {
    isIncomplete = true;
    cartographers.fault(url);
  }

  /** Fetches a file of startup and decompresses it. It streams in even before it is read. */
  async function fetchEarly(url) {
    try {
      const response = await fetchFile(url, {
        onProgress: (bytes) => countBytes(url, bytes),
        onError: () => reportMissingFile(url),
      });
      if (!url.endsWith(".bin")) return response;
      return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), response);
    } catch (error) {
      reportMissingFile(url);
      throw error;
    }
  }

  const offline = {
    /** Loads offline.js, which replaces this object. If that fails, the game just needs a network. */
    async start(onNewer, onState) {
      try {
        await bring("./offline.js");
        if (cartographers.offline !== offline) await cartographers.offline.start(onNewer, onState);
      } catch (error) {
        console.info(`The game will not start without a network: ${error.message}`);
        onState("failed");
      }
    },
    reload() {
      location.reload();
    },
  };

  Object.assign(cartographers, {
    begin,
    dress,
    loading,
    ready,
    later,
    speak,
    atLeisure,
    savesData,
    rooms,
    qr,
    share,
    shares: navigator.canShare?.({ text: document.title }) ?? Boolean(navigator.share),
    read,
    fail,
    fly,
    arrive,
    offline,
  });
  cartographers.withdrawOffer();
  // Downloads that begin after the first paint don't delay it. But a hidden tab paints nothing.
  const schedule = document.hidden ? (task) => task() : cartographers.afterFrame;
  if (!("embed" in dataset)) schedule(begin);
})();
