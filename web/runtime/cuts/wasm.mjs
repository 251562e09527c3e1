/** WebAssembly modules for the build steps in this folder, read and written by binaryen. */
import { createHash } from "node:crypto";
import binaryen from "binaryen";

const { Features } = binaryen;
/**
 * The features of WebAssembly that Pyodide uses beyond its first version. With others, binaryen may write imports that no
 * browser knows.
 */
const FEATURES = [
  Features.MutableGlobals,
  Features.NontrappingFPToInt,
  Features.BulkMemory,
  Features.BulkMemoryOpt,
  Features.SignExt,
  Features.ExceptionHandling,
  Features.ReferenceTypes,
  Features.Multivalue,
].reduce((sum, feature) => sum + feature); // each is a bit of its own
/** The length of a binary's header, and the numbers of its sections. */
const HEADER = 8;
const FUNCTION = 3;
const CODE = 10;
const DATA = 11;
const DATA_COUNT = 12;
/** The sections with exports, the start, elements, and data. */
const NOT_CODE = new Set([7, 8, 9, DATA, DATA_COUNT]);
/** The number of a section that WebAssembly ignores. */
const CUSTOM = 0;
/** The digits of a function's hash. */
const DIGITS = 8;
/** The instructions that return a constant, and that end an expression. */
const I32_CONST = 0x41;
const END = 0x0b;

/** Returns binaryen's module for a binary. */
export function moduleOf(binary) {
  const module = binaryen.readBinary(binary);
  module.setFeatures(FEATURES);
  return module;
}

/** Returns a module as a binary, and frees the module. */
export function wasmOf(module) {
  const binary = Buffer.from(module.emitBinary());
  module.dispose();
  return binary;
}

/** Drops the code of a module that neither its exports nor its tables need. */
export function removeUnused(module) {
  module.runPasses(["remove-unused-module-elements"]);
}

/** Lists all items of a kind in a module: each ElementSegment, Export, Function, Global, or Table. */
export function itemsOf(module, kind) {
  const describe = binaryen[`get${kind}Info`];
  return Array.from({ length: module[`getNum${kind}s`]() }, (_, index) => describe(module[`get${kind}ByIndex`](index)));
}

/** Returns a binary without its exports, start, elements, and data, which binaryen can't remove from a module. */
export function codeOf(binary) {
  const kept = sectionsOf(binary).filter(({ number }) => !NOT_CODE.has(number));
  return Buffer.concat([binary.subarray(0, HEADER), ...kept.map(({ whole }) => whole)]);
}

/** Lists a hash of the type and the code of each function that a binary defines. */
export function hashesOf(binary) {
  const content = (wanted) => sectionsOf(binary).find(({ number }) => number === wanted).content;
  const [types, code] = [content(FUNCTION), content(CODE)];
  let [count, typeAt] = numberAt(types, 0);
  let [, at] = numberAt(code, 0);
  const hashes = [];
  for (; count > 0; count--) {
    const [, typeEnd] = numberAt(types, typeAt);
    const [length, from] = numberAt(code, at);
    at = from + length;
    const hash = createHash("sha256").update(types.subarray(typeAt, typeEnd)).update(code.subarray(from, at));
    hashes.push(hash.digest("hex").slice(0, DIGITS));
    typeAt = typeEnd;
  }
  return hashes;
}

/** Returns the data of a binary, which has only active segments at constant addresses of one memory. */
export function dataOf(binary) {
  const { content } = sectionsOf(binary).find(({ number }) => number === DATA);
  const segments = [];
  let [count, at] = numberAt(content, 0);
  for (; count > 0; count--) {
    if (content[at] !== 0 || content[at + 1] !== I32_CONST) throw new Error("The data has a segment of another kind.");
    const [start, end] = numberAt(content, at + 2); // signed, but no address has the sign's bit
    const [length, from] = numberAt(content, end + 1);
    at = from + length;
    segments.push({ start, bytes: content.subarray(from, at) });
  }
  return segments;
}

/** Returns segments of data as one piece, from address 0. */
export function joined(segments) {
  const data = Buffer.alloc(Math.max(...segments.map(({ start, bytes }) => start + bytes.length)));
  for (const { start, bytes } of segments) data.set(bytes, start);
  return data;
}

/** Returns the parts of segments of data outside some ranges, each with its start and its end. */
export function outside(segments, ranges) {
  let parts = segments;
  for (const [from, to] of ranges) {
    parts = parts.flatMap(({ start, bytes }) => [
      { start, bytes: bytes.subarray(0, Math.max(from - start, 0)) },
      { start: Math.max(start, to), bytes: bytes.subarray(Math.max(to - start, 0)) },
    ]);
    parts = parts.filter(({ bytes }) => bytes.length > 0);
  }
  return parts;
}

/** Returns a binary with other segments of data. */
export function withData(binary, segments) {
  const encoded = segments.map(({ start, bytes }) =>
    Buffer.from([0, I32_CONST, ...signed(start), END, ...unsigned(bytes.length), ...bytes]),
  );
  const count = Buffer.from(unsigned(segments.length));
  const contents = { [DATA]: Buffer.concat([count, ...encoded]), [DATA_COUNT]: count };
  const sections = sectionsOf(binary).map(({ number, whole }) =>
    contents[number] ? section(number, contents[number]) : whole,
  );
  return Buffer.concat([binary.subarray(0, HEADER), ...sections]);
}

/** Returns a binary with one more section, which the page can read by its name. */
export function withCustomSection(binary, name, content) {
  const title = Buffer.from(name);
  return Buffer.concat([binary, section(CUSTOM, Buffer.concat([Buffer.from([title.length]), title, content]))]);
}

/** Returns a section of a binary. */
function section(number, content) {
  return Buffer.concat([Buffer.from([number, ...unsigned(content.length)]), content]);
}

/** Returns the bytes of a number that isn't negative: 7 bits in each byte, the lowest first. */
function unsigned(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...unsigned(number >>> 7)];
}

/** Returns the bytes of the same number where the highest bit of the last 7 is the sign. */
function signed(number) {
  return number < 64 ? [number] : [(number & 127) | 128, ...signed(number >>> 7)];
}

/** Lists the sections of a binary: their numbers, their contents, and the whole sections. */
function sectionsOf(binary) {
  const sections = [];
  for (let at = HEADER; at < binary.length; ) {
    const [length, from] = numberAt(binary, at + 1);
    const end = from + length;
    sections.push({ number: binary[at], content: binary.subarray(from, end), whole: binary.subarray(at, end) });
    at = end;
  }
  return sections;
}

/** Returns the number at an index of a binary, and the index behind it. */
function numberAt(binary, index) {
  let number = 0;
  let end = index;
  for (let factor = 1; ; factor *= 128) {
    const byte = binary[end++];
    number += (byte & 127) * factor;
    if (byte < 128) return [number, end];
  }
}
