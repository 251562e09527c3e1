/**
 * Cuts PyScript's core: node pyscript.mjs CUT IN_FOLDER OUT_FOLDER. README.md explains each cut and its savings.
 *
 * Each text must occur exactly once. The texts contain minified names, so another version of PyScript needs other
 * texts.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { replaced, stop } from "./step.mjs";

const CUTS = {
  sources: [
    // The start of every script writes PyScript's package, 32 KB of source, to Python's file system.
    [/wo\("\.",\{pyscript:\{.*?\}\}\),(?=ho\.push\("import pyscript)/, ""],
    // Only that write needs paths. The names stay, because PyScript deletes them afterwards.
    ['"from pathlib import Path as _Path","_path = None"', '"_Path = _path = None"'],
  ],
  // This makes a function from a string for workers.
  eval: [["return Function(`return(w,x)=>(${r})(w,x,...[${s}])`)()", "return"]],
  database: [
    // The record of packages installed earlier: a Map with two more methods.
    ["new h(`${c}@${t}`)", "Object.assign(new Map,{sync(){},close(){}})"],
    // The record of the device's folders mounted earlier.
    ["no=new y(eo)", "no=new Map"],
  ],
  observer: [["(e.observe(t,{childList:!0,subtree:!0,attributes:!0}),t)", "t"]],
};

const [cut, from, to] = process.argv.slice(2);
if (!to || !(cut in CUTS)) stop(`Usage: node pyscript.mjs ${Object.keys(CUTS).join("|")} IN_FOLDER OUT_FOLDER`);

mkdirSync(to);
for (const name of readdirSync(from)) {
  if (name.startsWith("error-")) copyFileSync(join(from, name), join(to, name));
  if (/^core-.*\.js$/.test(name))
    writeFileSync(join(to, name), replaced(readFileSync(join(from, name), "utf8"), name, CUTS[cut]));
}
