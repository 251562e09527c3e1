/**
 * Makes a snapshot of Python's memory with the game imported, keeps it in a cache, and tells the page that it has. Older
 * versions' snapshots, which nobody would ask for again, are forgotten, for not everywhere a service worker sees to that.
 */
const { interpreter, cacheName, key, version } = JSON.parse(globalThis.name);
const { fetch } = globalThis;

/** Take what the page has fetched, and nothing else. The game's Python comes packed, and Pyodide takes it unpacked. */
globalThis.fetch = async (url) => {
  const response = await fetch(url, { cache: "only-if-cached", mode: "same-origin" }).catch(giveUp);
  return url.pathname.endsWith(".bin") ? new Response(response.body.pipeThrough(new DecompressionStream("gzip"))) : response;
};

async function made() {
  const { digest, packed, startPlainly } = await import(interpreter);
  const python = await startPlainly({ _makeSnapshot: true });
  python.runPython("from browser.ahead import import_game; import_game()");
  const bytes = packed(new Uint8Array(python._module.HEAP8.buffer), python._api.serializeHiwireState());
  return new Response(bytes, { headers: { version, digest: await digest(bytes) } });
}

async function keep(snapshot) {
  const ours = cacheName.slice(0, -version.length);
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  await Promise.all(names.map(async (name) => (await caches.open(name)).delete(key)));
  await (await caches.open(cacheName)).put(key, snapshot);
}

/** Pyodide would wait for ever for a file that does not come; but the page ends the worker. */
function giveUp(error) {
  console.info(`The next start will not be sooner: ${error.message.slice(0, 200)}`);
  postMessage(false);
  throw error;
}

await made().then(keep).then(() => postMessage(true), giveUp);
