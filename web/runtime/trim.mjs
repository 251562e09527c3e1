/**
 * Make Pyodide's loader and its WebAssembly smaller, for a page that loads no binary packages and draws nothing by
 * WebGL: node trim.mjs IN_FOLDER OUT_FOLDER. Both hold pyodide.mjs, pyodide.asm.mjs and pyodide.asm.wasm.
 *
 * The stock files are made for packages which may ask for anything: the WebAssembly exports each function of Python and
 * of C, and the loader names each of them twice and offers libraries for sound and pictures. Here the loader keeps only
 * what it uses itself or the WebAssembly imports, and the WebAssembly exports only what the loader names. One follows
 * from the other, so this is repeated until nothing more falls away.
 *
 * The loader is cut where its text reads exactly as expected, else this fails: another Pyodide needs another look.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minify } from "terser";

import { FEATURES, exportsOf, importsOf, need, run, stop, withExports } from "./wasm.mjs";

/** Texts of the loader, how often each is there, and what it becomes. */
const REPLACED = [
  // It runs in a page or in a worker.
  [
    'var ENVIRONMENT_IS_NODE=globalThis.process?.versions?.node&&globalThis.process?.type!="renderer";',
    1,
    "const ENVIRONMENT_IS_NODE=false;",
  ],
  [
    "var ENVIRONMENT_IS_SHELL=!ENVIRONMENT_IS_WEB&&!ENVIRONMENT_IS_NODE&&!ENVIRONMENT_IS_WORKER;",
    1,
    "const ENVIRONMENT_IS_SHELL=false;",
  ],
  // A direct eval may name any variable, and so would keep them all; only binary packages come to those that stay.
  [/(?<![\w.$])eval\(/g, 6, "(0,eval)("],
  // Nothing asks for the addresses of WebGL's functions.
  ["if(!value&&!entry.required){", 1, 'if(!value&&(!entry.required||symName.startsWith("emscripten_gl"))){'],
  // Frames of the loader are left out of a traceback; the build puts a hash into its name.
  ['e.includes("pyodide.asm.mjs")', 1, "/pyodide\\.asm\\.(\\w+\\.)?mjs/.test(e)"],
];
/**
 * Lists in the loader, by what an entry looks like and how many there are: what it offers to packages, what it takes
 * from the WebAssembly, how some of that is wrapped, and of what types its own functions are.
 */
const LISTS = {
  offers: [/Module\["([\w$]+)"\]=\1;/g, 1650],
  takes: [/([\w$]+)=Module\["\1"\]=(?:([\w$]+)=(?:Module\["\2"\]=)?)?wasmExports\["([\w$]+)"\](\.value>>>0)?;?/g, 4868],
  wraps: [/wasmExports\["([\w$]+)"\]=makeWrapper_\w+\(wasmExports\["\1"\]\);/g, 20],
  types: [/(?<![\w$])([\w$]+)\.sig="\w+";/g, 1295],
};
/** The variables for what it takes. */
const VARIABLES = /(?<=\bvar )_set_method_docstring,[\w$,]+(?=;)/g;
const VARIABLE = 4870;
/** What it gives to the WebAssembly stands between these. */
const GIVES = ["var wasmImports={", "};function applySignatureConversions("];
const GIVEN = 1370;
/** What is named in the loader, but only used to load binary packages. */
const NOT_NEEDED = new Set(["_emscripten_dlopen_promise", "promiseMap", "getPromise"]);
/** What the loader takes by names that it puts together or looks up. */
const LOOKED_UP = ["__wasm_call_ctors", "__wasm_apply_data_relocs", "__main_argc_argv", "main"];
/** A name that Pyodide looks for in a stack trace. */
const RESERVED = ["new_error"];
const MOST_ROUNDS = 6;
const IDENTIFIER = /(?<![\w$])[A-Za-z_$][\w$]*/g;
const PROPERTY = /\.([\w$]+)|\["([\w$]+)"\]/g;

const [from, to] = process.argv.slice(2);
if (!to) stop("Two folders are needed: where Pyodide is, and where the trimmed one goes.");
need("wasm-opt");

const starter = readFileSync(join(from, "pyodide.mjs"), "utf8");
const stock = replaced(readFileSync(join(from, "pyodide.asm.mjs"), "utf8"));
const [givesAt, gives] = given(stock);
const takes = [...stock.matchAll(LISTS.takes[0])].map(([, variable, other, name]) => ({ variable, other, name }));
const folder = mkdtempSync(join(tmpdir(), "trim-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

let wasm = readFileSync(join(from, "pyodide.asm.wasm"));
let keep = { properties: propertiesOf(stock), taken: new Set() };
for (let round = 1, before = 0; before !== wasm.length; round++) {
  if (round > MOST_ROUNDS) stop(`Pyodide still shrinks after ${MOST_ROUNDS} rounds, which was never seen.`);
  before = wasm.length;
  // Without what it takes, a name that is still there is one that it uses.
  const used = await minified(cut({ ...keep, taken: new Set() }, wasm), { mangle: false });
  keep = { properties: propertiesOf(used), taken: takenBy(used) };
  wasm = stripped(wasm, [...keep.taken, ...[...used.matchAll(/wasmExports\.([\w$]+)/g)].map(([, name]) => name)]);
}
const loader = await minified(cut(keep, wasm), { mangle: { reserved: RESERVED }, keep_classnames: true });
check(loader);

mkdirSync(to, { recursive: true });
copyFileSync(join(from, "pyodide.mjs"), join(to, "pyodide.mjs"));
writeFileSync(join(to, "pyodide.asm.mjs"), loader);
writeFileSync(join(to, "pyodide.asm.wasm"), wasm);

/** The loader with its fixed replacements; fails unless all is there that will be cut. */
function replaced(text) {
  for (const [old, times, by] of REPLACED) {
    const found = text.split(old).length - 1;
    if (found !== times) stop(`Pyodide's loader holds ${old} ${found} times, where ${times} was expected.`);
    text = text.replaceAll(old, () => by);
  }
  for (const [name, [entry, length]] of Object.entries(LISTS)) {
    const found = [...text.matchAll(entry)].length;
    if (found !== length) stop(`What Pyodide's loader ${name} was found ${found} times, where ${length} was expected.`);
  }
  const variables = text.match(VARIABLES)?.join(",").split(",").length;
  if (variables !== VARIABLE) stop(`Pyodide's loader declares ${variables} variables, where ${VARIABLE} was expected.`);
  const found = given(text)[1].length;
  if (found !== GIVEN) stop(`What Pyodide's loader gives was found ${found} times, where ${GIVEN} was expected.`);
  return text;
}

/** Where the list of what the loader gives to the WebAssembly begins, and its entries. */
function given(text) {
  const start = text.indexOf(GIVES[0]) + GIVES[0].length;
  const end = text.indexOf(GIVES[1], start);
  if (start < GIVES[0].length || end < 0) stop("What Pyodide's loader gives to its WebAssembly was not found.");
  return [start, text.slice(start, end).split(",")];
}

/** The stock loader with as much of its lists as is to be kept, and as the WebAssembly imports. */
function cut({ properties, taken }, wasm) {
  const imports = importsOf(wasm);
  const imported = new Set(imports.map(({ name }) => name));
  const pointed = new Set(imports.filter(({ module }) => module === "GOT.func").map(({ name }) => `_${name}`));
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
    .replace(VARIABLES, (list) => list.split(",").filter((name) => !gone.has(name)).join(","));
}

/** What is taken from the WebAssembly by a loader that has no list of it. */
function takenBy(text) {
  const identifiers = new Set([...text.matchAll(IDENTIFIER)].map(([name]) => name));
  const wanted = (variable) => identifiers.has(variable) && !NOT_NEEDED.has(variable);
  const needed = takes.filter(({ variable, other }) => other || wanted(variable));
  const byStarter = takes.filter(({ variable }) => starter.includes(`.${variable}`));
  return new Set([...needed, ...byStarter].map(({ name }) => name));
}

/** The names of all properties that the loader or its starter ask for. */
function propertiesOf(text) {
  const rest = text.replace(LISTS.offers[0], "").replace(LISTS.takes[0], "");
  return new Set([...(rest + starter).matchAll(PROPERTY)].map(([, dotted, quoted]) => dotted ?? quoted));
}

async function minified(text, options) {
  const { code } = await minify(text, { module: true, compress: { passes: 2 }, ...options });
  return code;
}

/** The WebAssembly without exports that have no name here, and without what only they need. */
function stripped(wasm, names) {
  const wanted = new Set([...names, ...LOOKED_UP]);
  const [before, after] = [join(folder, "before.wasm"), join(folder, "after.wasm")];
  writeFileSync(before, withExports(wasm, exportsOf(wasm).filter(({ name }) => wanted.has(name))));
  run("wasm-opt", ...FEATURES, "--remove-unused-module-elements", before, "-o", after);
  return readFileSync(after);
}

/** See to it that loader and WebAssembly have what they expect of each other. */
function check(text) {
  const exported = new Set(exportsOf(wasm).map(({ name }) => name));
  const missing = [...keep.taken].filter((name) => !exported.has(name));
  if (missing.length) stop(`The trimmed WebAssembly lacks ${missing.join(", ")}.`);
  const offered = new Set(gives.map((entry) => entry.split(":")[0]));
  const unknown = importsOf(wasm).filter(({ name }) => !offered.has(name) && !name.startsWith("emscripten_gl"));
  if (unknown.length) stop(`The trimmed loader lacks ${unknown.map(({ name }) => name).join(", ")}.`);
  // What the minifier makes of a call of something that is never set.
  if (text.includes("(void 0)(")) stop("The trimmed loader calls something that it no longer takes.");
}
