/** Prints the names of scripts that can't be parsed with a year's syntax: node syntax.mjs YEAR < {name: text}. */
import { readFileSync } from "node:fs";
import { parse } from "../../../../web/node_modules/acorn/dist/acorn.mjs";

const ecmaVersion = Number(process.argv[2]);
const scripts = JSON.parse(readFileSync(0, "utf8"));

function isReadable(text, sourceType) {
  try {
    parse(text, { ecmaVersion, sourceType });
    return true;
  } catch {
    return false;
  }
}

const refused = Object.entries(scripts).filter(
  ([, text]) => !["script", "module"].some((type) => isReadable(text, type)),
);
process.stdout.write(JSON.stringify(refused.map(([name]) => name)));
