/**
 * What leaves the page when the player wants it to: texts, files, pictures.
 *
 * Each function returns how that went: "shared", "copied" or "saved"; "shown" if the player has to copy the text by
 * hand; "" if the player has changed their mind.
 */

const A_WHILE = 60_000;
const SVG = "image/svg+xml";
const FACE = /@font-face\s*\{[^}]*\}/g;
const ADDRESS = /url\("([^"]+)"\)/;

/** Hand a text to another app, or copy it. */
export async function text(_, content) {
  try {
    if (navigator.share) {
      await navigator.share({ text: content });
      return "shared";
    }
  } catch (error) {
    if (error.name === "AbortError") return "";
  }
  try {
    await navigator.clipboard.writeText(content);
    return "copied";
  } catch {
    return "shown";
  }
}

/** Let the browser save a text as a file. */
export function file(name, content) {
  return save(name, new Blob([content], { type: "text/plain" }));
}

function save(name, blob) {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), A_WHILE);
  return "saved";
}

/** Make a PNG of a drawing, and hand it to another app, or save it. */
export async function picture(name, drawing) {
  const blob = await painted(await complete(drawing));
  const files = [new File([blob], name, { type: blob.type })];
  try {
    if (navigator.canShare?.({ files })) {
      await navigator.share({ files });
      return "shared";
    }
  } catch (error) {
    if (error.name === "AbortError") return "";
  }
  return save(name, blob);
}

/**
 * The drawing with all that it takes from the page: a picture can fetch nothing by itself. It is always on parchment.
 * It is put together as text, because the page's policy forbids styles in documents that it makes.
 */
async function complete(drawing) {
  const style = [...document.querySelectorAll("style")].map((found) => found.textContent).join("\n");
  const faces = await Promise.all((style.match(FACE) ?? []).map(embedded));
  const art = [...document.querySelectorAll("svg.art")].map((found) => new XMLSerializer().serializeToString(found));
  const looks = `<style><![CDATA[${style.replaceAll(FACE, "")}${faces.join("")}]]></style>`;
  const head = drawing.indexOf(">") + 1;
  return [drawing.slice(0, head), looks, ...art, drawing.slice(head)].join("");
}

/** The rule of a face with its file in it; nothing if the page has not used it. */
async function embedded(rule) {
  const [, address] = ADDRESS.exec(rule);
  const used = performance.getEntriesByName(new URL(address, document.baseURI).href).length > 0;
  if (!used) return "";
  const response = await fetch(address);
  return rule.replace(ADDRESS, `url("${await inside(await response.blob())}")`);
}

/** A file as an address that holds all of it. */
function inside(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function painted(drawing) {
  const url = URL.createObjectURL(new Blob([drawing], { type: SVG }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((done, failed) => {
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the browser has made no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
