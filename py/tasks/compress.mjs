/** Compresses files: node compress.mjs gzip|deflate FILE... Each gets a neighbor with the suffix .packed. */
import { readFileSync, writeFileSync } from "node:fs";
import { deflate, gzip } from "../../web/node_modules/pako/dist/pako.mjs";

const [format, ...files] = process.argv.slice(2);
const compress = { deflate, gzip }[format];
for (const file of files) writeFileSync(`${file}.packed`, compress(readFileSync(file), { level: 9 }));
