/**
 * Loads the cold half of Python's WebAssembly, which the start does not need. split.mjs puts this at the top of
 * pyodide.mjs.
 *
 * At first, the table of functions holds a placeholder for each function of that half. `load` fetches the half when the
 * browser is idle, and the functions replace their placeholders. If a placeholder is called before that, the page stops
 * until the half is there. `cartographers.cold` has:
 *
 *     load()  to be called when the start is over
 *     linked  whether the half is there
 *     hits    the numbers of functions that were called too early; if there are any, used-functions.txt is out of date
 */
// biome-ignore lint/correctness/noUnusedVariables: pyodide.mjs uses it
const pythonsColdHalf = (() => {
  const report = { load, linked: false, hits: [] };
  globalThis.cartographers ??= {};
  globalThis.cartographers.cold = report;
  let primary;
  let url;

  /** An instance of the half fills the table by itself. */
  function link(half) {
    if (report.linked) return;
    // biome-ignore lint/correctness/noUnusedInstantiation: that is all it is for
    new WebAssembly.Instance(half, { primary });
    report.linked = true;
  }

  function linkNow() {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character
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

  /** Not every browser says when it is idle. */
  function load() {
    if (report.linked || !url) return;
    if (globalThis.requestIdleCallback) requestIdleCallback(compile, { timeout: 5000 });
    else setTimeout(compile, 1000);
  }

  const placeholders = new Proxy(
    {},
    {
      get:
        (_, place) =>
        (...values) => {
          if (!report.linked) {
            report.hits.push(Number(place));
            linkNow();
          }
          return primary.__indirect_function_table.get(Number(place))(...values);
        },
    },
  );

  /** Keep the exports that only the second half needs to ourselves. */
  function start({ exports }, address) {
    [primary, url] = [exports, new URL(address, globalThis.location).href];
    report.linked = false; // this may be a second start, after one from a snapshot has failed
    return { exports: Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith("%"))) };
  }

  return { placeholders, start };
})();
