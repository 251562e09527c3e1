/**
 * The interpreter that PyScript starts: our own copy of Pyodide. PyScript calls `loadPyodide` with its options;
 * here the archive with the game and what it uses of the standard library is added, Python's memory is filled from a
 * snapshot where one is kept, and what goes wrong reaches the loading panel.
 */
// Where WebAssembly can suspend, Pyodide starts Python on a stack of its own, and Chromium crashes when its heap
// profiler, which is on for a few, looks beyond the end of that. The game suspends nothing.
delete WebAssembly.Suspending;

// Not plain imports, whose failure would be told with this file's name.
const { digest, drop, found, packed, restore } = await import("./snapshot.mjs");
const { loadPyodide: load, version } = await import("./vendor/pyodide/pyodide.mjs");

export { digest, packed, version };

const { cartographersBoot: boot, pythonSnapshot: snapshot } = globalThis;
snapshot.interpreter = import.meta.url;
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
      if (snapshot.used) await startAgain(error);
      boot?.fail(`The game stopped while it was loading: ${error.message.trim().split("\n").at(-1)}`);
      throw error;
    }
  };
}

/** What fails after a start from a snapshot may do without one. */
async function startAgain(error) {
  await drop(error);
  location.reload();
  await new Promise(() => {});
}

export function startPlainly(options) {
  reportRefusedWebAssembly();
  return load({ ...options, indexURL, stdLibURL, packageBaseUrl: indexURL, lockFileContents });
}

/** Returns nothing where there is no snapshot, or none that is any good. */
async function startFromSnapshot(options) {
  const kept = await found;
  if (!kept) return undefined;
  // Pyodide would take the whole memory in one piece, empty pages and all.
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("./vendor/pyodide/pyodide.asm.mjs");
    const [module, bytes] = await Promise.all([create(settings), kept.bytes]);
    module.API.restoreSnapshot = () => restore(new Uint8Array(module.HEAP8.buffer), bytes);
    return module;
  };
  try {
    return await startPlainly({ ...options, _loadSnapshot: new Uint8Array(), createPyodideModule });
  } catch (error) {
    await drop(error);
    return undefined;
  }
}

export async function loadPyodide(options) {
  const python = (await startFromSnapshot(options)) ?? (await startPlainly(options));
  reportPythonErrors(python);
  boot?.loading();
  return python;
}
