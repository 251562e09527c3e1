/**
 * Runs `python -m` in Pyodide: node inside.mjs LIBRARY MODULE ARGUMENT...
 *
 * The current folder and the folders in PYTHONPATH have the same paths inside as outside. LIBRARY is an archive of the
 * page, from which modules are imported before the standard library, or "-" for none.
 */
import { delimiter } from "node:path";
import { loadPyodide } from "pyodide";

const [library, module, ...rest] = process.argv.slice(2);
const path = (process.env.PYTHONPATH ?? "").split(delimiter).filter(Boolean);
const python = await loadPyodide({
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
});
const inside = [];
for (const folder of [process.cwd(), ...path].sort()) {
  if (inside.some((other) => folder === other || folder.startsWith(`${other}/`))) continue;
  inside.push(folder);
  python.FS.mkdirTree(folder);
  python.mountNodeFS(folder, folder);
}
const run = python.runPython(`
def run(folder, path, module, rest):
    import os, runpy, sys
    sys.dont_write_bytecode = True
    os.chdir(folder)
    sys.path[:0] = path
    if path and path[0].endswith(".zip"):
        import gc, sitecustomize
        gc.enable()
    sys.argv[:] = [module, *rest]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as exit:
        if not isinstance(exit.code, str):
            return exit.code or 0
        print(exit.code, file=sys.stderr)
        return 1
    return 0
run`);
try {
  process.exitCode = run(process.cwd(), library === "-" ? path : [library, ...path], module, rest);
} catch (error) {
  console.error(error.message); // Node would also print the line of Pyodide, which is a megabyte long
  process.exitCode = 1;
}
