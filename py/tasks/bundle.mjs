/** Bundles a script and all its imports into one file: node bundle.mjs SCRIPT OUT. */
import { build } from "../../web/node_modules/esbuild/lib/main.js";

const [script, outfile] = process.argv.slice(2);
await build({
  entryPoints: [script],
  outfile,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none", // web/licenses.txt has them
  logLevel: "error",
});
