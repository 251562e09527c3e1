/** The clock of a device that is wrong. */
(() => {
  /** It stands at a time in milliseconds since 1970; without one, it shows none. */
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
