/**
 * Splits Python's WebAssembly in two: node split.mjs FUNCTIONS IN_FOLDER OUT_FOLDER, where IN_FOLDER is the result of
 * trim.mjs. pyodide.asm.wasm keeps the functions that the page calls; pyodide.cold.wasm gets all others. page/cold.mjs,
 * which belongs at the top of pyodide.mjs, fetches the second file after the start.
 *
 * FUNCTIONS is a list of the functions to keep, by number: first the number of all functions, then ranges. A Pyodide
 * that counts its calls (node split.mjs --notes IN_FOLDER OUT_FOLDER) provides the numbers, and page/used.js reports
 * them. The list fits only one WebAssembly: this step fails for any other number of functions.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { FEATURES, need, replaced, run, stop } from "./step.mjs";
import { exportsOf, functionsOf, withExports } from "./wasm.mjs";

/** The changes that make pyodide.mjs use cold.mjs. */
const REPLACED = [
  ["s.env.JsvError_Check=c;", "s.env.JsvError_Check=c;s.placeholder=pythonsColdHalf.placeholders;"],
  [
    "let{instance:d,module:u}=l;r(d,u)",
    'let{instance:d,module:u}=l;r(pythonsColdHalf.start(d,e+"pyodide.cold.wasm"),u)',
  ],
];
/** The prefix of exports that only the second file needs. */
const PREFIX = "%";
const TABLE = 1;
const FIRST_TABLE = "__indirect_function_table";

const [functionList, from, to] = process.argv.slice(2);
const notes = functionList === "--notes";
if (!to) stop("Usage: node split.mjs FUNCTIONS|--notes IN_FOLDER OUT_FOLDER");
need("wasm-split");

const folder = mkdtempSync(join(tmpdir(), "split-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const whole = join(from, "pyodide.asm.wasm");
mkdirSync(to, { recursive: true });
copyFileSync(join(from, "pyodide.asm.mjs"), join(to, "pyodide.asm.mjs"));
if (notes) {
  run("wasm-split", ...FEATURES, "--instrument", whole, "-o", join(to, "pyodide.asm.wasm"));
  copyFileSync(join(from, "pyodide.mjs"), join(to, "pyodide.mjs"));
} else {
  split();
  writeFileSync(
    join(to, "pyodide.mjs"),
    replaced(readFileSync(join(from, "pyodide.mjs"), "utf8"), "pyodide.mjs", REPLACED),
  );
}

function split() {
  const [list, first, second] = [join(folder, "used.txt"), join(folder, "first.wasm"), join(to, "pyodide.cold.wasm")];
  const functions = functionsOf(readFileSync(whole));
  const wanted = used(functions);
  writeFileSync(list, wanted.join("\n"));
  const options = [`--keep-funcs=@${list}`, `--export-prefix=${PREFIX}`, "-o1", first, "-o2", second];
  run("wasm-split", ...FEATURES, ...options, whole);
  if (functionsOf(readFileSync(second)) !== functions - wanted.length) {
    stop(`wasm-split did not split the functions as listed in ${functionList}.`);
  }
  writeFileSync(join(to, "pyodide.asm.wasm"), tablesMended(readFileSync(first)));
}

/** Returns the functions to keep, by number, which is wasm-split's name for them. */
function used(functions) {
  const list = readFileSync(functionList, "utf8");
  const [count, ...ranges] = list.trim().split(/\s+/);
  if (Number(count) !== functions) {
    stop(`${functionList} is about ${count} functions, but there are ${functions}. Write the list again.`);
  }
  return ranges.flatMap((range) => {
    const [start, end = start] = range.split("-").map(Number);
    return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
  });
}

/** Numbers the exported tables, because wasm-split 108 exports each table that it adds as the first one. */
function tablesMended(wasm) {
  const exported = exportsOf(wasm);
  const tables = exported.filter(({ kind }) => kind === TABLE);
  if (tables[0]?.name !== FIRST_TABLE) stop(`The first exported table should be ${FIRST_TABLE}.`);
  tables.forEach((table, index) => {
    if (table.index !== 0 && table.index !== index) stop("wasm-split exported the tables in an unexpected order.");
    table.index = index;
    if (index && !table.name.startsWith(PREFIX)) stop(`The table ${table.name} should begin with ${PREFIX}.`);
  });
  return withExports(wasm, exported);
}
