/** Failures of scripts. */
(() => {
  /** Throws errors in timers, one after the other. */
  function inTimers(...errors) {
    for (const error of errors) {
      setTimeout(() => {
        throw error;
      });
    }
  }

  /** Rejects a promise with an error. */
  async function inPromise(error) {
    await null;
    throw error;
  }

  /** Reports an error without its location, as browsers sometimes do. */
  function nowhere(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message })));
  }

  /** Reports an error in the page itself. */
  function inDocument(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message, filename: document.URL })));
  }

  /** Makes work in the background fail once. */
  function inBackground() {
    const { inBackground: work } = cartographers;
    cartographers.inBackground = () => {
      cartographers.inBackground = work;
      throw new Error("no ink");
    };
  }

  /** Makes a change of the theme fail once. */
  function inTheme() {
    const { theme } = cartographers;
    cartographers.theme = () => {
      cartographers.theme = theme;
      throw new Error("no colour");
    };
  }

  /** Leaves the browser without memory for WebAssembly. */
  function webAssembly() {
    WebAssembly.instantiateStreaming = () => Promise.reject(new RangeError("no memory"));
  }

  return { inBackground, inDocument, inPromise, inTheme, inTimers, nowhere, webAssembly };
})();
