// Start Pyodide in Node, show it this project and the given site-packages, and run the tests of the rules in it.
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";

const [packages, ...pytestArguments] = process.argv.slice(2);
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
for (const [inside, outside] of [
  ["/project", fileURLToPath(new URL("../..", import.meta.url))],
  ["/packages", packages],
]) {
  python.FS.mkdirTree(inside);
  python.mountNodeFS(inside, outside);
}
python.runPython(`
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/project/py", "/project/tests"]
sys.path.append("/packages")
os.chdir("/project")
`);
const { code, passed } = python.pyimport("in_pyodide.inside").run(pytestArguments).toJs({ dict_converter: Object.fromEntries });
console.log(JSON.stringify({ code, passed }));
