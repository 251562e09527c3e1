/**
 * Writes a font with only some letters of another one: node subset.mjs FONT LETTERS OUT FEATURE... LETTERS is a text
 * file. The new font keeps the named OpenType features, or all features if the command names none.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "../../web/node_modules/subset-font/index.js";

const [font, letters, out, ...features] = process.argv.slice(2);
const options = { targetFormat: "woff2", keepFeatures: features.length > 0 ? features : undefined };
writeFileSync(out, await subsetFont(readFileSync(font), readFileSync(letters, "utf8"), options));
