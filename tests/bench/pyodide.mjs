// Run bench/engine.py in Pyodide: node pyodide.mjs PYODIDE_FOLDER PY_FOLDER TESTS_FOLDER
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, py, tests] = process.argv.slice(2).map((folder) => resolve(folder));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")));
const pyodide = await loadPyodide();
for (const [mount, root] of Object.entries({ "/py": py, "/tests": tests })) {
  pyodide.mountNodeFS(mount, root);
}
console.log(
  pyodide.runPython(`
    import sys
    sys.dont_write_bytecode = True
    sys.path += ["/py", "/tests"]
    from bench.engine import measure
    measure()
  `),
);
