/**
 * Start-up: fetch early, show how far it is, and say so if it fails.
 *
 * The template in index.html names every file that start-up needs, and does nothing until it is begun: nothing then
 * competes with what the first screen needs, and an embed that nobody starts costs nobody anything. What Python reads
 * by `fetch` is asked for here then, counted as it streams in, and handed over when Python asks. Modules are fetched by
 * the browser itself; they count when they are there. `globalThis.cartographersBoot` is how the rest reports:
 *
 *     begin()     fetch and start Python: at once, but in an embed
 *     loading()   Python runs and loads the game
 *     ready()     the page answers: the panel goes
 *     fail(text)  it cannot: the panel says why and offers to try again
 *     afterFrame(work) what to do once the next frame is painted; before it there is no time to ask Python
 */
globalThis.cartographersBoot = (() => {
  "use strict";
  const PATIENCE = 60_000;
  const panel = document.getElementById("boot");
  const status = panel.querySelector("output");
  const bar = panel.querySelector("progress");
  const again = panel.querySelector("button");
  const startUp = document.importNode(document.getElementById("start-up").content, true);
  const links = [...startUp.querySelectorAll("link")];
  const sizes = new Map(links.map((link) => [link.href, Number(link.dataset.bytes)]));
  const sent = new Map(links.map((link) => [link.href, Number(link.dataset.sent)]));
  const arrived = new Map();
  const early = new Map();
  const over = new AbortController();
  const { fetch } = globalThis;
  const { dataset } = document.documentElement;
  let patience;
  let running = false;
  let incomplete = false;

  const sum = (numbers) => [...numbers].reduce((a, b) => a + b, 0);
  const total = sum(sent.values());
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const nameOf = (url) => new URL(url, document.baseURI).pathname.split("/").at(-1).replace(/\.[0-9a-f]{8}(?=\.)/, "");

  function wait() {
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (navigator.onLine) fail("Nothing has arrived for a minute. Is the connection all right?");
      else wait();
    }, PATIENCE);
  }

  function count(url, bytes) {
    if (over.signal.aborted || !sizes.has(url)) return;
    arrived.set(url, Math.min(bytes / sizes.get(url), 1) * sent.get(url)); // a script sees what was unpacked
    wait();
    show();
  }

  function show() {
    const sofar = sum(arrived.values());
    bar.value = Math.floor((100 * sofar) / total);
    if (sofar < total) status.value = `Fetching the game: ${megabytes(sofar)} of ${megabytes(total)} MB`;
    else {
      clearTimeout(patience);
      status.value = running ? "Loading the game" : "Starting Python";
    }
  }

  function begin() {
    showPanel();
    if (!globalThis.WebAssembly) {
      fail("This browser does not allow WebAssembly here, and the game needs it.");
      return;
    }
    wait();
    document.body.append(startUp);
    for (const { rel, href } of links) if (!rel) early.set(href, fetchEarly(href));
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

  /** In an embed the panel is not to be seen before. */
  function showPanel() {
    if ("embed" in dataset) dataset.embed = "begun";
  }

  function loading() {
    running = true;
    for (const url of sizes.keys()) if (!early.has(url)) count(url, sizes.get(url));
  }

  function stop() {
    clearTimeout(patience);
    over.abort();
    observer.disconnect();
  }

  function ready() {
    stop();
    globalThis.fetch = fetch;
    panel.remove();
    globalThis.coldPython?.load();
    globalThis.pythonSnapshot.ready();
  }

  /** Of the first screen's doors, show the one to a link's game, and those for somebody who has kept a game. */
  function showDoors() {
    const [without, withGame] = document.querySelectorAll("#app .doors");
    if (/[?&](id|daily|record)\b/.test(location.search)) {
      for (const door of document.querySelectorAll("#app [data-do='begin link']")) door.hidden = false;
      withGame.querySelector("[data-do='begin before']").hidden = true;
    }
    try {
      without.hidden = Boolean(localStorage.getItem("cartographers.game"));
    } catch {
      // storage is denied
    }
    withGame.hidden = !without.hidden;
  }

  /** The first failure is the cause; later ones are its consequences. */
  function fail(text) {
    if (!again.hidden && panel.isConnected) return;
    stop();
    status.ariaLive = "assertive"; // not every megabyte is worth to be said, but this is
    status.value = text;
    bar.hidden = true;
    again.hidden = false;
    document.body.append(panel);
    showPanel();
  }

  /** Without one of its files the game cannot start, so nothing more is handed out. */
  function failFile(url) {
    incomplete = true;
    fail(`The file ${nameOf(url)} could not be fetched.`);
  }

  /** A browser says which module did not come in the text of its error. */
  function failWith(message) {
    const url = [...sizes.keys()].find((url) => message.includes(url));
    if (url) failFile(url);
    else fail(`The game stopped while it was loading: ${message}`);
  }

  /** Fetch a file, count it on its way, and unpack it. Without a limit, so that it also streams before anybody reads it. */
  async function fetchEarly(url) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(response.statusText);
      let bytes = 0;
      const counter = new TransformStream(
        {
          transform(chunk, stream) {
            bytes += chunk.byteLength;
            count(url, bytes);
            stream.enqueue(chunk);
          },
        },
        undefined,
        new ByteLengthQueuingStrategy({ highWaterMark: Infinity }),
      );
      response.body.pipeTo(counter.writable).catch(() => failFile(url));
      const packed = url.endsWith(".bin");
      const body = packed ? counter.readable.pipeThrough(new DecompressionStream("gzip")) : counter.readable;
      return new Response(body, response);
    } catch (error) {
      failFile(url);
      throw error;
    }
  }

  function afterFrame(work) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel(); // a timer would have to wait while a finger is down
      port1.onmessage = work;
      port2.postMessage(null);
    });
  }

  /** PyScript opens a database for a storage that the game does not use, and would not start where storage is denied. */
  function useNoDatabase() {
    const answer = (result) => {
      const request = {};
      queueMicrotask(() => request.onsuccess({ target: { result } }));
      return request;
    };
    const store = { getAllKeys: () => answer([]) };
    const database = { transaction: () => ({ objectStore: () => store }), close() {} };
    Object.defineProperty(globalThis, "indexedDB", { value: { open: () => answer(database) } });
  }

  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (!early.has(name)) count(name, sizes.get(name));
  });

  useNoDatabase();
  showDoors();
  panel.querySelector(".boot-hint").remove();
  again.addEventListener("click", () => location.reload());
  addEventListener("error", ({ target, message }) => {
    if (target === globalThis) failWith(message);
    else if (target.tagName === "SCRIPT") failFile(target.src);
  }, { capture: true, signal: over.signal });
  addEventListener("unhandledrejection", ({ reason }) => failWith(String(reason?.message ?? reason)), {
    signal: over.signal,
  });

  if (!("embed" in dataset)) begin();
  return { begin, loading, ready, fail, afterFrame };
})();
