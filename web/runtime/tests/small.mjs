/**
 * Splits a small WebAssembly, and calls the functions of both halves: node small.mjs FOLDER HOT CHANGES. It is in place
 * of Pyodide's and has seven built-in modules. Each module has a start function, a function that reads the module's
 * table, a documentation, and the table.
 *
 * HOT has the modules whose functions are in the first half, and CHANGES the changes since the list of functions was
 * written. The program prints the modules whose tables the first half lacks, and the tables as the functions read them:
 * the hot ones, the number of calls to the second half during that, the others, and the lacking ones again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import binaryen from "binaryen";

import { hashesOf, moduleOf, wasmOf } from "../cuts/wasm.mjs";

const MODULES = ["gc", "bee", "cat", "dog", "elk", "fox", "atexit"];
/** The addresses of the names, a variable, the first documentation and table, the definitions, and the list of modules. */
const [NAMES, VARIABLE, DOCS, DEFINITIONS, LIST] = [1024, 1088, 1104, 2048, 3072];
/** The bytes of a table, of a documentation and a table, and of a definition. */
const [TABLE, PAIR, DEFINITION] = [16, 32, 48];

const [folder, ...lists] = process.argv.slice(2);
const [hot, changes] = lists.map((names) => names.split(",").filter(Boolean));

write();
process.argv.splice(2, 3, join(folder, "functions"), folder, join(folder, "halves"));
await import("../cuts/split.mjs");
console.log(JSON.stringify(results()));

/** Writes the files that split.mjs reads. */
function write() {
  const names = ["define", ...MODULES.flatMap((name) => [`start_${name}`, `read_${name}`])];
  const isHot = (name) => hot.some((one) => name.endsWith(one)) || name === "define";
  const used = hashesOf(binary([])).filter((_, index) => isHot(names[index]));
  writeFileSync(join(folder, "functions"), used.join(" "));
  writeFileSync(join(folder, "pyodide.asm.wasm"), binary(changes));
  writeFileSync(join(folder, "pyodide.asm.mjs"), "");
  writeFileSync(
    join(folder, "pyodide.mjs"),
    "s.env.JsvError_Check=c;let{instance:d,module:u}=l;r(d,u)", // the texts that split.mjs replaces
  );
}

/** Returns the WebAssembly with some changes. */
function binary(changes) {
  const docs = MODULES.map((_, index) => DOCS + index * PAIR);
  const definitions = MODULES.map((_, index) => DEFINITIONS + index * DEFINITION);
  if (changes.includes("docs")) docs.reverse();
  if (changes.includes("definitions")) definitions.reverse();
  const parts = MODULES.map((name, index) => {
    const at = NAMES + index * 8;
    const hasLiteral = changes.includes("literal") && name === "dog";
    const table = tableOf(index) + (changes.includes("code") ? 1 : 0);
    return `
      (func $start_${name} (result i32) (call $define (i32.const ${definitions[index]})))
      (func $read_${name} (export "${name}") (param $index i32) (result i32)
        (i32.load8_u (i32.add (local.get $index) (i32.const ${table}))))
      (data (i32.const ${at}) "${name}\\00")
      (data (i32.const ${tableOf(index)}) "${bytes(Array(TABLE).fill(index + 1))}")
      (data (i32.const ${definitions[index] + 20}) "${words(at, hasLiteral ? at : docs[index])}")
      (data (i32.const ${LIST + index * 8}) "${changes.includes("list") ? "" : words(at, index + 1)}")`;
  });
  const text = `(module
    (memory $memory (export "memory") 1)
    (tag $tag (export "tag") (param i32))
    (global $variable (export "variable") i32 (i32.const ${VARIABLE}))
    (table $functions (export "functions") 8 funcref)
    (elem (table $functions) (i32.const 1) func ${MODULES.map((name) => `$start_${name}`).join(" ")})
    (func $define (param $definition i32) (result i32) (local.get $definition))
    ${changes.includes("function") ? '(func (export "added") (result i32) (i32.const 7))' : ""}
    ${parts.join("")})`;
  return wasmOf(moduleOf(binaryen.parseText(text).emitBinary()));
}

/** Returns the address of a module's table, which is behind its documentation. */
function tableOf(index) {
  return DOCS + index * PAIR + PAIR - TABLE;
}

/** Returns numbers as data: as bytes, or as words of 32 bits. */
function bytes(numbers) {
  return numbers.map((number) => `\\${number.toString(16).padStart(2, "0")}`).join("");
}

function words(...numbers) {
  return bytes([...new Uint8Array(new Uint32Array(numbers).buffer)]);
}

/** Calls the functions of the two halves. */
function results() {
  const { start, imports } = coldHalf();
  const halves = join(folder, "halves");
  const module = new WebAssembly.Module(readFileSync(join(halves, "pyodide.asm.wasm")));
  const instance = new WebAssembly.Instance(module, { cold: imports });
  const { exports } = start(instance, pathToFileURL(join(halves, "pyodide.cold.wasm")).href);
  const { hits, writeData } = globalThis.APP.cold;
  const memory = new Uint8Array(exports.memory.buffer);
  const isLacking = (_, index) => !memory.subarray(tableOf(index), tableOf(index) + TABLE).some(Boolean);
  const read = (name) => Array.from({ length: TABLE }, (_, index) => exports[name](index));
  const lacking = MODULES.filter(isLacking);
  const first = hot.map(read);
  const early = hits.length;
  const rest = MODULES.filter((name) => !hot.includes(name)).map(read);
  memory.fill(0, DOCS, DEFINITIONS); // as a snapshot without the second half does
  writeData();
  return { lacking, first, early, rest, again: lacking.map(read) };
}

/** Runs page/cold.mjs, which fetches files from the folder. */
function coldHalf() {
  globalThis.location = pathToFileURL(`${folder}/`);
  globalThis.XMLHttpRequest = class {
    status = 200;
    open(_, url) {
      this.responseText = readFileSync(fileURLToPath(url), "latin1");
    }
    overrideMimeType() {}
    send() {}
  };
  const script = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../page/cold.mjs"), "utf8");
  return new Function(`${script}; return pythonsColdHalf`)();
}
