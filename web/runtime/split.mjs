/**
 * Split Python's WebAssembly in two: node split.mjs IN_FOLDER OUT_FOLDER. What trim.mjs has made is read from the one;
 * in the other, pyodide.asm.wasm has the functions that a game uses, pyodide.cold.wasm the others, and pyodide.mjs
 * begins with cold.mjs, which fetches those when the start is over.
 *
 * used-functions.txt says how many functions the WebAssembly has of its own and which are used, by their place among
 * them. It comes from pages whose WebAssembly takes notes: node split.mjs --notes IN_FOLDER OUT_FOLDER makes that, and
 * used.js reads the notes in the page. It fits one version of Pyodide; with another number of functions, this fails.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { FEATURES, exportsOf, functionsOf, need, run, stop, withExports } from "./wasm.mjs";

/** Texts of pyodide.mjs, each there once, and what it becomes. */
const REPLACED = [
  ["s.env.JsvError_Check=c;", "s.env.JsvError_Check=c;s.placeholder=pythonsColdHalf.placeholders;"],
  [
    "let{instance:d,module:u}=l;r(d,u)",
    'let{instance:d,module:u}=l;r(pythonsColdHalf.start(d,e+"pyodide.cold.wasm"),u)',
  ],
];
/** What marks exports that are only there for the other half. */
const PREFIX = "%";
const TABLE = 1;
const FIRST_TABLE = "__indirect_function_table";

const notes = process.argv[2] === "--notes";
const [from, to] = process.argv.slice(notes ? 3 : 2);
if (!to) stop("Two folders are needed: where the trimmed Pyodide is, and where the split one goes.");
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
  writeFileSync(join(to, "pyodide.mjs"), starter());
}

function split() {
  const [list, first, second] = [join(folder, "used.txt"), join(folder, "first.wasm"), join(to, "pyodide.cold.wasm")];
  const functions = functionsOf(readFileSync(whole));
  const wanted = used(functions);
  writeFileSync(list, wanted.join("\n"));
  const options = [`--keep-funcs=@${list}`, `--export-prefix=${PREFIX}`, "-o1", first, "-o2", second];
  run("wasm-split", ...FEATURES, ...options, whole);
  if (functionsOf(readFileSync(second)) !== functions - wanted.length) {
    stop("wasm-split has split the functions in another way than the list of used functions says.");
  }
  writeFileSync(join(to, "pyodide.asm.wasm"), tablesMended(readFileSync(first)));
}

/** The functions that are used, as wasm-split calls them. */
function used(functions) {
  const list = readFileSync(new URL("used-functions.txt", import.meta.url), "utf8");
  const [count, ...ranges] = list.trim().split(/\s+/);
  if (Number(count) !== functions) {
    stop(`The list of used functions is for ${count} functions, but here are ${functions}: it has to be made anew.`);
  }
  return ranges.flatMap((range) => {
    const [start, end = start] = range.split("-").map(Number);
    return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
  });
}

/** wasm-split 108 exports every table as the first: number those that it has added, in their order. */
function tablesMended(wasm) {
  const exported = exportsOf(wasm);
  const tables = exported.filter(({ kind }) => kind === TABLE);
  if (tables[0]?.name !== FIRST_TABLE) stop(`The first table that is exported should be ${FIRST_TABLE}.`);
  tables.forEach((table, index) => {
    if (table.index !== 0 && table.index !== index) stop("The tables that wasm-split exports are in an unknown order.");
    table.index = index;
    if (index && !table.name.startsWith(PREFIX)) stop(`The table ${table.name} should begin with ${PREFIX}.`);
  });
  return withExports(wasm, exported);
}

/** What starts Pyodide, with what fetches the other half. */
function starter() {
  let text = readFileSync(join(from, "pyodide.mjs"), "utf8");
  for (const [old, by] of REPLACED) {
    const found = text.split(old).length - 1;
    if (found !== 1) stop(`pyodide.mjs holds ${old} ${found} times, where once was expected.`);
    text = text.replace(old, () => by);
  }
  return readFileSync(new URL("cold.mjs", import.meta.url), "utf8") + text;
}
