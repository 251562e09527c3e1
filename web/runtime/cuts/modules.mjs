/**
 * Finds the data that only cold functions can reach: data of Python's built-in modules. README.md explains why no other
 * function can.
 *
 * Python has a table of the built-in modules, with their names and their start functions. A start function only passes
 * on the address of the module's definition, which has the addresses of the module's name and documentation.
 */
import binaryen from "binaryen";

import { stop } from "./step.mjs";
import { itemsOf } from "./wasm.mjs";

/** The places of a module's name, documentation, and functions in its definition, C's PyModuleDef. */
const NAME = 20;
const DOC = 24;
const METHODS = 32;
/** The length of C's PyMethodDef, which starts with a function's name, and the place of the documentation in it. */
const METHOD_LENGTH = 16;
const METHOD_DOC = 12;

/** The modules between which the linker puts those that could be shared libraries: one of Python's first and last own. */
const EDGES = ["gc", "atexit"];

/**
 * Returns the ranges of data, each with its start and its end, that only cold functions can reach, given their names.
 * The data is in one piece, from address 0.
 */
export function privateRanges(module, data, cold) {
  const functions = itemsOf(module, "Function").filter((one) => !one.module);
  const modules = modulesIn(data, startsOf(module, functions));
  expectAscending(modules.map(({ definition }) => definition));
  const literalsEnd = firstVariable(module);
  const marked = modules.filter(({ mark }) => mark > literalsEnd);
  expectAscending(marked.map(({ mark }) => mark));
  const [from, to] = EDGES.map((edge) => marked.findIndex(({ name }) => name === edge));
  if (from < 0 || to < 0) stop(`Pyodide's built-in modules ${EDGES.join(" and ")} were not found.`);
  const ranges = [];
  for (let index = from + 1; index < to - 1; index++) {
    const [before, first, last, behind] = marked.slice(index - 1, index + 3);
    const between = functions.slice(before.start + 1, behind.start);
    if (between.every(({ name }) => cold.has(name))) ranges.push([first.mark, last.mark]);
  }
  return ranges;
}

/** Ends the step unless the linker has put the files' data in the order of their functions. */
function expectAscending(addresses) {
  if (addresses.some((address, index) => address <= addresses[index - 1])) {
    stop("Pyodide's data isn't in the order of its functions, so nobody knows whose data it is.");
  }
}

/** Returns the functions in the table of functions that may start a module, by their places: number and definition. */
function startsOf(module, functions) {
  const [{ offset, data: names }] = itemsOf(module, "ElementSegment");
  const numbers = new Map(functions.map(({ name }, number) => [name, number]));
  const starts = new Map();
  for (const [index, name] of names.entries()) {
    const start = numbers.get(name);
    const definition = start === undefined ? 0 : onlyArgument(functions[start].body);
    if (definition > 0) starts.set(constantOf(offset) + index, { start, definition });
  }
  return starts;
}

/**
 * Lists the built-in modules in the order of their functions. The mark of a module is the address of a documentation, or
 * 0 if it has none.
 */
function modulesIn(data, starts) {
  const word = (at) => (at + 4 <= data.length ? data.readUInt32LE(at) : 0);
  const modules = [];
  for (let at = 0; at < data.length; at += 4) {
    const [address, found] = [word(at), starts.get(word(at + 4))];
    if (!found || word(found.definition + NAME) !== address) continue;
    const name = data.toString("latin1", address, data.indexOf(0, address));
    let mark = word(found.definition + DOC);
    for (let method = word(found.definition + METHODS); word(method) > 0; method += METHOD_LENGTH) {
      mark = Math.max(mark, word(method + METHOD_DOC));
    }
    if (/^\w+$/.test(name)) modules.push({ ...found, name, mark });
  }
  return modules.sort((one, other) => one.start - other.start);
}

/** Returns the lowest address of a C variable that the module exports. All literals have lower addresses. */
function firstVariable(module) {
  const variables = itemsOf(module, "Export").filter(({ kind }) => kind === binaryen.ExternalGlobal);
  const addresses = variables.map(({ value }) => constantOf(binaryen.getGlobalInfo(module.getGlobal(value)).init));
  return Math.min(...addresses);
}

/** Returns the constant that a call passes on, or 0 if the expression is another one. */
function onlyArgument(expression) {
  const isCall = binaryen.getExpressionId(expression) === binaryen.CallId;
  const isWithOne = isCall && binaryen.Call.getNumOperands(expression) === 1;
  return isWithOne ? constantOf(binaryen.Call.getOperandAt(expression, 0)) : 0;
}

/** Returns the value of a 32-bit constant, or 0 if the expression is another one. */
function constantOf(expression) {
  const isConstant = binaryen.getExpressionId(expression) === binaryen.ConstId;
  const is32Bits = binaryen.getExpressionType(expression) === binaryen.i32;
  return isConstant && is32Bits ? binaryen.Const.getValueI32(expression) : 0;
}
