/**
 * Splits Python's WebAssembly in two: node split.mjs FUNCTIONS DATA IN_FOLDER OUT_FOLDER, where IN_FOLDER is the result of
 * trim.mjs. pyodide.asm.wasm keeps the functions and the data that the page uses, which are hot; pyodide.cold.wasm gets
 * all others. page/cold.mjs, which belongs at the top of pyodide.mjs, fetches the second file after the start.
 *
 * In the first file, the body of a cold function is a call through a table of cold functions. Until the second file has
 * filled that table, each such body first calls the page, which fetches it. The second file imports everything else from
 * the first one. Its data is in a custom section, so the page can write it exactly once: for each range, the address and
 * the length in bytes, as 32-bit numbers, then the bytes.
 *
 * Nothing stops a hot function that reads cold data before the second file has come, so data is cold only if it is far
 * behind all addresses in hot code, and far from all data in the list.
 *
 * FUNCTIONS and DATA are lists of the functions and of the pages of data to keep, by number: first the number of all,
 * then ranges. A Pyodide that notes what is used (node split.mjs --notes IN_FOLDER OUT_FOLDER) provides the numbers, and
 * page/used.js reports them. The lists fit only one WebAssembly: this step fails for any other number of functions or
 * pages.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";

import { replaced, stop } from "./step.mjs";
import { codeOf, dataOf, itemsOf, moduleOf, removeUnused, wasmOf, withCustomSection, withData } from "./wasm.mjs";

const { i32, funcref, none } = binaryen;

/** The changes that make pyodide.mjs use cold.mjs. */
const REPLACED = [
  ["s.env.JsvError_Check=c;", "s.env.JsvError_Check=c;s.cold=pythonsColdHalf.imports;"],
  [
    "let{instance:d,module:u}=l;r(d,u)",
    'let{instance:d,module:u}=l;r(pythonsColdHalf.start(d,e+"pyodide.cold.wasm"),u)',
  ],
];
/** The prefix of exports that are only for the second file, or for the notes. */
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
/** The globals with the address of the notes about data, and with the number of pages of data. */
const NOTES = "notes";
const PAGES = "pages";
/** The base-2 logarithm of the size of a page of data, and the size: 4 KB. */
const PAGE_BITS = 12;
const PAGE = 2 ** PAGE_BITS;
/** The name of the section with the cold data. */
const DATA_SECTION = "data";
/** The bytes behind an address in hot code that may belong to it: more than its longest table, apart from characters'. */
const REACH = 4 * PAGE;
/** The bytes around a used page of data that may belong to the same table. */
const MARGIN = 4 * PAGE;
/** A segment of data in a module's text. */
const SEGMENT = /^ *\(data .*$/gm;
/** An address in the text of a function: a constant, or the offset of a load or store. */
const ADDRESS = /\bi32\.const (\d+)|\boffset=(\d+)/g;
/** Python's only tag for exceptions. */
const TAG = "tag$0";

const isNoting = process.argv[2] === "--notes";
const [functionList, dataList, from, to] = [...(isNoting ? [""] : []), ...process.argv.slice(2)];
if (!to) stop("Usage: node split.mjs (FUNCTIONS DATA | --notes) IN_FOLDER OUT_FOLDER");

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
  const defined = functions.filter((one) => !one.module);
  const used = usedOf(functionList, "functions", defined.length);
  const cold = defined.filter((_, index) => !used.has(index));
  const second = coldHalf(functions, cold);
  hot.addTable(COLD, cold.length, cold.length, funcref);
  exportTo(second, hot);
  replaceBodies(hot, cold);
  removeUnused(hot);
  const ranges = coldRanges(hot.emitText());
  const data = dataOf(whole);
  const first = withData(wasmOf(hot), outside(data, ranges));
  return [first, withCustomSection(second, DATA_SECTION, Buffer.concat(ranges.map((range) => entry(data, range))))];
}

/** Returns the ranges of cold data, each with its start and its end, given the text of the hot code. */
function coldRanges(hotCode) {
  const pages = dataPages();
  const addresses = [...hotCode.replace(SEGMENT, "").matchAll(ADDRESS)].map(([, constant, offset]) =>
    Number(constant ?? offset),
  );
  const hot = [
    ...addresses.map((address) => [address, address + REACH]),
    ...[...usedOf(dataList, "pages of data", pages)].map((page) => [page * PAGE - MARGIN, (page + 1) * PAGE + MARGIN]),
    [pages * PAGE, Number.POSITIVE_INFINITY],
  ].sort(([one], [other]) => one - other);
  const ranges = [];
  let end = 0;
  for (const [start, stop] of hot) {
    if (start - end >= PAGE) ranges.push([end, start]);
    end = Math.max(end, stop);
  }
  return ranges;
}

/** Returns the parts of segments outside some ranges. */
function outside(segments, ranges) {
  const gaps = [0, ...ranges.flat(), Number.POSITIVE_INFINITY];
  const kept = [];
  for (let gap = 0; gap < gaps.length; gap += 2)
    kept.push(...segments.flatMap((one) => within(one, gaps[gap], gaps[gap + 1])));
  return kept;
}

/** Returns the part of a segment in a range, if there is one. */
function within({ start, bytes }, from, to) {
  const part = bytes.subarray(Math.max(from - start, 0), Math.max(to - start, 0));
  return part.length > 0 ? [{ start: Math.max(start, from), bytes: part }] : [];
}

/** Returns a range of data as it is in the custom section. */
function entry(segments, [from, to]) {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(from, 0);
  head.writeUInt32LE(to - from, 4);
  const content = Buffer.alloc(to - from);
  for (const { start, bytes } of segments.flatMap((one) => within(one, from, to))) content.set(bytes, start - from);
  return Buffer.concat([head, content]);
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

/** Returns the numbers in a list about a number of functions or pages. */
function usedOf(list, what, number) {
  const [count, ...ranges] = readFileSync(list, "utf8").trim().split(/\s+/);
  if (Number(count) !== number) {
    stop(`${list} is about ${count} ${what}, but there are ${number}. Write the list again.`);
  }
  return new Set(
    ranges.flatMap((range) => {
      const [start, end = start] = range.split("-").map(Number);
      return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
    }),
  );
}

/**
 * Returns a WebAssembly that notes what is used. For each called function, it sets an exported global, named by a number,
 * to 1. For each page of data that is read or written, it sets a byte to 1 in the memory at the exported global NOTES,
 * which is at first 0: until the page has set it, no data is noted.
 */
function noting() {
  const module = moduleOf(whole);
  const defined = itemsOf(module, "Function").filter(({ module: imported }) => !imported);
  for (const [index, { name, body, results }] of defined.entries()) {
    const note = PREFIX + index;
    module.addGlobal(note, i32, true, module.i32.const(0));
    module.addGlobalExport(note, note);
    const noted = [module.global.set(note, module.i32.const(1)), body];
    binaryen.Function.setBody(module.getFunction(name), module.block(null, noted, results));
  }
  noteData(module);
  return wasmOf(module);
}

/** Returns the number of pages up to the end of Python's data. */
function dataPages() {
  const ends = dataOf(whole).map(({ start, bytes }) => start + bytes.length);
  return Math.ceil(Math.max(...ends) / PAGE);
}

/** Lets a module note the pages of data that it reads or writes. */
function noteData(module) {
  module.addGlobal(NOTES, i32, true, module.i32.const(0));
  module.addGlobalExport(NOTES, PREFIX + NOTES);
  module.addGlobal(PAGES, i32, false, module.i32.const(dataPages()));
  module.addGlobalExport(PAGES, PREFIX + PAGES);
  module.runPasses(["instrument-memory"]); // each access calls two functions, which are replaced here
  const replace = (name, parameters, body, locals = []) => {
    const { results } = binaryen.getFunctionInfo(module.getFunction(name));
    module.removeFunction(name);
    module.addFunction(name, binaryen.createType(parameters), results, locals, body);
  };
  for (const type of ["i32", "i64", "f32", "f64"]) {
    const value = binaryen[type];
    for (const kind of ["load", "store"]) replace(`${kind}_val_${type}`, [i32, value], module.local.get(1, value));
  }
  for (const moment of ["pre", "post"]) replace(`memory_grow_${moment}`, [i32, i32], module.local.get(1, i32));
  const local = (index) => module.local.get(index, i32);
  const page = module.i32.shr_u(module.i32.add(local(2), local(3)), module.i32.const(PAGE_BITS));
  const notes = module.global.get(NOTES, i32);
  const isNoted = module.i32.and(
    module.i32.ne(notes, module.i32.const(0)),
    module.i32.lt_u(local(4), module.global.get(PAGES, i32)),
  );
  const note = module.i32.store8(0, 1, module.i32.add(module.global.get(NOTES, i32), local(4)), module.i32.const(1));
  const body = module.block(null, [module.local.set(4, page), module.if(isNoted, note), local(3)], i32);
  for (const name of ["load_ptr", "store_ptr"]) {
    replace(name, [i32, i32, i32, i32], module.copyExpression(body), [i32]);
  }
}
