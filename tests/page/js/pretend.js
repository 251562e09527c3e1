/** What the device, the browser or somebody else does: tests let these things happen. */
(() => {
  /** A property has a value, whatever the browser says. */
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** What waits for a while waits for ever. */
  function longPauses() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, pause, ...all) => (pause > 90 ? 0 : setTimeout(work, pause, ...all));
  }

  /** Work in the background waits until the test calls `freeBackground`. */
  function heldBackground() {
    const { inBackground } = cartographers;
    const waiting = [];
    cartographers.inBackground = (work) => waiting.push(work);
    globalThis.freeBackground = () => {
      cartographers.inBackground = inBackground;
      waiting.forEach(inBackground);
    };
  }

  /** The browser denies a page something. */
  function deny(object, name) {
    const get = () => {
      throw new DOMException("Access is denied", "SecurityError");
    };
    Object.defineProperty(object, name, { get });
  }

  /** The browser denies the storage. */
  const deniedStorage = () => deny(globalThis, "localStorage");

  /** The browser denies the caches. */
  const deniedCaches = () => deny(globalThis, "caches");

  /** A service worker that is active cannot read the caches. */
  function brokenCaches() {
    caches.match = () => (registration.active ? Promise.reject(new Error("broken")) : Promise.resolve());
  }

  /** The browser denies service workers. */
  const deniedWorkers = () => deny(Navigator.prototype, "serviceWorker");

  /** The browser denies the clipboard. The old way to copy works, or not. */
  function deniedClipboard(oldWay) {
    globalThis.spoilt = true;
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    document.execCommand = () => oldWay;
  }

  /** The browser does not know something. */
  const lacking = (name) => define(globalThis, name, undefined);

  /** The browser has WebAssembly as it was at first. */
  function oldWebAssembly() {
    WebAssembly.Module = () => {
      throw new WebAssembly.CompileError("invalid opcode");
    };
  }

  /** The styles do not know a feature. */
  function unsupported(name) {
    const { supports } = CSS;
    CSS.supports = (...what) => !what.join(" ").includes(name) && supports.apply(CSS, what);
  }

  /** Somebody else has made the browser. */
  const vendor = (name) => define(navigator, "vendor", name);

  /** The browser is three years old, as far as scripts can tell. */
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

  /** The browser has no dialogs. */
  function noDialogs() {
    HTMLDialogElement.prototype.showModal = undefined;
  }

  /** The device has so many gigabytes of memory; without a number the browser does not say. */
  const memory = (gigabytes) => define(Navigator.prototype, "deviceMemory", gigabytes);

  /** The visitor wants to save data. */
  const savedData = () => define(NetworkInformation.prototype, "saveData", true);

  /** The device has no room for anything more; or for nothing whose name begins so. */
  function fullStorage(names = "") {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function put(key, text) {
      if (!key.startsWith(names)) return setItem.call(this, key, text);
      throw new DOMException(`Setting the value of ${key} exceeded the quota.`, "QuotaExceededError");
    };
  }

  /** The browser promises to keep what is stored, or not; "nothing" is an old one, and "never" one that refuses. */
  function lasting(promise) {
    if (promise === "nothing") define(Navigator.prototype, "storage", undefined);
    for (const name of ["persisted", "persist"]) {
      define(StorageManager.prototype, name, () => {
        globalThis.asked = [...(globalThis.asked ?? []), name];
        return promise === "never" ? Promise.reject(new TypeError("no shelf")) : Promise.resolve(promise);
      });
    }
  }

  /** The page was installed. */
  function installed() {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : matchMedia(query));
  }

  /** The storage gets a text. */
  const store = (key, text) => localStorage.setItem(key, text);

  /** The storage has these texts and no others. */
  function onlyStored(texts) {
    localStorage.clear();
    for (const [key, text] of Object.entries(texts)) store(key, text);
  }

  /** The storage has had a text since before the first visit of this tab. */
  function storedBefore(key, text) {
    allStoredBefore({ [key]: text });
  }

  /** The storage has had several texts since then. */
  function allStoredBefore(texts) {
    if (sessionStorage.opened) return;
    for (const [key, text] of Object.entries(texts)) store(key, text);
    sessionStorage.opened = true;
  }

  /** Everything that is explained once has been explained on this device. */
  function told(key, text) {
    try {
      localStorage[key] ??= text;
    } catch {
      // storage is denied
    }
  }

  /** The browser draws nothing but zeros. */
  function fixedChance() {
    Crypto.prototype.getRandomValues = (numbers) => numbers.fill(0);
  }

  /** The browser cannot draw numbers. */
  function brokenChance() {
    crypto.getRandomValues = () => {
      throw new Error("no ink");
    };
  }

  /** The browser throws when a drawing or a name changes, until `mendPen` is called. */
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

  /** The browser translates the page: each text gives way to an element with its translation. The test learns how many. */
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

  /** Python knows how to recover, notes that in `done`, and fails while the page is `stubborn`. */
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

  /** The page gets another script. */
  const script = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));

  /** The visitor chooses a theme. */
  const theme = (name) => cartographers.theme(name);

  /** The page is behind another tab, or before it again. */
  function behind(yes) {
    define(document, "hidden", yes);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  /** An element is not shown. */
  function hidden(element) {
    element.style.display = "none";
  }

  /** An element loses all it holds. */
  const emptied = (element) => element.replaceChildren();

  /** An element uses other drawings. */
  function redrawn(element, old, other) {
    element.innerHTML = element.innerHTML.replaceAll(old, other);
  }

  /** An element gets no wider than this. */
  function narrowed(element, width) {
    element.style.maxWidth = width;
  }

  /** A frame tells the page around it a height. */
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
