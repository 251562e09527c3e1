/**
 * Makes Pyodide's loader and its WebAssembly smaller: node trim.mjs IN_FOLDER OUT_FOLDER. Both folders contain
 * pyodide.mjs, pyodide.asm.mjs (the loader), and pyodide.asm.wasm.
 *
 * Pyodide lets packages ask for anything: the WebAssembly exports every function of Python and C, and the loader lists
 * each of them twice and brings libraries for sound and graphics. Our page loads no binary packages. So the loader
 * keeps only what it uses itself or the WebAssembly imports, and the WebAssembly exports only what the loader uses.
 * Each cut allows more of the other, so they repeat until nothing more can be cut.
 *
 * The step fails if the loader's text doesn't have the expected form, because a different Pyodide needs new checks.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";

import { replaced, stop } from "./step.mjs";
import { itemsOf, moduleOf, removeUnused, wasmOf } from "./wasm.mjs";

/** Texts of the loader, their replacements, and whether a text may occur several times. */
const REPLACED = [
  // The loader runs in a page or in a worker.
  [
    'var ENVIRONMENT_IS_NODE=globalThis.process?.versions?.node&&globalThis.process?.type!="renderer";',
    "const ENVIRONMENT_IS_NODE=false;",
  ],
  [
    "var ENVIRONMENT_IS_SHELL=!ENVIRONMENT_IS_WEB&&!ENVIRONMENT_IS_NODE&&!ENVIRONMENT_IS_WORKER;",
    "const ENVIRONMENT_IS_SHELL=false;",
  ],
  // A direct eval may use any variable, so the minifier couldn't drop any. Only binary packages use these calls.
  [/(?<![\w.$])eval\(/, "(0,eval)(", true],
  // The page never asks for the addresses of WebGL's functions.
  ["if(!value&&!entry.required){", 'if(!value&&(!entry.required||symName.startsWith("emscripten_gl"))){'],
  // Pyodide removes the loader's frames from tracebacks by the file's name; ours contains a hash and ends in .js.
  ['e.includes("pyodide.asm.mjs")', "/pyodide\\.asm\\.(\\w+\\.)?m?js/.test(e)"],
];
/**
 * Lists in the loader, with the form of their entries: the loader's offers to packages, the items that it takes from the
 * WebAssembly, those of them that it wraps, and the types of its own functions.
 */
const LISTS = {
  offers: /Module\["([\w$]+)"\]=\1;/g,
  takes: /([\w$]+)=Module\["\1"\]=(?:([\w$]+)=(?:Module\["\2"\]=)?)?wasmExports\["([\w$]+)"\](\.value>>>0)?;?/g,
  wraps: /wasmExports\["([\w$]+)"\]=makeWrapper_\w+\(wasmExports\["\1"\]\);/g,
  types: /(?<![\w$])([\w$]+)\.sig="\w+";/g,
};
/** What entries in another form would contain. */
const ENTRY = /wasmExports\["([\w$]+)"\]|\.sig="\w+"/g;
/** The declaration of the variables for the items that the loader takes. */
const VARIABLES = /(?<=\bvar )_set_method_docstring,[\w$,]+(?=;)/g;
/** The texts around the list of items that the loader gives to the WebAssembly. */
const GIVES = ["var wasmImports={", "};function applySignatureConversions("];
/** Names in the loader that are used only to load binary packages. */
const NOT_NEEDED = new Set(["_emscripten_dlopen_promise", "promiseMap", "getPromise"]);
/** Items that the loader takes without spelling out their names. */
const LOOKED_UP = ["__wasm_call_ctors", "__wasm_apply_data_relocs", "__main_argc_argv", "main"];
/** Pyodide looks for this name in stack traces, so the minifier must keep it. */
const RESERVED = ["new_error"];
const MOST_ROUNDS = 6;
const IDENTIFIER = /(?<![\w$])[A-Za-z_$][\w$]*/g;
const PROPERTY = /\.([\w$]+)|\["([\w$]+)"\]/g;

const [from, to] = process.argv.slice(2);
if (!to) stop("Usage: node trim.mjs IN_FOLDER OUT_FOLDER");

const starter = readFileSync(join(from, "pyodide.mjs"), "utf8");
const stock = replaced(readFileSync(join(from, "pyodide.asm.mjs"), "utf8"), "pyodide.asm.mjs", REPLACED);
const [givesAt, gives] = given(stock);
const takes = [...stock.matchAll(LISTS.takes)].map(([, variable, other, name]) => ({ variable, other, name }));
expectLists();

const module = moduleOf(readFileSync(join(from, "pyodide.asm.wasm")));
let keep = { properties: propertiesOf(stock), taken: new Set() };
for (let round = 1, before = 0; before !== module.getNumFunctions(); round++) {
  if (round > MOST_ROUNDS) stop(`Pyodide still shrinks after ${MOST_ROUNDS} rounds. It used to take fewer.`);
  before = module.getNumFunctions();
  // Without the list of items, only the names that the loader uses are left.
  const used = await minified(cut({ ...keep, taken: new Set() }), { mangle: false });
  keep = { properties: propertiesOf(used), taken: takenBy(used) };
  strip([...keep.taken, ...[...used.matchAll(/wasmExports\.([\w$]+)/g)].map(([, name]) => name)]);
}
const loader = await minified(cut(keep), { mangle: { reserved: RESERVED }, keep_classnames: true });
check(loader);

mkdirSync(to, { recursive: true });
copyFileSync(join(from, "pyodide.mjs"), join(to, "pyodide.mjs"));
writeFileSync(join(to, "pyodide.asm.mjs"), loader);
writeFileSync(join(to, "pyodide.asm.wasm"), wasmOf(module));

/** Ends the step unless the lists have all entries of their kinds, and all variables for the items are declared. */
function expectLists() {
  let rest = stock;
  for (const [name, entry] of Object.entries(LISTS)) {
    if (stock.search(entry) < 0) stop(`pyodide.asm.mjs ${name} nothing in the expected form.`);
    rest = rest.replace(entry, "");
  }
  const other = [...rest.matchAll(ENTRY)].find(([, name]) => !LOOKED_UP.includes(name));
  if (other) stop(`pyodide.asm.mjs has ${other[0]} in another form than expected.`);
  const declared = new Set(stock.match(VARIABLES)?.join(",").split(","));
  const missing = takes.filter(({ variable }) => !declared.has(variable));
  if (missing.length > 0) stop(`pyodide.asm.mjs declares ${missing[0].variable} elsewhere than expected.`);
}

/** Finds the list of items that the loader gives to the WebAssembly: its beginning and its entries. */
function given(text) {
  const start = text.indexOf(GIVES[0]) + GIVES[0].length;
  const end = text.indexOf(GIVES[1], start);
  const entries = text.slice(start, end).split(",");
  const isList = start >= GIVES[0].length && entries.every((entry) => /^[\w$]+(:[\w$]+)?$/.test(entry));
  if (!isList) stop("pyodide.asm.mjs has no list of items for the WebAssembly.");
  return [start, entries];
}

/** Returns the original loader with only those entries of its lists that are kept or that the WebAssembly imports. */
function cut({ properties, taken }) {
  const imported = new Set(imports().map(({ base }) => base));
  const pointers = imports().filter((item) => item.module === "GOT.func");
  const pointed = new Set(pointers.map(({ base }) => `_${base}`));
  const gone = new Set(takes.filter(({ name, other }) => !other && !taken.has(name)).map(({ variable }) => variable));
  const asked = (name) => properties.has(name) && !NOT_NEEDED.has(name);

  const kept = gives.filter((entry) => imported.has(entry.split(":")[0]));
  const end = givesAt + gives.join(",").length;
  return (stock.slice(0, givesAt) + kept.join(",") + stock.slice(end))
    .replace(LISTS.types, (entry, name) => (pointed.has(name) ? entry : ""))
    .replace(LISTS.offers, (entry, name) => (asked(name) ? entry : ""))
    .replace(LISTS.wraps, (entry, name) => (taken.has(name) ? entry : ""))
    .replace(LISTS.takes, (entry, name) => {
      if (gone.has(name)) return "";
      return asked(name) ? entry : entry.replace(`Module["${name}"]=`, "");
    })
    .replace(VARIABLES, (list) => {
      const names = list.split(",").filter((name) => !gone.has(name));
      return names.join(",");
    });
}

/** Returns the items that a loader takes from the WebAssembly, given its text without the list of them. */
function takenBy(text) {
  const identifiers = new Set([...text.matchAll(IDENTIFIER)].map(([name]) => name));
  const wanted = (variable) => identifiers.has(variable) && !NOT_NEEDED.has(variable);
  const needed = takes.filter(({ variable, other }) => other || wanted(variable));
  const byStarter = takes.filter(({ variable }) => starter.includes(`.${variable}`));
  return new Set([...needed, ...byStarter].map(({ name }) => name));
}

/** Returns the names of all properties that the loader or its starter read. */
function propertiesOf(text) {
  const rest = text.replace(LISTS.offers, "").replace(LISTS.takes, "");
  return new Set([...(rest + starter).matchAll(PROPERTY)].map(([, dotted, quoted]) => dotted ?? quoted));
}

async function minified(text, options) {
  const { code } = await minify(text, { module: true, compress: { passes: 2 }, ...options });
  return code;
}

/** Drops all exports of the WebAssembly but the named ones, and the code that only they need. */
function strip(names) {
  const wanted = new Set([...names, ...LOOKED_UP]);
  for (const name of exported().filter((one) => !wanted.has(one))) module.removeExport(name);
  removeUnused(module);
}

/** Returns the names of the WebAssembly's exports. */
function exported() {
  return itemsOf(module, "Export").map(({ name }) => name);
}

/** Returns the imports of the WebAssembly: functions and globals. */
function imports() {
  return [...itemsOf(module, "Function"), ...itemsOf(module, "Global")].filter((item) => item.module);
}

/** Ends the step unless the loader and the WebAssembly provide each other's imports. */
function check(text) {
  const provided = new Set(exported());
  const missing = [...keep.taken].filter((name) => !provided.has(name));
  if (missing.length > 0) stop(`The trimmed WebAssembly lacks ${missing.join(", ")}.`);
  const offered = new Set(gives.map((entry) => entry.split(":")[0]));
  const unknown = imports().filter(({ base }) => !offered.has(base) && !base.startsWith("emscripten_gl"));
  if (unknown.length > 0) stop(`The trimmed loader lacks ${unknown.map(({ base }) => base).join(", ")}.`);
  // The minifier writes this for a call of a variable that is never set.
  if (text.includes("(void 0)(")) stop("The trimmed loader calls something that it no longer takes.");
}
