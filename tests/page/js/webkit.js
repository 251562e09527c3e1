/** What WebKit does in other ways than Chromium. */
(() => {
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** The browser stops reading a page that goes through the history meanwhile. */
  function goingStopsReading() {
    const { go } = History.prototype;
    History.prototype.go = function move(steps) {
      if (document.readyState === "loading") stop();
      go.call(this, steps);
    };
  }

  /** The browser is Safari on a device with a number of fingers that it can tell apart; a Mac has no touch screen. */
  function safari(fingers) {
    define(Navigator.prototype, "vendor", "Apple Computer, Inc.");
    define(Navigator.prototype, "maxTouchPoints", fingers);
    define(Navigator.prototype, "deviceMemory", undefined);
    define(globalThis, "requestIdleCallback", undefined);
  }

  return { goingStopsReading, safari };
})();
