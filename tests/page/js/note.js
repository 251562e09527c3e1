/** What happens on the page from now on: a list or a number of that name, which the test reads. */
(() => {
  /** `started` is how many sounds have started. `shaken` lists the patterns of vibration. */
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

  /** `moved` lists what begins to move, by its animation or its property. */
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

  /** `flown` lists what flies over the page. */
  function flights() {
    const found = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.(".flight")) found.push(node.textContent);
    });
    observer.observe(document.body, { childList: true });
    globalThis.flown = found;
  }

  /** `commands` lists what is pressed. */
  function commands() {
    const found = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) if (target.matches(".pressed")) found.push(target.dataset.do);
    });
    observer.observe(document.getElementById("app"), { attributeFilter: ["class"], subtree: true });
    globalThis.commands = found;
  }

  /** `keys` lists the keys that reach the page. */
  function keys() {
    const found = [];
    addEventListener("keydown", ({ code }) => found.push(code));
    globalThis.keys = found;
  }

  /** `done` also lists the keys that reach the game. */
  function keysOfGame() {
    globalThis.spoilt = true;
    document.body.onkeydown = ({ key }) => globalThis.done.push(key);
  }

  /** `heard` says whether the page has heard of an error. */
  function errors() {
    const note = () => {
      globalThis.heard = true;
    };
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, note);
  }

  /** `told` lists the messages to the page. */
  function messages() {
    const found = [];
    addEventListener("message", ({ data }) => found.push(data));
    globalThis.told = found;
  }

  /** `told` lists what the loading panel shows: its bar and its words. */
  function progress() {
    const found = [];
    const observer = new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar) found.push([bar.value, document.querySelector("#boot output").value]);
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    globalThis.told = found;
  }

  return { commands, errors, feedback, flights, keys, keysOfGame, messages, moved, progress };
})();
