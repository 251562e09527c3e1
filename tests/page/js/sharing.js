/** Share menus, clipboards, and canvases as in players' browsers. */
(() => {
  /** Gives a property a value in place of the browser's. */
  function define(object, name, value) {
    Object.defineProperty(object, name, { value, configurable: true });
  }

  /** Makes the browser share texts and files with other apps, and notes them in `handed`. */
  function sharing() {
    globalThis.handed = [];
    define(Navigator.prototype, "canShare", () => true);
    define(Navigator.prototype, "share", ({ text, files }) =>
      Promise.resolve(globalThis.handed.push(text ?? files[0].name)),
    );
  }

  /** Removes the share menu. */
  const noSharing = () => define(Navigator.prototype, "share", undefined);

  /** Makes the share menu fail with a named error. */
  function failingShare(name) {
    define(Navigator.prototype, "canShare", () => true);
    define(Navigator.prototype, "share", () => Promise.reject(new DOMException("it fails", name)));
  }

  /** Keeps the share menu open until the test calls `endShare`, with or without the name of an error. */
  function openShare() {
    define(Navigator.prototype, "share", () => {
      const menu = new Promise((done, failed) => {
        globalThis.endShare = (name) => (name ? failed(new DOMException("it ends", name)) : done());
      });
      return menu;
    });
  }

  /** Runs the next timer of more than 2 s at once. */
  function impatience() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, pause, ...all) => {
      if (pause <= 2000) return setTimeout(work, pause, ...all);
      globalThis.setTimeout = setTimeout;
      return setTimeout(work, 0, ...all);
    };
  }

  /** Removes the clipboard, as without https; the old command to copy works, or doesn't. */
  function noClipboard(oldWay) {
    define(Navigator.prototype, "clipboard", undefined);
    const { execCommand } = Document.prototype;
    Document.prototype.execCommand = function run(...its) {
      globalThis.copied = getSelection().toString();
      return oldWay && execCommand.apply(this, its);
    };
  }

  /** Protects canvases: pages read `white` or `random` pixels, or true ones with a little `noise`. */
  function protectedCanvas(how) {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    const { toBlob } = HTMLCanvasElement.prototype;
    const change = {
      white: () => 255,
      random: () => Math.floor(256 * Math.random()),
      noise: (value, place) => (place % 50 ? value : value + 3 - 6 * (value > 9)),
    }[how];
    CanvasRenderingContext2D.prototype.getImageData = function read(...its) {
      const found = getImageData.apply(this, its);
      found.data.forEach((value, place) => {
        if (place % 4 < 3) found.data[place] = change(value, place);
      });
      return found;
    };
    HTMLCanvasElement.prototype.toBlob = function write(...its) {
      const { width, height } = this;
      const context = this.getContext("2d");
      context.putImageData(context.getImageData(0, 0, width, height), 0, 0);
      toBlob.apply(this, its);
    };
  }

  /** Breaks `toBlob`: it returns a `white` file even though the pixels are right, or `nothing`, or `never` answers. */
  function uselessCanvas(how) {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function write(done, type) {
      if (how === "nothing") done(null);
      if (how === "never") impatience(); // ends the wait for the answer
      if (how !== "white") return;
      const sheet = document.createElement("canvas");
      Object.assign(sheet, { width: this.width, height: this.height });
      toBlob.call(sheet, done, type);
    };
  }

  /** Prevents the browser from decoding images made by scripts until the test calls `mendImages`. */
  function brokenImages() {
    const { decode } = HTMLImageElement.prototype;
    globalThis.mendImages = () => {
      HTMLImageElement.prototype.decode = decode;
    };
    HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("no ink", "EncodingError"));
  }

  /** Returns whether the browser has drawn an image. */
  const isDrawn = (image) => image.decode().then(() => image.naturalWidth > 0);

  /** Returns the width and height of the picture on the clipboard. */
  async function copiedPicture() {
    const [item] = await navigator.clipboard.read();
    const { width, height } = await createImageBitmap(await item.getType("image/png"));
    return [width, height];
  }

  /** Draws a picture of a text after the browser has forgotten its fetched files, and returns the picture's fonts. */
  async function facesInPicture(text) {
    performance.clearResourceTimings();
    uselessCanvas("nothing");
    const { createObjectURL } = URL;
    let drawing;
    URL.createObjectURL = (blob) => {
      drawing ??= blob; // the drawing comes first, then the canvas's result
      return createObjectURL(blob);
    };
    const content = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text>${text}</text></svg>`;
    await new Promise((done) => cartographers.share({ what: "picture", way: "draw", kind: "picture", content }, done));
    const rules = (await drawing.text()).match(/@font-face[^}]*url\("data:[^}]*\}/g) ?? [];
    return rules.map((rule) => {
      const parts = ["font-family", "font-weight", "font-style", "unicode-range"];
      return parts.map((name) => new RegExp(`${name}: "?([^;,"-]+)`).exec(rule)?.[1] ?? "normal").join(" ");
    });
  }

  return {
    brokenImages,
    copiedPicture,
    facesInPicture,
    failingShare,
    impatience,
    isDrawn,
    noClipboard,
    noSharing,
    openShare,
    protectedCanvas,
    sharing,
    uselessCanvas,
  };
})();
