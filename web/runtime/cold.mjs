/**
 * The half of Python's WebAssembly that a start does not need. The build puts this text before that of pyodide.mjs.
 *
 * A function of that half has a place in the table of functions, where at first there is a placeholder. `load` fetches
 * the half when the browser is idle, and each placeholder gives way to its function. If one is called sooner, all else
 * waits until the half is there. `globalThis.coldPython` tells:
 *
 *     load()  to be called when the start is over
 *     linked  whether the half is there
 *     hits    the places of functions that were called too soon: empty, or the list of used functions is out of date
 */
const pythonsColdHalf = (() => {
  const report = (globalThis.coldPython = { load, linked: false, hits: [] });
  let primary, url;

  /** Filling the table is what the half does by itself when it is made. */
  function link(half) {
    if (report.linked) return;
    new WebAssembly.Instance(half, { primary });
    report.linked = true;
  }

  function linkNow() {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // each character's low byte is a byte
    request.send();
    if (request.status !== 200) throw new Error(`A part of Python could not be fetched: ${request.status}`);
    link(new WebAssembly.Module(Uint8Array.from(request.responseText, (character) => character.charCodeAt())));
  }

  async function compile() {
    try {
      link(await WebAssembly.compileStreaming(fetch(url, { priority: "low" })));
    } catch (error) {
      console.info(`A part of Python will be fetched when it is needed: ${error.message}`);
    }
  }

  /** Not every browser tells when it is idle. */
  function load() {
    if (report.linked || !url) return;
    if (globalThis.requestIdleCallback) requestIdleCallback(compile, { timeout: 5000 });
    else setTimeout(compile, 1000);
  }

  const placeholders = new Proxy(
    {},
    {
      get: (_, place) => (...values) => {
        if (!report.linked) {
          report.hits.push(Number(place));
          linkNow();
        }
        return primary.__indirect_function_table.get(Number(place))(...values);
      },
    },
  );

  /** Of what the first half exports, some is only for the second. */
  function start({ exports }, address) {
    [primary, url] = [exports, new URL(address, globalThis.location).href];
    report.linked = false; // a start from a snapshot may have come to nothing before
    return { exports: Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith("%"))) };
  }

  return { placeholders, start };
})();
