/**
 * Writes a font with only some letters of another one, next to it: node subset.mjs LETTERS FEATURE... FONT. The new font
 * keeps the named OpenType features, or all features if the command names none.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "../../web/node_modules/subset-font/index.js";

const [letters, ...features] = process.argv.slice(2);
const font = features.pop();
const options = { targetFormat: "woff2", keepFeatures: features.length > 0 ? features : undefined };
writeFileSync(`${font}.made`, await subsetFont(readFileSync(font), letters, options));
