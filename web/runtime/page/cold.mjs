/**
 * Loads the cold half of Python's WebAssembly, which the start doesn't need. The build puts this at the top of
 * pyodide.mjs.
 *
 * `load` fetches that half when the browser is idle. Its functions fill their table, and its data is written into
 * Python's memory. If one of the functions is called earlier, it calls `link` first, and the page stops until the half
 * has loaded. `APP.cold` has:
 *
 *     load()       to be called when the start is over
 *     writeData()  to be called when something else has written the whole memory
 *     linked       whether the half has loaded
 *     hits         the places in the table of functions that were called too early; if there are any, the list of
 *                  functions is outdated
 */
// biome-ignore lint/correctness/noUnusedVariables: pyodide.mjs uses it
const pythonsColdHalf = (() => {
  /** Milliseconds after which a half that hasn't arrived is fetched again. */
  const RETRY_DELAY = 60_000;
  const report = { load, writeData, linked: false, hits: [] };
  globalThis.APP ??= {};
  globalThis.APP.cold = report;
  let hot;
  let url;
  /** The half's module, as soon as it has loaded. */
  let half;

  /** Writes the half's data into Python's memory, if the half has loaded. No function changes this data. */
  function writeData() {
    if (!half) return;
    const [section] = WebAssembly.Module.customSections(half, "data"); // see cuts/split.mjs
    const numbers = new DataView(section);
    for (let at = 0; at < section.byteLength; ) {
      const [start, length] = [numbers.getUint32(at, true), numbers.getUint32(at + 4, true)];
      new Uint8Array(hot.memory.buffer).set(new Uint8Array(section, at + 8, length), start);
      at += 8 + length;
    }
  }

  /** Lets calls of an instantiated half's functions through, after writing its data. */
  function finish(module) {
    half = module;
    writeData();
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
    const module = new WebAssembly.Module(bytes);
    // biome-ignore lint/correctness/noUnusedInstantiation: an instance fills the table
    new WebAssembly.Instance(module, { hot });
    finish(module);
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
    // This may be a second start, after a failed one from a snapshot.
    half = undefined;
    report.linked = false;
    return { exports: Object.fromEntries(entries.filter((entry) => !isForCold(entry))) };
  }

  return { imports, start };
})();
