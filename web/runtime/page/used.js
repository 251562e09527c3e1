/**
 * Reports the functions of Python's WebAssembly that are called. It must be the first script in a page whose Pyodide
 * was made by `node split.mjs --notes`. Every half second, it calls `noteUsedFunctions` with the new numbers.
 */
(() => {
  "use strict";
  /** The bytes of a hash. */
  const HASH = 8;
  const NOTE = 4;
  /** Milliseconds between two reports. */
  const EVERY = 500;
  const { instantiateStreaming } = WebAssembly;
  const told = new Set();
  let python;

  WebAssembly.instantiateStreaming = async (...values) => {
    const result = await instantiateStreaming.apply(WebAssembly, values);
    if (result.instance.exports.__write_profile) python = result.instance.exports;
    return result;
  };

  globalThis.tellUsedFunctions = () => {
    if (!python) return undefined;
    const size = python.__write_profile(0, 0);
    const place = python.malloc(size) >>> 0;
    python.__write_profile(place, size);
    const notes = new DataView(python.memory.buffer, place, size);
    const found = [];
    for (let index = 0; index < (size - HASH) / NOTE; index++) {
      if (!told.has(index) && notes.getUint32(HASH + NOTE * index, true)) found.push(index);
    }
    python.free?.(place);
    for (const index of found) told.add(index);
    return globalThis.noteUsedFunctions(found, (size - HASH) / NOTE);
  };
  setInterval(globalThis.tellUsedFunctions, EVERY);
})();
