/**
 * Splits Python's WebAssembly in two: node split.mjs FUNCTIONS IN_FOLDER OUT_FOLDER, where IN_FOLDER is the result of
 * trim.mjs. pyodide.asm.wasm keeps the functions that the page uses, which are hot; pyodide.cold.wasm gets all others, and
 * the data that only they can reach (modules.mjs). page/cold.mjs, which belongs at the top of pyodide.mjs, fetches the
 * second file after the start.
 *
 * In the first file, the body of a cold function is a call through a table of cold functions. Until the second file has
 * filled that table, each such body first calls the page, which fetches it. The second file imports everything else from
 * the first one. Its data is in a custom section, so that the page writes it before the first call: for each range, the
 * address and the length in bytes, as 32-bit numbers, then the bytes.
 *
 * FUNCTIONS lists the hashes of the functions to keep. A Pyodide that notes which functions are called (node split.mjs
 * --notes IN_FOLDER OUT_FOLDER) provides them, and page/used.js reports them. The list fits only one WebAssembly: this
 * step fails if it lacks a function in the list.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";

import { privateRanges } from "./modules.mjs";
import { replaced, stop } from "./step.mjs";
import {
  codeOf,
  dataOf,
  hashesOf,
  itemsOf,
  joined,
  moduleOf,
  outside,
  removeUnused,
  wasmOf,
  withCustomSection,
  withData,
} from "./wasm.mjs";

const { i32, funcref, none } = binaryen;

/** The changes that make pyodide.mjs use cold.mjs. */
const REPLACED = [
  ["s.env.JsvError_Check=c;", "s.env.JsvError_Check=c;s.cold=pythonsColdHalf.imports;"],
  [
    "let{instance:d,module:u}=l;r(d,u)",
    'let{instance:d,module:u}=l;r(pythonsColdHalf.start(d,e+"pyodide.cold.wasm"),u)',
  ],
];
/** The prefix of exports that are only for the second file, or notes. */
const PREFIX = "%";
/** The module that the second file imports from: the first file. */
const HOT = "hot";
/** The name of the table of cold functions. */
const COLD = "cold";
/** The global that is 1 as soon as the table is filled. */
const LINKED = "linked";
/** The function that fills the table. */
const LINK = "link";
/** Python's memory. */
const MEMORY = "0";
/** The name of the section with the cold data. */
const DATA_SECTION = "data";
/** Python's only tag for exceptions. */
const TAG = "tag$0";

const isNoting = process.argv[2] === "--notes";
const [list, from, to] = process.argv.slice(2);
if (!to) stop("Usage: node split.mjs (FUNCTIONS | --notes) IN_FOLDER OUT_FOLDER");

const whole = readFileSync(join(from, "pyodide.asm.wasm"));
const starter = readFileSync(join(from, "pyodide.mjs"), "utf8");
mkdirSync(to, { recursive: true });
copyFileSync(join(from, "pyodide.asm.mjs"), join(to, "pyodide.asm.mjs"));
if (isNoting) {
  writeFileSync(join(to, "pyodide.asm.wasm"), noting());
  writeFileSync(join(to, "pyodide.mjs"), starter);
} else {
  const [hot, cold] = split();
  writeFileSync(join(to, "pyodide.asm.wasm"), hot);
  writeFileSync(join(to, "pyodide.cold.wasm"), cold);
  writeFileSync(join(to, "pyodide.mjs"), replaced(starter, "pyodide.mjs", REPLACED));
}

/** Returns the two halves of Python's WebAssembly. */
function split() {
  const hot = moduleOf(whole);
  const functions = itemsOf(hot, "Function");
  const hashes = hashesOf(whole);
  const used = usedFunctions(hashes);
  const cold = functions.filter((one) => !one.module).filter((_, index) => !used.has(hashes[index]));
  const segments = dataOf(whole);
  const data = joined(segments);
  const ranges = privateRanges(hot, data, new Set(cold.map(({ name }) => name)));
  const second = coldHalf(functions, cold);
  hot.addTable(COLD, cold.length, cold.length, funcref);
  exportTo(second, hot);
  replaceBodies(hot, cold);
  removeUnused(hot);
  const first = withData(wasmOf(hot), outside(segments, ranges));
  return [first, withCustomSection(second, DATA_SECTION, Buffer.concat(ranges.flatMap((range) => entry(data, range))))];
}

/** Returns a range of data as it is in the custom section: its head and its bytes. */
function entry(data, [start, end]) {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(start, 0);
  head.writeUInt32LE(end - start, 4);
  return [head, data.subarray(start, end)];
}

/** Returns the second file: the cold functions, which it puts into their table. */
function coldHalf(functions, cold) {
  const names = cold.map(({ name }) => name);
  const isCold = new Set(names);
  const module = moduleOf(codeOf(whole));
  for (const { name, module: imported, params, results } of functions) {
    if (isCold.has(name)) continue;
    if (!imported) module.removeFunction(name);
    module.addFunctionImport(name, HOT, name, params, results);
  }
  for (const { name, type, mutable } of itemsOf(module, "Global"))
    module.addGlobalImport(name, HOT, name, type, mutable);
  for (const { name } of itemsOf(module, "Table")) module.addTableImport(name, HOT, name);
  const { params, results } = binaryen.getTagInfo(module.getTag(TAG));
  module.addTagImport(TAG, HOT, TAG, params, results);
  module.addMemoryImport(MEMORY, HOT, "memory");
  module.addTable(COLD, cold.length, cold.length, funcref);
  module.addTableImport(COLD, HOT, COLD);
  module.addActiveElementSegment(COLD, COLD, names, module.i32.const(0));
  removeUnused(module);
  return wasmOf(module);
}

/** Lets a module export the imports of the second file. */
function exportTo(second, module) {
  const exporters = {
    function: "addFunctionExport",
    global: "addGlobalExport",
    table: "addTableExport",
    tag: "addTagExport",
  };
  module.addGlobal(LINKED, i32, true, module.i32.const(0));
  module.addGlobalExport(LINKED, PREFIX + LINKED);
  for (const { name, kind } of WebAssembly.Module.imports(new WebAssembly.Module(second))) {
    if (kind !== "memory") module[exporters[kind]](name, PREFIX + name);
  }
}

/** Replaces the bodies of the cold functions by calls through their table. */
function replaceBodies(module, cold) {
  module.addFunctionImport(LINK, COLD, LINK, i32, none);
  for (const [slot, { name, params, results }] of cold.entries()) {
    const index = module.i32.const(slot);
    const values = binaryen.expandType(params).map((type, local) => module.local.get(local, type));
    const isMissing = module.i32.eqz(module.global.get(LINKED, i32));
    const body = [
      module.if(isMissing, module.call(LINK, [module.i32.const(slot)], none)),
      module.call_indirect(COLD, index, values, params, results),
    ];
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.block(null, body, results));
  }
}

/** Returns the hashes in the list of functions, given those of all functions. */
function usedFunctions(hashes) {
  const used = readFileSync(list, "utf8").trim().split(/\s+/);
  const all = new Set(hashes);
  const missing = used.filter((hash) => !all.has(hash)).length;
  if (missing > 0) stop(`${list} has ${missing} functions that Pyodide lacks. Write the list again.`);
  return new Set(used);
}

/** Returns a WebAssembly that sets an exported global to 1 for each called function, named by the function's hash. */
function noting() {
  const module = moduleOf(whole);
  const defined = itemsOf(module, "Function").filter(({ module: imported }) => !imported);
  const notes = hashesOf(whole).map((hash) => PREFIX + hash);
  for (const note of new Set(notes)) {
    module.addGlobal(note, i32, true, module.i32.const(0));
    module.addGlobalExport(note, note);
  }
  for (const [index, { name, body, results }] of defined.entries()) {
    const noted = [module.global.set(notes[index], module.i32.const(1)), body];
    binaryen.Function.setBody(module.getFunction(name), module.block(null, noted, results));
  }
  return wasmOf(module);
}
