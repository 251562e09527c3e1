/**
 * Loads the cold half of Python's WebAssembly, which the start doesn't need. The build puts this at the top of
 * pyodide.mjs.
 *
 * `load` fetches that half when the browser is idle. Its functions fill their table, and its data is written into
 * Python's memory. If one of the functions is called earlier, it calls `link` first, and the page stops until the half
 * has loaded. `APP.cold` has:
 *
 *     load()  to be called when the start is over
 *     linked  whether the half has loaded
 *     hits    the places in the table of functions that were called too early; if there are any, the list of functions
 *             is outdated
 */
// biome-ignore lint/correctness/noUnusedVariables: pyodide.mjs uses it
const pythonsColdHalf = (() => {
  /** Milliseconds after which a half that hasn't arrived is fetched again. */
  const RETRY_DELAY = 60_000;
  const report = { load, linked: false, hits: [] };
  globalThis.APP ??= {};
  globalThis.APP.cold = report;
  let hot;
  let url;

  /** Lists the ranges of a half's data, each with its bytes and its place in Python's memory. */
  function readRanges(half) {
    const [section] = WebAssembly.Module.customSections(half, "data"); // see cuts/split.mjs
    const numbers = new DataView(section);
    const ranges = [];
    for (let at = 0; at < section.byteLength; ) {
      const [start, length] = [numbers.getUint32(at, true), numbers.getUint32(at + 4, true)];
      const place = new Uint8Array(hot.memory.buffer, start, length);
      ranges.push({ place, bytes: new Uint8Array(section, at + 8, length) });
      at += 8 + length;
    }
    return ranges;
  }

  /**
   * Writes the data of an instantiated half, but only once, because its functions may change it. A snapshot of a Python
   * with both halves has the data already.
   */
  function finish(half) {
    if (report.linked) return;
    const ranges = readRanges(half);
    if (!ranges[0].place.some(Boolean)) for (const { place, bytes } of ranges) place.set(bytes);
    hot.linked.value = 1;
    report.linked = true;
  }

  function linkSync() {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character
    request.send();
    if (request.status !== 200) throw new Error(`A part of Python could not be fetched: ${request.status}`);
    const bytes = Uint8Array.from(request.responseText, (character) => character.charCodeAt());
    const half = new WebAssembly.Module(bytes);
    // biome-ignore lint/correctness/noUnusedInstantiation: an instance fills the table
    new WebAssembly.Instance(half, { hot });
    finish(half);
  }

  /**
   * Loads the half by instantiating it, which fills the table. Older browsers make large instances only asynchronously.
   */
  async function link() {
    try {
      const response = globalThis.APP.files.fetchFile(url, { priority: "low" });
      const { module } = await WebAssembly.instantiateStreaming(response, { hot });
      finish(module);
    } catch (error) {
      console.info(`A part of Python will be fetched later: ${error.message}`);
      setTimeout(load, RETRY_DELAY);
    }
  }

  /** Fetches the half when the browser is idle, or after a moment if the browser doesn't report that. */
  function load() {
    if (report.linked || !url) return;
    if (globalThis.requestIdleCallback) requestIdleCallback(link, { timeout: 5000 });
    else setTimeout(link, 1000);
  }

  /** The functions that the first half imports: `link` fetches the half because of a call of one of its functions. */
  const imports = {
    link(place) {
      report.hits.push(place);
      linkSync();
    },
  };

  /** Starts, and returns the instance without the exports that only the second half needs. */
  function start({ exports }, address) {
    const entries = Object.entries(exports);
    const isForCold = ([name]) => name.startsWith("%");
    hot = Object.fromEntries(entries.filter(isForCold).map(([name, item]) => [name.slice(1), item]));
    hot.memory = exports.memory;
    url = new URL(address, globalThis.location).href;
    report.linked = false; // this may be a second start, after a failed one from a snapshot
    return { exports: Object.fromEntries(entries.filter((entry) => !isForCold(entry))) };
  }

  return { imports, start };
})();
