/**
 * Start-up: fetch early, show how far it is, and put into the page what the other screens look like.
 *
 * The template in index.html names every file that start-up needs, and does nothing until `begin()`: the first screen
 * then has the network for itself, and an embed that nobody starts costs nobody anything. What Python reads by `fetch`,
 * and the looks (the styles and drawings of all screens but the first), are fetched here, counted as they stream in, and
 * handed over when they are needed. Modules are fetched by the browser itself, and count when they are there.
 *
 * The head of first.js says what each function is for.
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
  /** What Python will ask for, until it does. */
  const early = new Map();
  /** The looks that have been asked for. */
  const looks = new Set();
  /** What share.mjs does, once it is here. */
  let handOut;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) countModule(name);
  });
  let patience;
  let begun = false;
  let over = false;
  let incomplete = false;
  /** All of them are in the page. */
  let dressed;
  /** The words for Python are here, if they are not English. */
  let spoken;
  /** The game needs them now. */
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
    arrived.set(url, Math.min(bytes / sizes.get(url), 1) * sent.get(url)); // a script sees what was unpacked
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
    dress().catch(() => {}); // the failure has been told
    spoken = spokenAtStart(); // likewise
    spoken.catch(() => {});
    for (const { href, dataset: data } of streamed) if (!data.look && !data.language) early.set(href, fetchEarly(href));
    observer.observe({ type: "resource", buffered: true });
    globalThis.fetch = (resource, options) => {
      const url = new URL(resource.url ?? resource, document.baseURI).href;
      const response = early.get(url);
      if (incomplete) return Promise.reject(new Error(status.value));
      if (!early.has(url)) return fetch(resource, options);
      early.set(url, undefined);
      return response ?? fetchEarly(url); // again, after a snapshot that was no good
    };
  }

  /**
   * Looks get into the page in one go, and those for later when the page has time: the browser then works out all styles
   * anew.
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

  /** WebKit does not tell when it has time. */
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
    faults().catch(() => {}); // a fault then needs no network
    atLeisure(fetchForGames);
    cartographers.cold?.load();
    cartographers.snapshot.ready();
  }

  /** What the first game looks better with: the faces of looks/game, and what flies; and what shares it. */
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

  /** Scripts that a room needs; they are fetched with the first one. */
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

  /** Hand something out at once: Safari copies only while the page answers a tap. */
  function share(thing, tell) {
    if (handOut) handOut(thing, tell);
    else {
      const failed = () => tell(thing.what, thing.kind === "picture" ? "failed" : "shown");
      fetchShares().then(() => handOut(thing, tell), failed);
    }
  }

  /** Python decodes bytes, which takes less time than to hand over a text. Without any, the file cannot be read. */
  function read(file, take) {
    file.arrayBuffer().then(
      (buffer) => take(new Uint8Array(buffer)),
      () => take(),
    );
  }

  /** What a shape brings flies to where it is counted. Without this script it is just there. */
  function fly(space, gains) {
    flights()
      .then((module) => module.fly(space, gains))
      .catch(() => {});
  }

  /** After the start. */
  async function fault(error) {
    try {
      (await faults()).show(error);
    } catch {
      document.body.append(panel);
      tell(say("wrong", { error: error?.message ?? error }));
    }
  }

  /** Without one of its files the game cannot start: nothing more is handed out. */
  function failFile(url) {
    incomplete = true;
    cartographers.fault(url);
  }

  /** Fetch a file of start-up and unpack it. It streams in even before it is read. */
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
    /** Load offline.js, which puts itself in this place. Without it the game needs its network, and that is all. */
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
