/** The few parts of WebAssembly's binary format that the build steps beside this file read and write. */
import { execFileSync } from "node:child_process";

const HEADER = 8;
const FUNCTION = 3;
const EXPORT = 7;
/** The exit code when a program is not there. */
const MISSING = 3;
/** What of WebAssembly Pyodide is compiled to, beyond the first version. */
export const FEATURES = [
  "bulk-memory",
  "exception-handling",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((feature) => `--enable-${feature}`);

/** End a build step with one sentence. */
export function stop(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** What is made of Pyodide must be the same everywhere: the list of used functions goes by their places. */
const BINARYEN = "108";

/** See to it that one of binaryen's programs is there, and is the one that is known. */
export function need(program) {
  let told;
  try {
    told = execFileSync(program, ["--version"], { encoding: "utf8" });
  } catch {
    stop(`The program ${program} is not there; it is a part of binaryen.`, MISSING);
  }
  if (!told.includes(`version ${BINARYEN}`)) {
    stop(`Binaryen ${BINARYEN} is needed, and here is this: ${told.trim()}.`, MISSING);
  }
}

/** Run one of binaryen's programs. */
export function run(program, ...args) {
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    stop(`${program} failed: ${error.message.split("\n")[0]}`);
  }
}

/** Reads numbers and names one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  name() {
    return Buffer.from(this.take(this.number())).toString();
  }
}

/** A number as the format writes it. */
function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

function name(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** The sections of a module: their number and content. */
function sections(wasm) {
  const found = [];
  for (const reader = new Reader(wasm, HEADER); reader.at < wasm.length; ) {
    const id = reader.byte();
    found.push({ id, content: reader.take(reader.number()) });
  }
  return found;
}

/** What a module exports: its name, its kind (0 is a function, 1 a table) and its index among those. */
export function exportsOf(wasm) {
  const reader = new Reader(sections(wasm).find(({ id }) => id === EXPORT).content);
  return Array.from({ length: reader.number() }, () => ({
    name: reader.name(),
    kind: reader.byte(),
    index: reader.number(),
  }));
}

/** The same module with other exports. */
export function withExports(wasm, exported) {
  const entries = exported.map((one) => Buffer.concat([name(one.name), Buffer.from([one.kind]), number(one.index)]));
  const content = Buffer.concat([number(entries.length), ...entries]);
  const parts = sections(wasm).map((section) => {
    const bytes = section.id === EXPORT ? content : section.content;
    return Buffer.concat([Buffer.from([section.id]), number(bytes.length), bytes]);
  });
  return Buffer.concat([wasm.subarray(0, HEADER), ...parts]);
}

/** How many functions a module has of its own. */
export function functionsOf(wasm) {
  return new Reader(sections(wasm).find(({ id }) => id === FUNCTION).content).number();
}

/** What a module imports from the outside, each as module, name and kind. */
export function importsOf(wasm) {
  return WebAssembly.Module.imports(new WebAssembly.Module(wasm));
}
