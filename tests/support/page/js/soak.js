/** The memory that Python and the page hold for each other, for the soak bench. */
(() => {
  /** Returns a module of the page's own Python, which any of its functions can import. */
  function importPython(name) {
    const builtins = cartographers.recover.report.__func__.__globals__.get("__builtins__");
    const module = builtins.get("__import__")(name);
    builtins.destroy();
    return module;
  }

  /** Begins to count the Python objects that JavaScript holds. */
  function watchPython() {
    globalThis.pythonModule = importPython("pyodide_js")._module;
    globalThis.pythonCollector = importPython("gc");
    globalThis.pythonModule.enable_pyproxy_allocation_tracing();
  }

  /**
   * Collects Python's garbage, and returns the bytes of WebAssembly's memory, the number of Python's own objects that
   * can hold others, and the numbers of Python objects in JavaScript and of JavaScript objects in Python.
   */
  function measurePython() {
    const { pythonCollector, pythonModule } = globalThis;
    pythonCollector.collect();
    const objects = pythonCollector.get_objects();
    const { length } = objects;
    objects.destroy();
    return {
      wasm: pythonModule.HEAP8.length,
      objects: length,
      proxies: pythonModule.pyproxy_alloc_map.size,
      references: pythonModule.hiwire.num_keys(),
    };
  }

  return { measurePython, watchPython };
})();
