/**
 * Makes Pyodide's loader and its WebAssembly smaller: node trim.mjs IN_FOLDER OUT_FOLDER. Both folders contain
 * pyodide.mjs, pyodide.asm.mjs (the loader), and pyodide.asm.wasm.
 *
 * Pyodide lets packages ask for anything: the WebAssembly exports every function of Python and C, and the loader lists
 * each of them twice and brings libraries for sound and graphics. Our page loads no binary packages. So the loader
 * keeps only what it uses itself or the WebAssembly imports, and the WebAssembly exports only what the loader uses.
 * Each cut allows more of the other, so they repeat until nothing more can be cut.
 *
 * The step fails if the loader's text isn't exactly as expected, because a different Pyodide needs new checks.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";

import { replaced, stop } from "./step.mjs";
import { itemsOf, moduleOf, removeUnused, wasmOf } from "./wasm.mjs";

/** Texts of the loader, their replacements, and the number of their occurrences if it isn't one. */
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
  [/(?<![\w.$])eval\(/, "(0,eval)(", 6],
  // The page never asks for the addresses of WebGL's functions.
  ["if(!value&&!entry.required){", 'if(!value&&(!entry.required||symName.startsWith("emscripten_gl"))){'],
  // Pyodide removes the loader's frames from tracebacks by the file's name; ours contains a hash and ends in .js.
  ['e.includes("pyodide.asm.mjs")', "/pyodide\\.asm\\.(\\w+\\.)?m?js/.test(e)"],
];
/**
 * Lists in the loader, each with the form and number of its entries: the loader's offers to packages, the items that it
 * takes from the WebAssembly, those of them that it wraps, and the types of its own functions.
 */
const LISTS = {
  offers: [/Module\["([\w$]+)"\]=\1;/g, 1650],
  takes: [/([\w$]+)=Module\["\1"\]=(?:([\w$]+)=(?:Module\["\2"\]=)?)?wasmExports\["([\w$]+)"\](\.value>>>0)?;?/g, 4868],
  wraps: [/wasmExports\["([\w$]+)"\]=makeWrapper_\w+\(wasmExports\["\1"\]\);/g, 20],
  types: [/(?<![\w$])([\w$]+)\.sig="\w+";/g, 1295],
};
/** The declaration of the variables for the items that the loader takes, and the number of variables. */
const VARIABLES = /(?<=\bvar )_set_method_docstring,[\w$,]+(?=;)/g;
const VARIABLE = 4870;
/** The texts around the list of items that the loader gives to the WebAssembly, and the length of that list. */
const GIVES = ["var wasmImports={", "};function applySignatureConversions("];
const GIVEN = 1370;
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
expectLists();
const takes = [...stock.matchAll(LISTS.takes[0])].map(([, variable, other, name]) => ({ variable, other, name }));

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

/** Ends the step unless the lists in the loader have the expected lengths. */
function expectLists() {
  const expect = (what, found, length) => {
    if (found !== length) stop(`pyodide.asm.mjs ${what} ${found} names instead of ${length}.`);
  };
  for (const [name, [entry, length]] of Object.entries(LISTS)) {
    expect(name, [...stock.matchAll(entry)].length, length);
  }
  expect("declares", stock.match(VARIABLES)?.join(",").split(",").length, VARIABLE);
  expect("gives", gives.length, GIVEN);
}

/** Finds the list of items that the loader gives to the WebAssembly: its beginning and its entries. */
function given(text) {
  const start = text.indexOf(GIVES[0]) + GIVES[0].length;
  const end = text.indexOf(GIVES[1], start);
  if (start < GIVES[0].length || end < 0) stop("pyodide.asm.mjs has no list of items for the WebAssembly.");
  return [start, text.slice(start, end).split(",")];
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
    .replace(LISTS.types[0], (entry, name) => (pointed.has(name) ? entry : ""))
    .replace(LISTS.offers[0], (entry, name) => (asked(name) ? entry : ""))
    .replace(LISTS.wraps[0], (entry, name) => (taken.has(name) ? entry : ""))
    .replace(LISTS.takes[0], (entry, name) => {
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
  const rest = text.replace(LISTS.offers[0], "").replace(LISTS.takes[0], "");
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
