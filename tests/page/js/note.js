/** Recordings of future events on the page: each is a global list or number, which the test reads. */
(() => {
  /** Counts the sounds that start in `started`, and lists the vibration patterns in `shaken`. */
  function feedback() {
    const shaken = [];
    const { start } = AudioBufferSourceNode.prototype;
    Object.assign(globalThis, { started: 0, shaken });
    AudioBufferSourceNode.prototype.start = function count(...when) {
      globalThis.started += 1;
      start.apply(this, when);
    };
    navigator.vibrate = (pattern) => {
      shaken.push(pattern);
      return true;
    };
  }

  /** Lists animations and transitions that begin in `moved`, by their names or properties. */
  function moved() {
    const found = [];
    const { animate } = Element.prototype;
    const note = ({ animationName, propertyName }) => found.push(animationName ?? propertyName);
    for (const kind of ["animationrun", "animationstart", "transitionrun"]) addEventListener(kind, note, true);
    Element.prototype.animate = function begin(frames, options) {
      found.push(Object.keys(frames[0])[0]);
      return animate.call(this, frames, options);
    };
    globalThis.moved = found;
  }

  /** Lists the items that fly over the page in `flown`. */
  function flights() {
    const found = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.(".flight")) found.push(node.textContent);
    });
    observer.observe(document.body, { childList: true });
    globalThis.flown = found;
  }

  /** Lists the commands of pressed buttons in `commands`. */
  function commands() {
    const found = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) if (target.matches(".pressed")) found.push(target.dataset.do);
    });
    observer.observe(document.getElementById("app"), { attributeFilter: ["class"], subtree: true });
    globalThis.commands = found;
  }

  /** Counts in `fetched` the bytes that the page has read of the files whose addresses match a pattern. */
  function bytes(pattern) {
    const { fetch } = globalThis;
    const transform = (chunk, stream) => {
      globalThis.fetched += chunk.byteLength;
      stream.enqueue(chunk);
    };
    globalThis.fetched = 0;
    globalThis.fetch = async (url, ...options) => {
      const response = await fetch(url, ...options);
      if (!new RegExp(pattern, "u").test(url)) return response;
      return new Response(response.body.pipeThrough(new TransformStream({ transform })), response);
    };
  }

  /** Lists the keys that reach the page in `keys`. */
  function keys() {
    const found = [];
    addEventListener("keydown", ({ code }) => found.push(code));
    globalThis.keys = found;
  }

  /** Adds the keys that reach the game to `done`. */
  function keysOfGame() {
    globalThis.spoilt = true;
    document.body.onkeydown = ({ key }) => globalThis.done.push(key);
  }

  /** Notes in `heard` whether an error has been reported to the page. */
  function errors() {
    const note = () => {
      globalThis.heard = true;
    };
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, note);
  }

  /** Lists the messages to the page in `told`. */
  function messages() {
    const found = [];
    addEventListener("message", ({ data }) => found.push(data));
    globalThis.told = found;
  }

  /** Lists the states of the loading panel in `told`: its bar and its text. */
  function progress() {
    const found = [];
    const observer = new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar) found.push([bar.value, document.querySelector("#boot output").value]);
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    globalThis.told = found;
  }

  return { bytes, commands, errors, feedback, flights, keys, keysOfGame, messages, moved, progress };
})();
