/**
 * Reports the functions of Python's WebAssembly that are called, and the pages of its data that are used. It must be the
 * first script in a page whose Pyodide was made by `node split.mjs --notes`. Every half second, it calls `noteUsed` with
 * the new numbers of functions and pages, and with the numbers of all functions and all pages.
 */
(() => {
  "use strict";
  /** Milliseconds between two reports. */
  const EVERY = 500;
  const { instantiateStreaming } = WebAssembly;
  const toldFunctions = new Set();
  const toldPages = new Set();
  let notes = [];
  let memory;
  let pages;
  let pageNotes;

  WebAssembly.instantiateStreaming = async (...values) => {
    const result = await instantiateStreaming.apply(WebAssembly, values);
    const numbered = Object.entries(result.instance.exports).filter(([name]) => /^%\d+$/.test(name));
    if (numbered.length > 0) {
      notes = numbered.map(([name, note]) => [Number(name.slice(1)), note]);
      const { exports } = result.instance;
      ({ memory, "%notes": pageNotes } = exports);
      pages = exports["%pages"].value;
      pageNotes.value = exports.calloc(pages, 1);
    }
    return result;
  };

  function findUsedPages() {
    const used = new Uint8Array(memory.buffer, pageNotes.value, pages);
    return [...used.keys()].filter((page) => used[page] && !toldPages.has(page));
  }

  globalThis.tellUsed = () => {
    if (notes.length === 0) return undefined;
    const functions = notes.filter(([index, note]) => !toldFunctions.has(index) && note.value).map(([index]) => index);
    const usedPages = findUsedPages();
    for (const index of functions) toldFunctions.add(index);
    for (const page of usedPages) toldPages.add(page);
    return globalThis.noteUsed(functions, notes.length, usedPages, pages);
  };
  setInterval(globalThis.tellUsed, EVERY);
})();
