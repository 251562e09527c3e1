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
  const PATIENCE = 60_000;
  const { cartographers, fetch } = globalThis;
  const { attempt, bring, fetchFile } = cartographers.files;
  const { say, decimal, fail: tell } = cartographers;
  const { dataset } = document.documentElement;
  const panel = document.getElementById("boot");
  const [status, bar, again] = ["output", "progress", "button"].map((part) => panel.querySelector(part));
  const startUp = document.importNode(document.getElementById("start-up").content, true);
  const among = (selector) => [...startUp.querySelectorAll(selector)];
  const links = among("link[data-bytes]:not([data-language])");
  const wordsOf = new Map(among("link[data-language]:not([data-later])").map((link) => [link.dataset.language, link]));
  if (wordsOf.has(cartographers.language)) links.unshift(wordsOf.get(cartographers.language));
  const sizes = new Map(links.map((link) => [link.href, Number(link.dataset.bytes)]));
  const sent = new Map(links.map((link) => [link.href, Number(link.dataset.sent)]));
  const streamed = links.filter(({ rel }) => !rel);
  const arrived = new Map();
  /** The files that Python hasn't asked for yet. */
  const early = new Map();
  /** The looks that were requested. */
  const looks = new Set();
  /** The function of share.mjs, once that has loaded. */
  let handOut;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) countModule(name);
  });
  let patience;
  let begun = false;
  let over = false;
  let incomplete = false;
  /** Resolves when all requested looks are in the page. */
  let dressed;
  /** Resolves when the words for Python have arrived; immediately in English. */
  let spoken;
  /** Resolves `hurried`: the game needs the looks now. */
  let hurry;
  const hurried = new Promise((resolve) => {
    hurry = resolve;
  });

  const sum = (numbers) => [...numbers].reduce((a, b) => a + b, 0);
  const total = sum(sent.values());
  const megabytes = (bytes) => decimal(bytes / 1e6);

  function wait() {
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (navigator.onLine) fail(say("nothing"));
      else wait();
    }, PATIENCE);
  }

  function count(url, bytes) {
    if (over || !sizes.has(url)) return;
    arrived.set(url, Math.min(bytes / sizes.get(url), 1) * sent.get(url)); // scripts see the unpacked size
    if (begun && again.hidden) show();
  }

  function countModule(url) {
    if (!streamed.some(({ href }) => href === url)) count(url, sizes.get(url));
  }

  function show() {
    wait();
    const sofar = sum(arrived.values());
    bar.value = Math.floor((100 * sofar) / total);
    if (sofar < total) status.value = say("megabytes", { done: megabytes(sofar), all: megabytes(total) });
    else {
      clearTimeout(patience);
      status.value = say("almost");
    }
  }

  function begin() {
    if ("unable" in dataset) return;
    if ("embed" in dataset) dataset.embed = "begun"; // shows the panel
    begun = true;
    show();
    document.body.append(startUp);
    dress().catch(() => {}); // the failure is shown already
    spoken = spokenAtStart(); // so is this one
    spoken.catch(() => {});
    for (const { href, dataset: data } of streamed) if (!data.look && !data.language) early.set(href, fetchEarly(href));
    observer.observe({ type: "resource", buffered: true });
    globalThis.fetch = (resource, options) => {
      const url = new URL(resource.url ?? resource, document.baseURI).href;
      const response = early.get(url);
      if (incomplete) return Promise.reject(new Error(status.value));
      if (!early.has(url)) return fetch(resource, options);
      early.set(url, undefined);
      return response ?? fetchEarly(url); // again, after a damaged snapshot
    };
  }

  /**
   * Puts the named look into the page, or all looks when the page has time. They are added in one step, because each
   * step makes the browser recalculate all styles.
   */
  function dress(look) {
    const wanted = streamed.filter(
      ({ href, dataset }) => (look ? dataset.look === look : dataset.look) && !looks.has(href),
    );
    const texts = wanted.map(async ({ href }) => (await fetchEarly(href)).text());
    for (const { href } of wanted) looks.add(href);
    dressed = Promise.all([dressed, ...texts]).then(async ([, ...html]) => {
      if (!look) await Promise.race([hurried, leisure()]);
      document.body.insertAdjacentHTML("beforeend", html.join(""));
    });
    return dressed;
  }

  /** Calls `work` when the browser has time, which WebKit doesn't report. */
  const atLeisure = (work) => leisure().then(work);
  const leisure = () => new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

  async function loading() {
    for (const url of sizes.keys()) countModule(url);
    hurry();
    await Promise.all([dressed, spoken]);
  }

  function stop() {
    over = true;
    clearTimeout(patience);
    observer.disconnect();
  }

  function ready() {
    stop();
    globalThis.fetch = fetch;
    panel.remove();
    Object.assign(cartographers, { fail: fault, fault });
    faults().catch(() => {}); // so that the fault panel needs no network later
    atLeisure(fetchForGames);
    cartographers.cold?.load();
    cartographers.snapshot.ready();
  }

  /** Fetches the text fonts, the flights, and the sharing script for the first game. */
  function fetchForGames() {
    for (const weight of [500, 700]) document.fonts.load(`${weight} 1em "Alegreya Sans"`).catch(() => {});
    flights().catch(() => {});
    fetchShares().catch(() => {});
  }

  const later = (part, arrived, failed) =>
    attempt(async () => arrived(await (await bring("./later.mjs")).later(part)), failed);

  const speak = (name, arrived, failed) =>
    attempt(async () => {
      const texts = await (await bring("./later.mjs")).speak(name);
      if (texts) arrived(...texts);
    }, failed);

  /** Calls `arrived` with the scripts for rooms, which are fetched with the first room. */
  const rooms = (arrived, failed) => attempt(async () => arrived(await bring("./rooms.mjs")), failed);

  async function spokenAtStart() {
    const link = wordsOf.get(cartographers.language);
    if (link) cartographers.words = await (await fetchEarly(link.href)).text();
  }

  function fail(...its) {
    stop();
    tell(...its);
  }

  const faults = () => bring("./fault.mjs");
  const flights = () => bring("./flights.mjs");
  async function fetchShares() {
    ({ handOut } = await bring("./share.mjs"));
  }

  /** Shares something immediately, because Safari copies only while the page handles a tap. */
  function share(thing, tell) {
    if (handOut) handOut(thing, tell);
    else {
      const failed = () => tell(thing.what, thing.kind === "picture" ? "failed" : "shown");
      fetchShares().then(() => handOut(thing, tell), failed);
    }
  }

  /** Calls `take` with a file's bytes, which Python handles faster than a string; with nothing if it is unreadable. */
  function read(file, take) {
    file.arrayBuffer().then(
      (buffer) => take(new Uint8Array(buffer)),
      () => take(),
    );
  }

  /** Makes a shape's gains fly to their counters. Without the script, there's simply no animation. */
  function fly(space, gains) {
    flights()
      .then((module) => module.fly(space, gains))
      .catch(() => {});
  }

  /** Shows the fault panel for an error after the start. */
  async function fault(error) {
    try {
      (await faults()).show(error);
    } catch {
      document.body.append(panel);
      tell(say("wrong", { error: error?.message ?? error }));
    }
  }

  /** Stops the start after a missing file: no more files are handed out. */
  function failFile(url) {
    incomplete = true;
    cartographers.fault(url);
  }

  /** Fetches a file of startup and decompresses it. It streams in even before it is read. */
  async function fetchEarly(url) {
    try {
      const response = await fetchFile(url, { count: (bytes) => count(url, bytes), failed: () => failFile(url) });
      if (!url.endsWith(".bin")) return response;
      return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), response);
    } catch (error) {
      failFile(url);
      throw error;
    }
  }

  const offline = {
    /** Loads offline.js, which replaces this object. If that fails, the game just needs a network. */
    async start(newer) {
      try {
        await bring("./offline.js");
        if (cartographers.offline !== offline) await cartographers.offline.start(newer);
      } catch (error) {
        console.info(`The game will not start without a network: ${error.message}`);
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
    rooms,
    share,
    shares: navigator.canShare?.({ text: document.title }) ?? Boolean(navigator.share),
    read,
    fail,
    fly,
    offline,
  });
  if (!("embed" in dataset)) begin();
})();
