/** What the build steps in this folder share: how they end, run programs and replace texts. */
import { execFileSync } from "node:child_process";

/** Other versions make another WebAssembly, and a list of used functions has their numbers in it. */
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

/** End the step with one sentence. */
export function stop(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** End the step unless one of binaryen's programs is there, in the version that we know. */
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

/** Run one of binaryen's programs. */
export function run(program, ...args) {
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    stop(`${program} failed: ${error.message.split("\n")[0]}`);
  }
}

/** Replace texts (strings or expressions) in a file's text. Each must occur once, or as often as its entry says. */
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
