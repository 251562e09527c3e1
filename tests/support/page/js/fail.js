/** Failures of scripts. */
(() => {
  /** Throws errors in timers, one after the other. */
  function throwInTimers(...errors) {
    for (const error of errors) {
      setTimeout(() => {
        throw error;
      });
    }
  }

  /** Rejects a promise with an error. */
  async function rejectPromise(error) {
    await null;
    throw error;
  }

  /** Reports an error without its location, as browsers sometimes do. */
  function reportWithoutLocation(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message })));
  }

  /** Reports an error in the page itself. */
  function reportInDocument(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message, filename: document.URL })));
  }

  /** Makes work in the background fail once. */
  function failInBackground() {
    const { inBackground: originalInBackground } = cartographers;
    cartographers.inBackground = () => {
      cartographers.inBackground = originalInBackground;
      throw new Error("no ink");
    };
  }

  /** Makes a change of the theme fail once. */
  function failInTheme() {
    const { theme } = cartographers;
    cartographers.theme = () => {
      cartographers.theme = theme;
      throw new Error("no colour");
    };
  }

  /** Leaves the browser without memory for WebAssembly. */
  function breakWebAssembly() {
    WebAssembly.instantiateStreaming = () => Promise.reject(new RangeError("no memory"));
  }

  /** Withholds Python's second half until a call of one of its functions, so that an early call is no matter of luck. */
  function withholdSecondHalf() {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = (source, imports) =>
      "hot" in imports ? new Promise(() => {}) : instantiateStreaming(source, imports);
  }

  return {
    breakWebAssembly,
    failInBackground,
    failInTheme,
    rejectPromise,
    reportInDocument,
    reportWithoutLocation,
    throwInTimers,
    withholdSecondHalf,
  };
})();
