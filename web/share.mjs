/**
 * Sharing: texts, files, and pictures that leave the page at the player's request.
 *
 * `shareItem({what, way, kind, name, content}, onOutcome)` hands out a `text`, a `file`, or a `picture` under a name.
 * The way is `share`, `copy`, or `save`, or `draw` to draw the picture. It calls `onOutcome(what, outcome)`, perhaps
 * more than once, with the outcome:
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
import { copy, withTimeout } from "./copy.mjs";

const REVOKE_DELAY = 60_000;
/** The time limit in milliseconds for each step of making a picture, and for its fonts. */
const STEP_TIMEOUT = 10_000;
const FONT_TIMEOUT = 4000;
/** Milliseconds that the share menu has before the page offers another way. */
const MENU_TIMEOUT = 15_000;
const SVG = "image/svg+xml";
const PNG = "image/png";
const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
const FONT_URL = /url\("?([^")]+)"?\)/;
/** A range of the characters in a font. */
const CHARACTER_RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g;

export function shareItem(item, onOutcome) {
  const { what, way, kind } = item;
  const report = (outcome, ...details) => onOutcome(what, outcome, ...details);
  handlers[way](item, report).catch(() => report(kind === "picture" ? "failed" : "shown"));
}

const handlers = {
  async draw({ content }, report) {
    const { blob, address } = await getPicture(content);
    const format = blob.type === PNG ? "png" : "svg";
    report("drawn", address, format, listWays(blob).join(","));
  },

  async share(item, report) {
    const timer = setTimeout(report, MENU_TIMEOUT, "late");
    try {
      await navigator.share(item.kind === "text" ? { text: item.content } : { files: [await createFile(item)] });
      report("sent");
    } catch ({ name }) {
      if (name === "AbortError") report("");
      else if (name === "InvalidStateError") report("late");
      else if (item.kind === "text") await handlers.copy(item, report);
      else report("refused");
    } finally {
      clearTimeout(timer);
    }
  },

  /** Copies without awaiting anything first, because Safari copies only while the page handles a tap. */
  async copy({ kind, content }, report) {
    if (kind !== "picture") {
      report((await copy(content)) ? "copied" : "shown");
      return;
    }
    try {
      const clipboardItem = new ClipboardItem({ [PNG]: getPicture(content).then(({ blob }) => blob) });
      await withTimeout(STEP_TIMEOUT, navigator.clipboard.write([clipboardItem]));
      report("copied");
    } catch {
      report("refused");
    }
  },

  async save(item, report) {
    const file = await createFile(item);
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY);
    report("asked");
  },
};

/** Returns the ways in which this browser can hand out a picture. */
function listWays(blob) {
  const files = [new File([blob], "picture", { type: blob.type })];
  const supported = {
    share: navigator.canShare?.({ files }),
    copy: blob.type === PNG && globalThis.ClipboardItem && navigator.clipboard?.write,
    save: true,
  };
  return Object.keys(supported).filter((way) => supported[way]);
}

async function createFile({ kind, name, content }) {
  if (kind !== "picture") return new File([content], name, { type: name.endsWith(".csv") ? "text/csv" : "text/plain" });
  const { blob } = await getPicture(content);
  return new File([blob], blob.type === PNG ? name : name.replace(/png$/, "svg"), { type: blob.type });
}

/** The last drawing, and a promise of its picture. */
let lastPicture = { drawing: "", picture: undefined };

/** Returns the picture of a drawing: a blob and its address, which is valid until the next picture. */
function getPicture(drawing) {
  if (drawing !== lastPicture.drawing) {
    lastPicture.picture?.then(({ address }) => URL.revokeObjectURL(address)).catch(() => {});
    lastPicture = { drawing, picture: createPicture(drawing) };
    lastPicture.picture.catch(() => {
      lastPicture = { drawing: "", picture: undefined };
    });
  }
  return lastPicture.picture;
}

/** Makes a PNG of a drawing, or an SVG if the browser protects its canvases. */
async function createPicture(drawing) {
  const svg = new Blob([await embedResources(drawing)], { type: SVG });
  const address = URL.createObjectURL(svg);
  const image = await loadImage(address);
  try {
    const png = await withTimeout(STEP_TIMEOUT, renderPng(image));
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
async function embedResources(drawing) {
  const style = [...document.querySelectorAll("style")].map((element) => element.textContent).join("\n");
  const fontRules = await Promise.all((style.match(FONT_FACE) ?? []).map((rule) => embedFont(rule, drawing)));
  const art = [...document.querySelectorAll("svg.art")].map((element) =>
    new XMLSerializer().serializeToString(element),
  );
  // A picture is the same whatever size of text its visitor has chosen.
  const styleElement = `<style><![CDATA[:root{font-size:16px}${style.replaceAll(FONT_FACE, "")}${fontRules.join("")}]]></style>`;
  const headEnd = drawing.indexOf(">") + 1;
  return [drawing.slice(0, headEnd), styleElement, ...art, drawing.slice(headEnd)].join("");
}

/**
 * Returns whether a drawing has characters of a font. It doesn't check whether the page has fetched the font, because
 * Firefox doesn't record files that come from its cache.
 */
function isFontNeeded(rule, drawing) {
  const ranges = [...rule.matchAll(CHARACTER_RANGE)].map(([, first, last = first]) => `\\u{${first}}-\\u{${last}}`);
  return new RegExp(`[${ranges.join("")}]`, "u").test(drawing);
}

/** Returns the rule of a font with its file in it; nothing if the drawing doesn't need it, or its file is missing. */
async function embedFont(rule, drawing) {
  if (!isFontNeeded(rule, drawing)) return "";
  const [, address] = FONT_URL.exec(rule);
  try {
    const fontFile = fetch(address).then((response) => response.blob());
    return rule.replace(FONT_URL, `url("${await withTimeout(FONT_TIMEOUT, fontFile.then(toDataUrl))}")`);
  } catch {
    return "";
  }
}

/** Returns a file as an address that contains it. */
function toDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function loadImage(address) {
  const image = new Image();
  image.src = address;
  await withTimeout(STEP_TIMEOUT, image.decode());
  return image;
}

// ------------------------------------------------------------------- canvases

/** The rows of a picture that are examined, and the colors painted below them. */
const SAMPLED_ROWS = 12;
const TEST_COLORS = ["#c81e50", "#1e50c8", "#50c81e", "#0a0a0a"];
/** The largest difference that counts as the same color, because some browsers add a little invisible noise. */
const MAX_NOISE = 24;
/** The share of values that may be further off. */
const MAX_DIFFERING_SHARE = 0.01;
/** A drawing has more distinct values than this; a blank sheet doesn't. */
const MAX_BLANK_VALUES = 8;

/**
 * Paints an image as PNG, and examines the result. Browsers that prevent fingerprinting by canvases return white or
 * random pixels, nothing, or never answer.
 */
async function renderPng(image) {
  const canvas = createCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, PNG));
  const address = URL.createObjectURL(blob);
  try {
    const [paintedPixels, decodedPixels] = [samplePixels(canvas), samplePixels(await loadImage(address))];
    if (new Set(paintedPixels.slice(0, SAMPLED_ROWS * canvas.width)).size <= MAX_BLANK_VALUES)
      throw new Error("nothing was painted");
    const differing = decodedPixels.filter((value, index) => Math.abs(value - paintedPixels[index]) > MAX_NOISE);
    if (differing.length > MAX_DIFFERING_SHARE * decodedPixels.length)
      throw new Error("the pixels differ from those that were painted");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function createCanvas(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Returns the pixels of some rows of a picture. Throws if the browser misreports known colors. */
function samplePixels(picture) {
  const { width, height } = picture;
  const sample = createCanvas(width, SAMPLED_ROWS + 1);
  const context = sample.getContext("2d", { willReadFrequently: true });
  for (let row = 0; row < SAMPLED_ROWS; row++) {
    context.drawImage(picture, 0, Math.floor(((row + 0.5) * height) / SAMPLED_ROWS), width, 1, 0, row, width, 1);
  }
  TEST_COLORS.forEach((color, index) => {
    context.fillStyle = color;
    context.fillRect((index * width) / TEST_COLORS.length, SAMPLED_ROWS, width / TEST_COLORS.length, 1);
  });
  const { data } = context.getImageData(0, 0, width, SAMPLED_ROWS + 1);
  TEST_COLORS.forEach((color, index) => {
    const start = 4 * (SAMPLED_ROWS * width + Math.floor(((index + 0.5) * width) / TEST_COLORS.length));
    const actual = data.subarray(start, start + 3);
    const expected = [1, 3, 5].map((digit) => Number.parseInt(color.slice(digit, digit + 2), 16));
    if (expected.some((value, channel) => Math.abs(value - actual[channel]) > MAX_NOISE)) {
      throw new Error("the browser hides the content of canvases from pages");
    }
  });
  return data;
}
