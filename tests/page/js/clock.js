/** A device whose clock is wrong. */
(() => {
  /** Stops the clock at a time in milliseconds since 1970, or at no time at all. */
  function stands(time) {
    const now = time ?? Number.NaN;
    globalThis.Date = class extends Date {
      constructor(...given) {
        super(...(given.length > 0 ? given : [now]));
      }
      static now = () => now;
    };
  }

  return { stands };
})();
