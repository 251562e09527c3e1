/**
 * Tells which functions of Python's WebAssembly were called: run this in a page before anything else, with what
 * `node split.mjs --notes` has made. Then `usedFunctions()` is a list of their places; put together from pages that
 * start, play, go wrong and come back, it is what used-functions.txt holds.
 */
(() => {
  "use strict";
  const HASH = 8, NOTE = 4; // bytes: of what begins the notes, and of each one
  const { instantiateStreaming } = WebAssembly;
  let python;

  WebAssembly.instantiateStreaming = async (...values) => {
    const result = await instantiateStreaming.apply(WebAssembly, values);
    if (result.instance.exports.__write_profile) python = result.instance.exports;
    return result;
  };

  globalThis.usedFunctions = () => {
    if (!python) return [];
    const size = python.__write_profile(0, 0);
    const place = python.malloc(size) >>> 0;
    python.__write_profile(place, size);
    const notes = new DataView(python.memory.buffer, place, size);
    const count = (size - HASH) / NOTE;
    const used = Array.from({ length: count }, (_, index) => index).filter((index) =>
      notes.getUint32(HASH + NOTE * index, true),
    );
    python.free?.(place);
    return used;
  };
})();
