/** Writes a font with only some letters of another one: node subset.mjs FONT LETTERS OUT. LETTERS is a text file. */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "../../web/node_modules/subset-font/index.js";

const [font, letters, out] = process.argv.slice(2);
writeFileSync(out, await subsetFont(readFileSync(font), readFileSync(letters, "utf8"), { targetFormat: "woff2" }));
