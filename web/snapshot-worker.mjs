/**
 * Makes a snapshot of Python's memory with the game imported, keeps it in a cache, and tells the page that it has. Older
 * versions' snapshots, which nobody would ask for again, are forgotten, for not everywhere a service worker sees to that.
 */
const { interpreter, cacheName, key, version } = JSON.parse(globalThis.name);
const { fetch } = globalThis;

/** What the page has fetched is in the browser still; the game's Python comes packed, and Pyodide takes it unpacked. */
globalThis.fetch = async (url) => {
  const response = await fetch(url, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
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

try {
  await keep(await made());
  postMessage(true);
} catch (error) {
  console.info(`The next start will not be sooner: ${error.message.slice(0, 200)}`);
  postMessage(false);
}
