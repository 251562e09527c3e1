/** Simulated behavior of devices, browsers, and programs. */
(() => {
  /** Gives a property a value in place of the browser's. */
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** Makes long timers last forever. */
  function longPauses() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, pause, ...all) => (pause > 90 ? 0 : setTimeout(work, pause, ...all));
  }

  /** Holds work in the background until the test calls `freeBackground`. */
  function heldBackground() {
    const { inBackground } = cartographers;
    const waiting = [];
    cartographers.inBackground = (work) => waiting.push(work);
    globalThis.freeBackground = () => {
      cartographers.inBackground = inBackground;
      waiting.forEach(inBackground);
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
  const deniedStorage = () => deny(globalThis, "localStorage");

  /** Denies the caches. */
  const deniedCaches = () => deny(globalThis, "caches");

  /** Makes the caches unreadable for an active service worker. */
  function brokenCaches() {
    caches.match = () => (registration.active ? Promise.reject(new Error("broken")) : Promise.resolve());
  }

  /** Denies service workers. */
  const deniedWorkers = () => deny(Navigator.prototype, "serviceWorker");

  /** Denies the clipboard; the old command to copy works, or doesn't. */
  function deniedClipboard(oldWay) {
    globalThis.spoilt = true;
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    document.execCommand = () => oldWay;
  }

  /** Removes a feature from the browser. */
  const lacking = (name) => define(globalThis, name, undefined);

  /** Reduces WebAssembly to its first version. */
  function oldWebAssembly() {
    WebAssembly.Module = () => {
      throw new WebAssembly.CompileError("invalid opcode");
    };
  }

  /** Removes a feature from CSS. */
  function unsupported(name) {
    const { supports } = CSS;
    CSS.supports = (...what) => !what.join(" ").includes(name) && supports.apply(CSS, what);
  }

  /** Changes the browser's vendor. */
  const vendor = (name) => define(navigator, "vendor", name);

  /** Makes the browser look three years old to scripts. */
  function withoutNews() {
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
  function noDialogs() {
    HTMLDialogElement.prototype.showModal = undefined;
  }

  /** Sets the device's gigabytes of memory; without a number, the browser doesn't report it. */
  const memory = (gigabytes) => define(Navigator.prototype, "deviceMemory", gigabytes);

  /** Sets the visitor's wish to save data. */
  const savedData = () => define(NetworkInformation.prototype, "saveData", true);

  /** Fills the storage for all names, or for those with a prefix. */
  function fullStorage(names = "") {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function put(key, text) {
      if (!key.startsWith(names)) return setItem.call(this, key, text);
      throw new DOMException(`Setting the value of ${key} exceeded the quota.`, "QuotaExceededError");
    };
  }

  /** Sets the browser's promise to keep stored data: true, false, "nothing" (an old browser), or "never" (an error). */
  function lasting(promise) {
    if (promise === "nothing") define(Navigator.prototype, "storage", undefined);
    for (const name of ["persisted", "persist"]) {
      define(StorageManager.prototype, name, () => {
        globalThis.asked = [...(globalThis.asked ?? []), name];
        return promise === "never" ? Promise.reject(new TypeError("no shelf")) : Promise.resolve(promise);
      });
    }
  }

  /** Makes the page an installed app. */
  function installed() {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : matchMedia(query));
  }

  /** Saves a text in the storage. */
  const store = (key, text) => localStorage.setItem(key, text);

  /** Replaces the content of the storage. */
  function onlyStored(texts) {
    localStorage.clear();
    for (const [key, text] of Object.entries(texts)) store(key, text);
  }

  /** Saves a text before the first visit of this tab. */
  function storedBefore(key, text) {
    allStoredBefore({ [key]: text });
  }

  /** Saves several texts before the first visit of this tab. */
  function allStoredBefore(texts) {
    if (sessionStorage.opened) return;
    for (const [key, text] of Object.entries(texts)) store(key, text);
    sessionStorage.opened = true;
  }

  /** Marks all explanations that are shown once as shown on this device. */
  function told(key, text) {
    try {
      localStorage[key] ??= text;
    } catch {
      // storage is denied
    }
  }

  /** Makes random numbers zero. */
  function fixedChance() {
    Crypto.prototype.getRandomValues = (numbers) => numbers.fill(0);
  }

  /** Makes random numbers fail. */
  function brokenChance() {
    crypto.getRandomValues = () => {
      throw new Error("no ink");
    };
  }

  /** Makes changes of drawings and labels throw until the test calls `mendPen`. */
  function brokenPen() {
    const { setAttribute } = Element.prototype;
    globalThis.mendPen = () => {
      Element.prototype.setAttribute = setAttribute;
    };
    Element.prototype.setAttribute = function set(name, value) {
      if (name === "d" || name === "aria-label") throw new Error("the pen broke");
      return setAttribute.call(this, name, value);
    };
  }

  /** Translates the page as a browser does, replacing each text by an element, and returns the number of texts. */
  function translated() {
    const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) if (texts.currentNode.data.trim()) found.push(texts.currentNode);
    for (const text of found) {
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    return found.length;
  }

  /** Gives Python a way to recover, which is noted in `done`, and fails while the page is `stubborn`. */
  function recovery(record) {
    const done = [];
    const recover = (name, failure) => {
      done.push(name);
      if (globalThis.stubborn) throw new Error(failure);
    };
    globalThis.done = done;
    cartographers.recover = {
      report: () => record,
      redraw: () => recover("redraw", "again"),
      home: () => recover("home", "and again"),
    };
  }

  /** Adds a script to the page. */
  const script = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));

  /** Chooses a theme. */
  const theme = (name) => cartographers.theme(name);

  /** Puts the page behind another tab, or in front again. */
  function behind(yes) {
    define(document, "hidden", yes);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  /** Hides an element. */
  function hidden(element) {
    element.style.display = "none";
  }

  /** Removes the content of an element. */
  const emptied = (element) => element.replaceChildren();

  /** Changes the drawings that an element uses. */
  function redrawn(element, old, other) {
    element.innerHTML = element.innerHTML.replaceAll(old, other);
  }

  /** Limits the width of an element. */
  function narrowed(element, width) {
    element.style.maxWidth = width;
  }

  /** Sends a height to the surrounding page, as a frame does. */
  const toldHeight = (height) => parent.postMessage({ cartographers: { height } }, "*");

  return {
    allStoredBefore,
    behind,
    brokenCaches,
    brokenChance,
    brokenPen,
    deniedCaches,
    deniedClipboard,
    deniedStorage,
    deniedWorkers,
    emptied,
    fixedChance,
    fullStorage,
    heldBackground,
    hidden,
    installed,
    lacking,
    lasting,
    longPauses,
    memory,
    narrowed,
    noDialogs,
    oldWebAssembly,
    onlyStored,
    recovery,
    redrawn,
    savedData,
    script,
    store,
    storedBefore,
    theme,
    told,
    toldHeight,
    translated,
    unsupported,
    vendor,
    withoutNews,
  };
})();
