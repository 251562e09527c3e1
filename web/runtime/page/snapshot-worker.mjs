/**
 * Starts Python, imports the program, saves a snapshot of the memory in the cache, and tells the page. It also deletes
 * the useless snapshots of older versions: the service worker would do that, but not every browser allows one.
 */
const { interpreter, cacheName, key, version } = JSON.parse(globalThis.name);
const { fetch } = globalThis;

/** Uses only files that the page has fetched already. Pyodide needs the archive with the program decompressed. */
globalThis.fetch = async (url) => {
  const response = await fetch(url, { cache: "only-if-cached", mode: "same-origin" }).catch(giveUp);
  return url.pathname.endsWith(".bin")
    ? new Response(response.body.pipeThrough(new DecompressionStream("gzip")))
    : response;
};

async function makeSnapshot() {
  const { computeDigest, pack, startWithoutSnapshot } = await import(interpreter);
  const python = await startWithoutSnapshot({ _makeSnapshot: true });
  python.runPython(IMPORT_PROGRAM); // the build fills it in
  const bytes = pack(new Uint8Array(python._module.HEAP8.buffer), python._api.serializeHiwireState());
  return new Response(bytes, { headers: { version, digest: await computeDigest(bytes) } });
}

async function saveSnapshot(snapshot) {
  const prefix = cacheName.slice(0, -version.length);
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map(async (name) => (await caches.open(name)).delete(key)));
  await (await caches.open(cacheName)).put(key, snapshot);
}

/** Tells the page to end the worker, because Pyodide would wait for a missing file forever. */
function giveUp(error) {
  console.info(`The next start will not be faster: ${error.message.slice(0, 200)}`);
  postMessage(false);
  throw error;
}

await makeSnapshot()
  .then(saveSnapshot)
  .then(() => postMessage(true), giveUp);
