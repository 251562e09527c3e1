/** Shared functions of the build steps in this folder: exits, WebAssembly modules, and replacements of texts. */
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

/** Ends the step with one sentence. */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Returns binaryen's module for a WebAssembly. */
export function moduleOf(wasm) {
  const module = binaryen.readBinary(wasm);
  module.setFeatures(FEATURES);
  return module;
}

/** Returns a module without code that neither its exports nor its tables need, as WebAssembly. Frees the module. */
export function wasmOf(module) {
  module.runPasses(["remove-unused-module-elements"]);
  const wasm = Buffer.from(module.emitBinary());
  module.dispose();
  return wasm;
}

/** Replaces texts (strings or expressions) in a file's text. Each must occur once, or as often as its entry says. */
export function replaced(text, file, replacements) {
  let result = text;
  for (const [old, by, times = 1] of replacements) {
    const parts = result.split(old);
    const found = parts.length - 1;
    if (found !== times) stop(`${file} contains ${old} ${found} times instead of ${times}.`);
    result = parts.join(by);
  }
  return result;
}
