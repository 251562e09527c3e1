/**
 * The interpreter that PyScript starts: our own copy of Pyodide. PyScript calls `loadPyodide` with its options;
 * here the archive with the game and what it uses of the standard library is added, and what goes wrong reaches the
 * loading panel.
 */
// Not a plain import, whose failure would be told with this file's name.
const { loadPyodide: load, version } = await import("./vendor/pyodide/pyodide.mjs");

export { version };

const boot = globalThis.cartographersBoot;
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;

const stdLibURL = new URL("./python.bin", import.meta.url).href;
/** What Pyodide's own lock file says about itself, which the build fills in; its list of packages is not needed. */
const lockFileContents = { info: LOCK_INFO, packages: {} };

/** Pyodide only warns when WebAssembly cannot be started, and then waits for ever: report it. */
function reportRefusedWebAssembly() {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...args) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    try {
      return await instantiateStreaming(...args);
    } catch (error) {
      boot?.fail(`This browser could not start Python: ${error.message}`);
      throw error;
    }
  };
}

/** PyScript only logs what a script raises: report it too. */
function reportPythonErrors(python) {
  const { runPythonAsync } = python;
  python.runPythonAsync = async (...args) => {
    try {
      return await runPythonAsync.apply(python, args);
    } catch (error) {
      boot?.fail(`The game stopped while it was loading: ${error.message.trim().split("\n").at(-1)}`);
      throw error;
    }
  };
}

export async function loadPyodide(options) {
  reportRefusedWebAssembly();
  const python = await load({ ...options, indexURL, stdLibURL, packageBaseUrl: indexURL, lockFileContents });
  reportPythonErrors(python);
  boot?.loading();
  return python;
}
