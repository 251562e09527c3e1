/**
 * The files that scripts fetch, each checked against its hash. A file that arrives with status 200 but has other
 * content (the login page of a network, half a file, an older version) counts as missing. Only WebAssembly from the
 * service worker, which has checked its copies, isn't checked again.
 *
 * The links in the page hold the hash of every file (Subresource Integrity); an import map holds the hashes of the
 * modules that load at the start. The build puts this script before boot.js, into the same file. `cartographers.files`
 * has
 *
 *     fetchFile(url, options)  fetches a file as a response, whose body ends in an error if the content is wrong
 *     fetchWhole(url)  fetches a file as a blob, however slowly it arrives; rejects if it is missing or wrong
 *     bring(address)   loads a module by its address in web/, once
 *     once(promises, key, task)  the promise of `task(key)` in a map; the task begins once, and again after a failure
 *     checked()        resolves when all files that are being fetched have been checked
 *     attempt(task, onFailure)  does a task that needs files; if that fails, calls `onFailure` with {newer}, which is
 *                      true if a newer version of the page, which has replaced the file, is ready
 */
globalThis.cartographers.files = (() => {
  "use strict";
  /** Milliseconds without a byte after which a file counts as missing. */
  const STALL_TIMEOUT = 60_000;
  const { cartographers, fetch } = globalThis;
  /** Missing at plain http addresses, where the browser itself checks hashes. */
  const { subtle } = crypto;
  const { src: scriptUrl } = document.currentScript;
  const getAddress = (link) => new URL(link.getAttribute("href"), document.baseURI).href;
  const links = [...document.getElementById("start-up").content.querySelectorAll("link")];
  const hashes = new Map(links.map((link) => [getAddress(link), link.integrity]));
  /** The modules that have loaded or are loading, by address. */
  const modules = new Map();
  /** One promise for each fetched file, which settles when the file has been checked against its hash. */
  const checks = [];
  const checked = () => Promise.allSettled(checks);
  /** The number of failures of each file. */
  const failureCounts = new Map();
  const countFailure = (url) => failureCounts.set(url, (failureCounts.get(url) ?? 0) + 1);

  /** Does a task that needs files. Reports a failure, and whether a newer version of the page is its reason. */
  async function attempt(task, onFailure) {
    try {
      await task();
    } catch (error) {
      console.info(`A part of the page did not arrive: ${error.message}`);
      onFailure({ newer: await isReplaced() });
    }
  }

  /** Returns whether a newer version is ready. After a deployment, the files of this version are gone. */
  const isReplaced = () => Promise.race([hasNewerVersion().catch(() => false), delay(STALL_TIMEOUT, false)]);
  const delay = (milliseconds, value) => new Promise((resolve) => setTimeout(resolve, milliseconds, value));

  async function hasNewerVersion() {
    const workerScript = await (await fetch("sw.js", { cache: "no-store" })).text();
    const [, newestVersion] = /"version": "(\w+)"/.exec(workerScript);
    if (newestVersion === cartographers.facts.version) return false;
    await updateWorker();
    return true;
  }

  /** Waits until a new worker is installed, because the old one would show the old version again. */
  async function updateWorker() {
    const registration = await getRegistration();
    await registration?.update();
    const worker = registration?.installing;
    if (!worker) return;
    await new Promise((resolve, reject) => {
      worker.addEventListener("statechange", () => (worker.state === "redundant" ? reject(worker) : resolve()));
    });
  }

  async function getRegistration() {
    try {
      return await navigator.serviceWorker?.getRegistration();
    } catch {
      return undefined; // workers are denied
    }
  }

  const bring = (address) => once(modules, new URL(address, scriptUrl).href, loadModule);

  function once(promises, key, task) {
    if (!promises.has(key)) {
      promises.set(key, task(key));
      promises.get(key).catch(() => promises.delete(key));
    }
    return promises.get(key);
  }

  /**
   * Loads a module after fetching it to check it against its hash, because `import` doesn't. After a failure, the
   * module gets another address, because browsers remember that the first one had no module.
   */
  async function loadModule(href) {
    await fetchWhole(href);
    const failures = failureCounts.get(href);
    try {
      return await import(failures ? `${href}#${failures}` : href);
    } catch (error) {
      countFailure(href);
      throw error;
    }
  }

  /** Fetches a file once the game runs; it may take any time as long as bytes arrive. */
  async function fetchWhole(url) {
    const controller = new AbortController();
    let timer;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(new Error("no more bytes arrived")), STALL_TIMEOUT);
    };
    restartTimer();
    try {
      const response = await fetchFile(url, { onProgress: restartTimer, signal: controller.signal });
      return await response.blob();
    } catch (error) {
      countFailure(url);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Fetches a file of the page. The body of the response streams, calls `onProgress` with the number of bytes so far,
   * and ends in an error if it breaks off or differs from the published file; then it also calls `onError`. After a
   * failure, the browser's cached copy isn't used again.
   */
  async function fetchFile(url, { onProgress = () => {}, onError = () => {}, ...options } = {}) {
    const integrity = hashes.get(url);
    const [response, isUnchanged] = await Promise.all([
      fetch(url, {
        ...options,
        ...(failureCounts.has(url) && { cache: "reload" }),
        ...(!subtle && { integrity }),
      }),
      mayBeCompiled(url),
    ]);
    if (!response.ok) throw new Error(response.statusText || response.status);
    if (isUnchanged) {
      onProgress(Number.POSITIVE_INFINITY);
      return response;
    }
    const chunks = [];
    let bytes = 0;
    const verifier = new TransformStream(
      {
        transform(chunk, stream) {
          chunks.push(chunk);
          bytes += chunk.byteLength;
          onProgress(bytes);
          stream.enqueue(chunk);
        },
        async flush() {
          if (subtle && (await computeIntegrity(chunks)) !== integrity)
            throw new Error(`${url} is not the file that was published`);
        },
      },
      undefined,
      new ByteLengthQueuingStrategy({ highWaterMark: Number.POSITIVE_INFINITY }),
    );
    checks.push(response.body.pipeTo(verifier.writable).catch(onError));
    return new Response(verifier.readable, response);
  }

  /**
   * Returns whether a response must stay as it came, because it is the worker's copy of WebAssembly. Chromium saves the
   * compiled code with that copy, and finds it again only by the worker's own response.
   */
  async function mayBeCompiled(url) {
    try {
      if (!url.endsWith(".wasm") || !navigator.serviceWorker?.controller || failureCounts.has(url)) return false;
      return Boolean(await caches.match(url, { ignoreVary: true }));
    } catch {
      return false; // workers or caches are denied
    }
  }

  async function computeIntegrity(chunks) {
    const digest = await subtle.digest("SHA-256", await new Blob(chunks).arrayBuffer());
    return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  }

  return { fetchFile, fetchWhole, bring, once, checked, attempt };
})();
