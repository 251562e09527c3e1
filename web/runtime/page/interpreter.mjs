/**
 * The interpreter that PyScript starts. PyScript calls `loadPyodide` with its options. This module adds the archive
 * with the program and its part of Python's library, starts from a snapshot of Python's memory if there is one, and
 * reports errors to the page.
 *
 * README.md lists all changes to Pyodide and PyScript in this file. The build replaces `APP` with the name of the
 * page's global object.
 */
const skippedSteps = WITHOUT; // the build fills it in

// If WebAssembly can suspend, Pyodide starts Python on its own stack. Chromium's heap profiler, which runs for a few
// users, reads past the end of such a stack and crashes. Our programs never suspend.
// biome-ignore lint/performance/noDelete: Pyodide looks for the name
if (!skippedSteps.includes("suspending")) delete WebAssembly.Suspending;

// Browsers compile WebAssembly while it arrives, but only if the server names its type, which many servers don't know.
for (const name of ["compileStreaming", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (source, ...rest) => original.call(WebAssembly, ensureWasmType(await source), ...rest);
}

/** Returns the response with the type of WebAssembly. Chromium saves compiled code only for an original response. */
function ensureWasmType(response) {
  const type = "application/wasm";
  const hasRightType = response.headers.get("Content-Type")?.trim().toLowerCase() === type;
  return hasRightType || !response.ok ? response : new Response(response.body, { headers: { "Content-Type": type } });
}

import("./vendor/pyodide/pyodide.asm.mjs").catch(() => {}); // early; Pyodide imports it again, and reports a failure

// If a static import fails, browsers blame this file.
const { computeDigest, dropSnapshot, savedSnapshot, pack, restoreMemory } = await import("./snapshot.mjs");
const { loadPyodide: load, version } = await import("./vendor/pyodide/pyodide.mjs");

export { computeDigest, pack, version };

/** The page's object. The worker that makes a snapshot has its own, without the page's features. */
const { APP } = globalThis;
const { snapshot } = APP;
snapshot.interpreter = import.meta.url;
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;

const stdLibURL = new URL("./python.bin", import.meta.url).href;
/** The facts about Pyodide itself from its lock file (the build fills them in). We need no list of packages. */
const lockFileContents = { info: LOCK_INFO, packages: {} };

/** Reports if WebAssembly doesn't start; Pyodide only logs a warning and waits forever. */
function reportRefusedWebAssembly() {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...args) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    try {
      return await instantiateStreaming(...args);
    } catch (error) {
      await APP.files?.checked(); // corrupt files are reported there
      APP.fail?.(APP.say("no-python", { error: error.message }));
      throw error;
    }
  };
}

/** Reports exceptions of scripts, which PyScript only logs. */
function reportPythonErrors(python) {
  const { runPythonAsync } = python;
  python.runPythonAsync = async (...args) => {
    try {
      return await runPythonAsync.apply(python, args);
    } catch (error) {
      if (snapshot.used) await restart(error);
      const lastLine = error.message.trim().split("\n").at(-1);
      APP.fail?.(APP.say("stopped", { error: lastLine }));
      throw error;
    }
  };
}

/** Drops the snapshot and reloads the page, which may work without it. */
async function restart(error) {
  await dropSnapshot(error);
  location.reload();
  await new Promise(() => {});
}

export function startWithoutSnapshot(options) {
  reportRefusedWebAssembly();
  return load({ ...options, indexURL, stdLibURL, packageBaseUrl: indexURL, lockFileContents });
}

/** Starts from the snapshot; returns nothing if there is none, or if it doesn't work. */
async function startFromSnapshot(options) {
  const snapshotData = await savedSnapshot;
  if (!snapshotData) return undefined;
  // Pyodide itself would store the whole memory in one piece, including empty pages.
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("./vendor/pyodide/pyodide.asm.mjs");
    const [module, bytes] = await Promise.all([create(settings), snapshotData.bytes]);
    module.API.restoreSnapshot = () => {
      const state = restoreMemory(new Uint8Array(module.HEAP8.buffer), bytes);
      APP.cold?.writeData(); // the snapshot may lack the data of the second half
      return state;
    };
    return module;
  };
  try {
    return await startWithoutSnapshot({ ...options, _loadSnapshot: new Uint8Array(), createPyodideModule });
  } catch (error) {
    await dropSnapshot(error);
    return undefined;
  }
}

export async function loadPyodide(options) {
  const python = (await startFromSnapshot(options)) ?? (await startWithoutSnapshot(options));
  reportPythonErrors(python);
  await APP.loading?.();
  return python;
}
