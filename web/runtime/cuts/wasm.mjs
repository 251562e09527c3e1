/** WebAssembly modules for the build steps in this folder, read and written by binaryen. */
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
/** The length of a binary's header, and the numbers of its sections with exports, the start, elements, and data. */
const HEADER = 8;
const NOT_CODE = new Set([7, 8, 9, 11, 12]);

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

/** Lists all items of a kind in a module: each Export, Function, Global, or Table. */
export function itemsOf(module, kind) {
  const describe = binaryen[`get${kind}Info`];
  return Array.from({ length: module[`getNum${kind}s`]() }, (_, index) => describe(module[`get${kind}ByIndex`](index)));
}

/** Returns a binary without its exports, start, elements, and data, which binaryen can't remove from a module. */
export function codeOf(binary) {
  const parts = [binary.subarray(0, HEADER)];
  for (let at = HEADER; at < binary.length; ) {
    const start = at;
    const section = binary[at++];
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = binary[at++];
      length += (byte & 127) * factor;
      if (byte < 128) break;
    }
    at += length;
    if (!NOT_CODE.has(section)) parts.push(binary.subarray(start, at));
  }
  return Buffer.concat(parts);
}
