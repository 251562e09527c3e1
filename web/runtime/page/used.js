/**
 * Reports the functions of Python's WebAssembly that are called. It must be the first script in a page whose Pyodide was
 * made by `node split.mjs --notes`. Every half second, it calls `noteUsed` with the hashes of new functions.
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
    const found = Object.entries(result.instance.exports).filter(([name]) => name.startsWith("%"));
    if (found.length > 0) notes = found.map(([name, note]) => [name.slice(1), note]);
    return result;
  };

  globalThis.tellUsed = () => {
    if (notes.length === 0) return undefined;
    const used = notes.filter(([hash, note]) => !told.has(hash) && note.value).map(([hash]) => hash);
    for (const hash of used) told.add(hash);
    return globalThis.noteUsed(used);
  };
  setInterval(globalThis.tellUsed, EVERY);
})();
