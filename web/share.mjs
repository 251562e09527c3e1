/**
 * Sharing: texts, files, and pictures that leave the page at the player's request.
 *
 * `handOut({what, way, kind, name, content}, tell)` hands out a `text`, a `file`, or a `picture` under a name. The way
 * is `share`, `copy`, or `save`, or `draw` to draw the picture. It calls `tell(what, how)`, perhaps more than once,
 * with the outcome:
 *
 *     sent     the device's share menu has it; Windows says so as soon as the menu opens
 *     copied   the clipboard has it
 *     asked    the browser was asked to save a file; browsers don't report the result
 *     shown    the player must copy the text by hand
 *     late     the share menu hasn't answered yet, or an earlier one is still open
 *     refused  the browser doesn't allow it
 *     failed   the picture couldn't be drawn
 *     ""       the player closed the share menu
 *     drawn    the picture is ready; its address, `png` or `svg`, and the ways to hand it out follow
 */
import { copy, within } from "./copy.mjs";

const A_WHILE = 60_000;
/** The time limit in milliseconds for each step of making a picture, and for its fonts. */
const PATIENCE = 10_000;
const PATIENCE_FOR_FACES = 4000;
/** Milliseconds that the share menu has before the page offers another way. */
const PATIENCE_FOR_MENU = 15_000;
const SVG = "image/svg+xml";
const PNG = "image/png";
const FACE = /@font-face\s*\{[^}]*\}/g;
const ADDRESS = /url\("([^"]+)"\)/;
/** A range of the characters in a font. */
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g;

export function handOut(thing, tell) {
  const { what, way, kind } = thing;
  const told = (how, ...more) => tell(what, how, ...more);
  ways[way](thing, told).catch(() => told(kind === "picture" ? "failed" : "shown"));
}

const ways = {
  async draw({ content }, told) {
    const { blob, address } = await paint(content);
    const format = blob.type === PNG ? "png" : "svg";
    told("drawn", address, format, waysOf(blob).join(","));
  },

  async share(thing, told) {
    const timer = setTimeout(told, PATIENCE_FOR_MENU, "late");
    try {
      await navigator.share(thing.kind === "text" ? { text: thing.content } : { files: [await fileOf(thing)] });
      told("sent");
    } catch ({ name }) {
      if (name === "AbortError") told("");
      else if (name === "InvalidStateError") told("late");
      else if (thing.kind === "text") await ways.copy(thing, told);
      else told("refused");
    } finally {
      clearTimeout(timer);
    }
  },

  /** Copies without awaiting anything first, because Safari copies only while the page handles a tap. */
  async copy({ kind, content }, told) {
    if (kind !== "picture") {
      told((await copy(content)) ? "copied" : "shown");
      return;
    }
    try {
      const item = new ClipboardItem({ [PNG]: paint(content).then(({ blob }) => blob) });
      await within(PATIENCE, navigator.clipboard.write([item]));
      told("copied");
    } catch {
      told("refused");
    }
  },

  async save(thing, told) {
    const file = await fileOf(thing);
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), A_WHILE);
    told("asked");
  },
};

/** Returns the ways in which this browser can hand out a picture. */
function waysOf(blob) {
  const files = [new File([blob], "picture", { type: blob.type })];
  const can = {
    share: navigator.canShare?.({ files }),
    copy: blob.type === PNG && globalThis.ClipboardItem && navigator.clipboard?.write,
    save: true,
  };
  return Object.keys(can).filter((way) => can[way]);
}

async function fileOf({ kind, name, content }) {
  if (kind !== "picture") return new File([content], name, { type: "text/plain" });
  const { blob } = await paint(content);
  return new File([blob], blob.type === PNG ? name : name.replace(/png$/, "svg"), { type: blob.type });
}

/** The last drawing, and a promise of its picture. */
let last = { drawing: "", picture: undefined };

/** Returns the picture of a drawing: a blob and its address, which is valid until the next picture. */
function paint(drawing) {
  if (drawing !== last.drawing) {
    last.picture?.then(({ address }) => URL.revokeObjectURL(address)).catch(() => {});
    last = { drawing, picture: paintNew(drawing) };
    last.picture.catch(() => {
      last = { drawing: "", picture: undefined };
    });
  }
  return last.picture;
}

/** Makes a PNG of a drawing, or an SVG if the browser protects its canvases. */
async function paintNew(drawing) {
  const svg = new Blob([await complete(drawing)], { type: SVG });
  const address = URL.createObjectURL(svg);
  const image = await loaded(address);
  try {
    const png = await within(PATIENCE, asPng(image));
    URL.revokeObjectURL(address);
    return { blob: png, address: URL.createObjectURL(png) };
  } catch (error) {
    console.info(`The picture will be an SVG file: ${error.message}`);
    return { blob: svg, address };
  }
}

/**
 * Returns the drawing with everything that it uses from the page, because a picture can't fetch anything. Its theme is
 * always parchment. It is assembled as text, because the page's policy forbids styles in documents that it makes.
 */
async function complete(drawing) {
  const style = [...document.querySelectorAll("style")].map((found) => found.textContent).join("\n");
  const faces = await Promise.all((style.match(FACE) ?? []).map((rule) => embedded(rule, drawing)));
  const art = [...document.querySelectorAll("svg.art")].map((found) => new XMLSerializer().serializeToString(found));
  const looks = `<style><![CDATA[${style.replaceAll(FACE, "")}${faces.join("")}]]></style>`;
  const head = drawing.indexOf(">") + 1;
  return [drawing.slice(0, head), looks, ...art, drawing.slice(head)].join("");
}

/**
 * Returns whether a drawing has characters of a font. It doesn't check whether the page has fetched the font, because
 * Firefox doesn't record files that come from its cache.
 */
function isNeeded(rule, drawing) {
  const ranges = [...rule.matchAll(RANGE)].map(([, first, last = first]) => `\\u{${first}}-\\u{${last}}`);
  return new RegExp(`[${ranges.join("")}]`, "u").test(drawing);
}

/** Returns the rule of a font with its file in it; nothing if the drawing doesn't need it, or its file is missing. */
async function embedded(rule, drawing) {
  if (!isNeeded(rule, drawing)) return "";
  const [, address] = ADDRESS.exec(rule);
  try {
    const face = fetch(address).then((response) => response.blob());
    return rule.replace(ADDRESS, `url("${await within(PATIENCE_FOR_FACES, face.then(inside))}")`);
  } catch {
    return "";
  }
}

/** Returns a file as an address that contains it. */
function inside(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function loaded(address) {
  const image = new Image();
  image.src = address;
  await within(PATIENCE, image.decode());
  return image;
}

// ------------------------------------------------------------------- canvases

/** The rows of a picture that are examined, and the colors painted below them. */
const ROWS = 12;
const KNOWN = ["#c81e50", "#1e50c8", "#50c81e", "#0a0a0a"];
/** The largest difference that counts as the same color, because some browsers add a little invisible noise. */
const NOISE = 24;
/** The share of values that may be further off. */
const FEW = 0.01;
/** A drawing has more distinct values than this; a blank sheet doesn't. */
const BLANK = 8;

/**
 * Paints an image as PNG, and examines the result. Browsers that prevent fingerprinting by canvases return white or
 * random pixels, nothing, or never answer.
 */
async function asPng(image) {
  const canvas = blank(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, PNG));
  const address = URL.createObjectURL(blob);
  try {
    const [painted, read] = [pixels(canvas), pixels(await loaded(address))];
    if (new Set(painted.slice(0, ROWS * canvas.width)).size <= BLANK) throw new Error("nothing was painted");
    const off = read.filter((value, place) => Math.abs(value - painted[place]) > NOISE);
    if (off.length > FEW * read.length) throw new Error("the pixels differ from those that were painted");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function blank(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Returns the pixels of some rows of a picture. Throws if the browser misreports known colors. */
function pixels(picture) {
  const { width, height } = picture;
  const sample = blank(width, ROWS + 1);
  const context = sample.getContext("2d", { willReadFrequently: true });
  for (let row = 0; row < ROWS; row++) {
    context.drawImage(picture, 0, Math.floor(((row + 0.5) * height) / ROWS), width, 1, 0, row, width, 1);
  }
  KNOWN.forEach((color, place) => {
    context.fillStyle = color;
    context.fillRect((place * width) / KNOWN.length, ROWS, width / KNOWN.length, 1);
  });
  const { data } = context.getImageData(0, 0, width, ROWS + 1);
  KNOWN.forEach((color, place) => {
    const start = 4 * (ROWS * width + Math.floor(((place + 0.5) * width) / KNOWN.length));
    const found = data.subarray(start, start + 3);
    const wanted = [1, 3, 5].map((digit) => Number.parseInt(color.slice(digit, digit + 2), 16));
    if (wanted.some((value, channel) => Math.abs(value - found[channel]) > NOISE)) {
      throw new Error("the browser hides the content of canvases from pages");
    }
  });
  return data;
}
