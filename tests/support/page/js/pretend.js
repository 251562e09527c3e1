/** Simulated behavior of devices, browsers, and programs. */
(() => {
  /** Gives a property a value in place of the browser's. */
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** Makes long timers last forever. */
  function blockLongTimers() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (callback, delay, ...args) => (delay > 90 ? 0 : setTimeout(callback, delay, ...args));
  }

  /** Holds work in the background, once a selector matches, until the test calls `freeBackground`. */
  function holdBackground(selector = "*") {
    const { inBackground } = cartographers;
    const heldTasks = [];
    cartographers.inBackground = (task) =>
      document.querySelector(selector) ? heldTasks.push(task) : inBackground(task);
    globalThis.freeBackground = () => {
      cartographers.inBackground = inBackground;
      heldTasks.forEach(inBackground);
    };
  }

  /** Denies access to a property. */
  function deny(object, name) {
    const get = () => {
      throw new DOMException("Access is denied", "SecurityError");
    };
    Object.defineProperty(object, name, { get });
  }

  /** Denies the storage. */
  const denyStorage = () => deny(globalThis, "localStorage");

  /** Denies the caches. */
  const denyCaches = () => deny(globalThis, "caches");

  /** Makes the caches unreadable for an active service worker. */
  function breakCaches() {
    caches.match = () => (registration.active ? Promise.reject(new Error("broken")) : Promise.resolve());
  }

  /** Denies service workers. */
  const denyWorkers = () => deny(Navigator.prototype, "serviceWorker");

  /** Denies the clipboard; the old command to copy works, or doesn't. */
  function denyClipboard(canUseCommand) {
    globalThis.isSpoiled = true;
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    document.execCommand = () => canUseCommand;
  }

  /** Removes a feature from the browser. */
  const removeFeature = (name) => define(globalThis, name, undefined);

  /** Removes a feature from CSS. */
  function removeCssFeature(name) {
    const { supports } = CSS;
    CSS.supports = (...conditions) => !conditions.join(" ").includes(name) && supports.apply(CSS, conditions);
  }

  /** Changes the browser's vendor. */
  const setVendor = (name) => define(navigator, "vendor", name);

  /** Makes the browser look three years old to scripts. */
  function removeNewFeatures() {
    for (const [owner, names] of [
      [Promise, ["withResolvers", "try"]],
      [Symbol, ["dispose", "asyncDispose"]],
      [AbortSignal, ["any"]],
      [Array, ["fromAsync"]],
      [ArrayBuffer.prototype, ["transfer", "resize"]],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
        ["map", "filter", "some", "find", "forEach"],
      ],
      [Element.prototype, ["ariaLabel", "ariaBusy", "ariaHidden", "ariaLive", "checkVisibility"]],
    ])
      for (const name of names) delete owner[name];
  }

  /** Removes dialogs from the browser. */
  function removeDialogs() {
    HTMLDialogElement.prototype.showModal = undefined;
  }

  /** Sets the device's gigabytes of memory; without a number, the browser doesn't report it. */
  const setMemory = (gigabytes) => define(Navigator.prototype, "deviceMemory", gigabytes);

  /** Sets the visitor's wish to save data. */
  const enableDataSaver = () => define(NetworkInformation.prototype, "saveData", true);

  /** Fills the storage for all names, or for those with a prefix. */
  function fillStorage(prefix = "") {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function put(key, text) {
      if (!key.includes(prefix)) return setItem.call(this, key, text);
      throw new DOMException(`Setting the value of ${key} exceeded the quota.`, "QuotaExceededError");
    };
  }

  /** Sets the browser's promise to keep stored data: true, false, "nothing" (an old browser), or "never" (an error). */
  function setPersistence(outcome) {
    if (outcome === "nothing") define(Navigator.prototype, "storage", undefined);
    for (const name of ["persisted", "persist"]) {
      define(StorageManager.prototype, name, () => {
        globalThis.storageRequests = [...(globalThis.storageRequests ?? []), name];
        return outcome === "never" ? Promise.reject(new TypeError("no shelf")) : Promise.resolve(outcome);
      });
    }
  }

  /** Gives the browser wake locks, which are noted in `wakeLocks`, or makes it refuse them. */
  function setWakeLock(works) {
    globalThis.wakeLocks ??= [];
    function request() {
      if (!works) return Promise.reject(new DOMException("The battery is low.", "NotAllowedError"));
      const lock = Object.assign(new EventTarget(), {
        released: false,
        release() {
          lock.released = true;
          lock.dispatchEvent(new Event("release"));
        },
      });
      globalThis.wakeLocks.push(lock);
      return Promise.resolve(lock);
    }
    define(Navigator.prototype, "wakeLock", { request });
  }

  /** Makes the page an installed app. */
  function imitateInstalledApp() {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : matchMedia(query));
  }

  /** Returns the name of a text in storage, which begins with the site's path, also on a quiet page in `web/`. */
  function withPath(key) {
    const path = location.pathname.replace(/(web\/)?[^/]*$/, "");
    return key.startsWith("cartographers.") ? `${path} ${key}` : key;
  }

  /** Saves a text in the storage. */
  const store = (key, text) => localStorage.setItem(withPath(key), text);

  /** Replaces the content of the storage. */
  function replaceStorage(texts) {
    localStorage.clear();
    for (const [key, text] of Object.entries(texts)) store(key, text);
  }

  /** Saves a text before the first visit of this tab. */
  function storeBeforeVisit(key, text) {
    storeAllBeforeVisit({ [key]: text });
  }

  /** Saves several texts before the first visit of this tab. */
  function storeAllBeforeVisit(texts) {
    if (sessionStorage.opened) return;
    for (const [key, text] of Object.entries(texts)) store(key, text);
    sessionStorage.opened = true;
  }

  /** Marks all explanations that are shown once as shown on this device. */
  function markExplained(key, text) {
    try {
      localStorage[withPath(key)] ??= text;
    } catch {
      // storage is denied
    }
  }

  /** Makes random numbers zero. */
  function zeroRandomNumbers() {
    Crypto.prototype.getRandomValues = (numbers) => numbers.fill(0);
  }

  /** Makes random numbers fail. */
  function breakRandomNumbers() {
    crypto.getRandomValues = () => {
      throw new Error("no ink");
    };
  }

  /** Makes changes of drawings and labels throw until the test calls `repairDrawing`. */
  function breakDrawing() {
    const { setAttribute } = Element.prototype;
    globalThis.repairDrawing = () => {
      Element.prototype.setAttribute = setAttribute;
    };
    Element.prototype.setAttribute = function set(name, value) {
      if (name === "d" || name === "aria-label") throw new Error("the pen broke");
      return setAttribute.call(this, name, value);
    };
  }

  /** Translates the page as a browser does, replacing each text by an element, and returns the number of texts. */
  function translatePage() {
    const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    const textNodes = [];
    while (texts.nextNode()) if (texts.currentNode.data.trim()) textNodes.push(texts.currentNode);
    for (const text of textNodes) {
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    return textNodes.length;
  }

  /** Gives Python a way to recover, which is noted in `gameEvents`, and fails while `shouldFail` is set. */
  function provideRecovery(report) {
    const gameEvents = [];
    const recover = (name, failure) => {
      gameEvents.push(name);
      if (globalThis.shouldFail) throw new Error(failure);
    };
    globalThis.gameEvents = gameEvents;
    cartographers.recover = {
      report: () => report,
      redraw: () => recover("redraw", "again"),
      home: () => recover("home", "and again"),
    };
  }

  /** Adds a script to the page. */
  const addScript = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));

  /** Chooses a theme. */
  const setTheme = (name) => cartographers.theme(name);

  /** Puts the page behind another tab, or in front again. */
  function setHidden(isHidden) {
    define(document, "hidden", isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  /** Hides an element. */
  function hideElement(element) {
    element.style.display = "none";
  }

  /** Removes the content of an element. */
  const emptyElement = (element) => element.replaceChildren();

  /** Changes the drawings that an element uses. */
  function replaceDrawings(element, oldName, newName) {
    element.innerHTML = element.innerHTML.replaceAll(oldName, newName);
  }

  /** Limits the width of an element. */
  function limitWidth(element, width) {
    element.style.maxWidth = width;
  }

  /** Sends a height to the surrounding page, as a frame does. */
  const postHeight = (height) => parent.postMessage({ cartographers: { height } }, "*");

  return {
    addScript,
    blockLongTimers,
    breakCaches,
    breakDrawing,
    breakRandomNumbers,
    denyCaches,
    denyClipboard,
    denyStorage,
    denyWorkers,
    emptyElement,
    enableDataSaver,
    fillStorage,
    hideElement,
    holdBackground,
    imitateInstalledApp,
    limitWidth,
    markExplained,
    postHeight,
    provideRecovery,
    removeCssFeature,
    removeDialogs,
    removeFeature,
    removeNewFeatures,
    replaceDrawings,
    replaceStorage,
    setHidden,
    setMemory,
    setPersistence,
    setTheme,
    setVendor,
    setWakeLock,
    store,
    storeAllBeforeVisit,
    storeBeforeVisit,
    translatePage,
    zeroRandomNumbers,
  };
})();
