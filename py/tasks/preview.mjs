/** Renders an SVG file as pixels of four bytes each, next to it: node preview.mjs FONT... SVG. Its text is in these fonts. */
import { readFileSync, writeFileSync } from "node:fs";
import { initWasm, Resvg } from "../../web/node_modules/@resvg/resvg-wasm/index.mjs";

const files = process.argv.slice(2);
const svg = files.pop();
await initWasm(readFileSync(new URL("../../web/node_modules/@resvg/resvg-wasm/index_bg.wasm", import.meta.url)));
const image = new Resvg(readFileSync(svg, "utf8"), {
  font: { fontBuffers: files.map((font) => readFileSync(font)) },
}).render();
writeFileSync(`${svg}.made`, image.pixels);
