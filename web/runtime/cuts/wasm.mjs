/** Reading and writing the few parts of WebAssembly's binary format that the build steps need. */
const HEADER = 8;
const [EXPORT, START, ELEMENT, DATA, DATA_COUNT] = [7, 8, 9, 11, 12];
const NOT_CODE = new Set([EXPORT, START, ELEMENT, DATA, DATA_COUNT]);

/** Reads numbers and names in order. */
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
    const start = this.at;
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  name() {
    return Buffer.from(this.take(this.number())).toString();
  }
}

/** Encodes a number. */
function number(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

function name(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([number(bytes.length), bytes]);
}

/** Lists the sections of a module: id and content. */
function sections(wasm) {
  const found = [];
  for (const reader = new Reader(wasm, HEADER); reader.at < wasm.length; ) {
    const id = reader.byte();
    found.push({ id, content: reader.take(reader.number()) });
  }
  return found;
}

/** Lists the exports of a module: name, kind (0 is a function, 1 a table), and index among its kind. */
export function exportsOf(wasm) {
  const reader = new Reader(sections(wasm).find(({ id }) => id === EXPORT).content);
  return Array.from({ length: reader.number() }, () => ({
    name: reader.name(),
    kind: reader.byte(),
    index: reader.number(),
  }));
}

/** Returns the module with other exports. */
export function withExports(wasm, exported) {
  const entries = exported.map((one) => Buffer.concat([name(one.name), Buffer.from([one.kind]), number(one.index)]));
  const content = Buffer.concat([number(entries.length), ...entries]);
  return withSections(
    wasm,
    sections(wasm).map((section) => (section.id === EXPORT ? { id: EXPORT, content } : section)),
  );
}

/** Returns the module without the sections that something outside it provides: its exports, start, elements, and data. */
export function codeOf(wasm) {
  return withSections(
    wasm,
    sections(wasm).filter(({ id }) => !NOT_CODE.has(id)),
  );
}

function withSections(wasm, parts) {
  const written = parts.map(({ id, content }) => Buffer.concat([Buffer.from([id]), number(content.length), content]));
  return Buffer.concat([wasm.subarray(0, HEADER), ...written]);
}

/** Lists the imports of a module: module, name, and kind. */
export function importsOf(wasm) {
  return WebAssembly.Module.imports(new WebAssembly.Module(wasm));
}
