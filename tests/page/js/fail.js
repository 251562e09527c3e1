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

  return { inDocument, inPromise, inTimers, nowhere };
})();
