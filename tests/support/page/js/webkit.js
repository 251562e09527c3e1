/** Differences between WebKit and Chromium. */
(() => {
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** Stops loading the page if it navigates in the history meanwhile, as WebKit does. */
  function stopLoadingOnNavigation() {
    const { go } = History.prototype;
    History.prototype.go = function move(steps) {
      if (document.readyState === "loading") stop();
      go.call(this, steps);
    };
  }

  /** Pretends to be Safari on a device with a maximum number of touch points; a Mac has none. */
  function imitateSafari(touchPoints) {
    define(Navigator.prototype, "vendor", "Apple Computer, Inc.");
    define(Navigator.prototype, "maxTouchPoints", touchPoints);
    define(Navigator.prototype, "deviceMemory", undefined);
    define(globalThis, "requestIdleCallback", undefined);
  }

  return { imitateSafari, stopLoadingOnNavigation };
})();
