/**
 * Minifies scripts and styles: node minify.mjs READABLE SMALL. Both are JSON files with texts by file name.
 *
 * able.js stays ES5. All other scripts are ES2022, as in bundle.mjs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { transform } from "../../web/node_modules/esbuild/lib/main.js";

const [readable, small] = process.argv.slice(2);
const texts = Object.entries(JSON.parse(readFileSync(readable, "utf8")));
const minify = async ([name, text]) => {
  const isStyle = extname(name) === ".css";
  const target = name === "able.js" ? "es5" : "es2022";
  const { code } = await transform(text, { loader: isStyle ? "css" : "js", target, minify: true });
  return [name, code.trimEnd()];
};
writeFileSync(small, JSON.stringify(Object.fromEntries(await Promise.all(texts.map(minify)))));
