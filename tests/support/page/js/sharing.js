/** Share menus, clipboards, and canvases as in players' browsers. */
(() => {
  /** Gives a property a value in place of the browser's. */
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** Makes the browser share texts and files with other apps, and notes them in `sharedItems`. */
  function addSharing() {
    globalThis.sharedItems = [];
    define(Navigator.prototype, "canShare", () => true);
    define(Navigator.prototype, "share", ({ text, files }) =>
      Promise.resolve(globalThis.sharedItems.push(text ?? files[0].name)),
    );
  }

  /** Removes the share menu. */
  const removeSharing = () => define(Navigator.prototype, "share", undefined);

  /** Makes the share menu fail with a named error. */
  function failSharing(name) {
    define(Navigator.prototype, "canShare", () => true);
    define(Navigator.prototype, "share", () => Promise.reject(new DOMException("it fails", name)));
  }

  /** Keeps the share menu open until the test calls `closeShareMenu`, with or without the name of an error. */
  function keepShareMenuOpen() {
    define(Navigator.prototype, "share", () => {
      const menu = new Promise((resolve, reject) => {
        globalThis.closeShareMenu = (name) => (name ? reject(new DOMException("it ends", name)) : resolve());
      });
      return menu;
    });
  }

  /** Runs the next timer of more than 2 s at once. */
  function skipNextTimer() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (callback, delay, ...args) => {
      if (delay <= 2000) return setTimeout(callback, delay, ...args);
      globalThis.setTimeout = setTimeout;
      return setTimeout(callback, 0, ...args);
    };
  }

  /** Removes the clipboard, as without https; the old command to copy works, or doesn't. */
  function removeClipboard(canUseCommand) {
    define(Navigator.prototype, "clipboard", undefined);
    const { execCommand } = Document.prototype;
    Document.prototype.execCommand = function run(...args) {
      globalThis.copiedText = getSelection().toString();
      return canUseCommand && execCommand.apply(this, args);
    };
  }

  /** Protects canvases: pages read `white` or `random` pixels, or true ones with a little `noise`. */
  function protectCanvas(mode) {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    const { toBlob } = HTMLCanvasElement.prototype;
    const changeValue = {
      white: () => 255,
      random: () => Math.floor(256 * Math.random()),
      noise: (value, index) => (index % 50 ? value : value + 3 - 6 * (value > 9)),
    }[mode];
    CanvasRenderingContext2D.prototype.getImageData = function read(...args) {
      const imageData = getImageData.apply(this, args);
      imageData.data.forEach((value, index) => {
        if (index % 4 < 3) imageData.data[index] = changeValue(value, index);
      });
      return imageData;
    };
    HTMLCanvasElement.prototype.toBlob = function write(...args) {
      const { width, height } = this;
      const context = this.getContext("2d");
      context.putImageData(context.getImageData(0, 0, width, height), 0, 0);
      toBlob.apply(this, args);
    };
  }

  /** Breaks `toBlob`: it returns a `white` file even though the pixels are right, or `nothing`, or `never` answers. */
  function breakToBlob(mode) {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function write(callback, type) {
      if (mode === "nothing") callback(null);
      if (mode === "never") skipNextTimer(); // ends the wait for the answer
      if (mode !== "white") return;
      const blankCanvas = document.createElement("canvas");
      Object.assign(blankCanvas, { width: this.width, height: this.height });
      toBlob.call(blankCanvas, callback, type);
    };
  }

  /** Prevents the browser from decoding images made by scripts until the test calls `repairImages`. */
  function breakImages() {
    const { decode } = HTMLImageElement.prototype;
    globalThis.repairImages = () => {
      HTMLImageElement.prototype.decode = decode;
    };
    HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("no ink", "EncodingError"));
  }

  /** Returns whether the browser has drawn an image. */
  const isDrawn = (image) => image.decode().then(() => image.naturalWidth > 0);

  /** Returns the width and height of the picture on the clipboard. */
  async function measureCopiedPicture() {
    const [item] = await navigator.clipboard.read();
    const { width, height } = await createImageBitmap(await item.getType("image/png"));
    return [width, height];
  }

  /** Draws a picture of a text after the browser has forgotten its fetched files, and returns the picture's fonts. */
  async function listFontsInPicture(text) {
    performance.clearResourceTimings();
    breakToBlob("nothing");
    const { createObjectURL } = URL;
    let drawing;
    URL.createObjectURL = (blob) => {
      drawing ??= blob; // the drawing comes first, then the canvas's result
      return createObjectURL(blob);
    };
    const content = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text>${text}</text></svg>`;
    await new Promise((resolve) =>
      cartographers.share({ what: "picture", way: "draw", kind: "picture", content }, resolve),
    );
    const rules = (await drawing.text()).match(/@font-face[^}]*url\("data:[^}]*\}/g) ?? [];
    return rules.map((rule) => {
      const properties = ["font-family", "font-weight", "font-style", "unicode-range"];
      return properties.map((name) => new RegExp(`${name}: ?"?([^;,"}-]+)`).exec(rule)?.[1] ?? "normal").join(" ");
    });
  }

  return {
    addSharing,
    breakImages,
    breakToBlob,
    failSharing,
    isDrawn,
    keepShareMenuOpen,
    listFontsInPicture,
    measureCopiedPicture,
    protectCanvas,
    removeClipboard,
    removeSharing,
    skipNextTimer,
  };
})();
