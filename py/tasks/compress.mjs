/** Compresses files as much as possible: node compress.mjs gzip|deflate FILE... Each result is next to its file. */
import { readFileSync, writeFileSync } from "node:fs";
import { deflate, gzip } from "../../web/node_modules/pako/dist/pako.mjs";

const [format, ...files] = process.argv.slice(2);
const compress = { deflate, gzip }[format];
for (const file of files) writeFileSync(`${file}.made`, compress(readFileSync(file), { level: 9 }));
