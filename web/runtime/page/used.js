/**
 * Reports the functions of Python's WebAssembly that are called. It must be the first script in a page whose Pyodide
 * was made by `node split.mjs --notes`. Every half second, it calls `noteUsedFunctions` with the new numbers.
 */
(() => {
  "use strict";
  /** Milliseconds between two reports. */
  const EVERY = 500;
  const { instantiateStreaming } = WebAssembly;
  const told = new Set();
  let notes = [];

  WebAssembly.instantiateStreaming = async (...values) => {
    const result = await instantiateStreaming.apply(WebAssembly, values);
    const numbered = Object.entries(result.instance.exports).filter(([name]) => /^%\d+$/.test(name));
    if (numbered.length > 0) notes = numbered.map(([name, note]) => [Number(name.slice(1)), note]);
    return result;
  };

  globalThis.tellUsedFunctions = () => {
    if (notes.length === 0) return undefined;
    const found = notes.filter(([index, note]) => !told.has(index) && note.value).map(([index]) => index);
    for (const index of found) told.add(index);
    return globalThis.noteUsedFunctions(found, notes.length);
  };
  setInterval(globalThis.tellUsedFunctions, EVERY);
})();
