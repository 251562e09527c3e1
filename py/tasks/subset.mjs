/**
 * Writes a font with only some letters of another one: node subset.mjs FONT LETTERS OUT FEATURE... LETTERS is a text
 * file. Of OpenType's features, only those that are named stay; without names, all of them do.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "../../web/node_modules/subset-font/index.js";

const [font, letters, out, ...features] = process.argv.slice(2);
const options = { targetFormat: "woff2", keepFeatures: features.length > 0 ? features : undefined };
writeFileSync(out, await subsetFont(readFileSync(font), readFileSync(letters, "utf8"), options));
