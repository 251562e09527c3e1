/** A device whose clock is wrong. */
(() => {
  /** Stops the clock at a time in milliseconds since 1970, or at no time at all. */
  function stopClock(time) {
    const now = time ?? Number.NaN;
    globalThis.Date = class extends Date {
      constructor(...args) {
        super(...(args.length > 0 ? args : [now]));
      }
      static now = () => now;
    };
  }

  return { stopClock };
})();
