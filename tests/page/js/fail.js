/** How scripts fail. */
(() => {
  /** Timers throw some errors, one after the other. */
  function inTimers(...errors) {
    for (const error of errors) {
      setTimeout(() => {
        throw error;
      });
    }
  }

  /** A promise is rejected with an error. */
  async function inPromise(error) {
    await null;
    throw error;
  }

  /** The browser tells of an error, and not where it was raised. */
  function nowhere(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message })));
  }

  /** The browser tells of an error in the page itself. */
  function inDocument(message) {
    setTimeout(() => dispatchEvent(new ErrorEvent("error", { message, filename: document.URL })));
  }

  /** Work in the background fails, once. */
  function inBackground() {
    const { inBackground: work } = cartographers;
    cartographers.inBackground = () => {
      cartographers.inBackground = work;
      throw new Error("no ink");
    };
  }

  /** A change of the theme fails, once. */
  function inTheme() {
    const { theme } = cartographers;
    cartographers.theme = () => {
      cartographers.theme = theme;
      throw new Error("no colour");
    };
  }

  /** The browser has no memory for WebAssembly. */
  function webAssembly() {
    WebAssembly.instantiateStreaming = () => Promise.reject(new RangeError("no memory"));
  }

  return { inBackground, inDocument, inPromise, inTheme, inTimers, nowhere, webAssembly };
})();
