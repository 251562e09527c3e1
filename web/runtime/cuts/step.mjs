/** Shared functions of the build steps in this folder: exits, programs, and replacements of texts. */
import { execFileSync } from "node:child_process";

/** The only version: others make different WebAssembly, which a list of used functions doesn't fit. */
const BINARYEN = "108";
/** The exit code when a program is missing. */
const MISSING = 3;
/** The features of WebAssembly that Pyodide uses beyond its first version. */
export const FEATURES = [
  "bulk-memory",
  "exception-handling",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((feature) => `--enable-${feature}`);

/** Ends the step with one sentence. */
export function stop(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Ends the step unless a program of binaryen is installed, in the known version. */
export function need(program) {
  let answer;
  try {
    answer = execFileSync(program, ["--version"], { encoding: "utf8" });
  } catch {
    stop(`The program ${program} of binaryen is missing.`, MISSING);
  }
  if (!answer.includes(`version ${BINARYEN}`)) {
    stop(`Binaryen ${BINARYEN} is needed, but this is ${answer.trim()}.`, MISSING);
  }
}

/** Runs a program of binaryen. */
export function run(program, ...args) {
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    stop(`${program} failed: ${error.message.split("\n")[0]}`);
  }
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
