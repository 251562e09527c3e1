/** Renders an SVG file as pixels of four bytes each: node preview.mjs SVG PIXELS FONT... Its text is in these fonts. */
import { readFileSync, writeFileSync } from "node:fs";
import { initWasm, Resvg } from "../../web/node_modules/@resvg/resvg-wasm/index.mjs";

const [svg, pixels, ...fonts] = process.argv.slice(2);
await initWasm(readFileSync(new URL("../../web/node_modules/@resvg/resvg-wasm/index_bg.wasm", import.meta.url)));
const image = new Resvg(readFileSync(svg, "utf8"), {
  font: { fontBuffers: fonts.map((font) => readFileSync(font)) },
}).render();
writeFileSync(pixels, image.pixels);
