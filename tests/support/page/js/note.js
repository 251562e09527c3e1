/** Recordings of future events on the page: each is a global list or number, which the test reads. */
(() => {
  /** Counts the sounds that start in `startedSounds`, and lists the vibration patterns in `vibrations`. */
  function recordFeedback() {
    const vibrations = [];
    const { start } = AudioBufferSourceNode.prototype;
    Object.assign(globalThis, { startedSounds: 0, vibrations });
    AudioBufferSourceNode.prototype.start = function count(...when) {
      globalThis.startedSounds += 1;
      start.apply(this, when);
    };
    navigator.vibrate = (pattern) => {
      vibrations.push(pattern);
      return true;
    };
  }

  /** Lists animations and transitions that begin in `motions`, by their names or properties. */
  function recordMotion() {
    const motions = [];
    const { animate } = Element.prototype;
    const record = ({ animationName, propertyName }) => motions.push(animationName ?? propertyName);
    for (const kind of ["animationrun", "animationstart", "transitionrun"]) addEventListener(kind, record, true);
    Element.prototype.animate = function begin(frames, options) {
      motions.push(Object.keys(frames[0])[0]);
      return animate.call(this, frames, options);
    };
    globalThis.motions = motions;
  }

  /** Lists a property of each added element that matches a selector, and returns the list. */
  function listAdded(selector, property) {
    const list = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.(selector)) list.push(node[property]);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return list;
  }

  /** Lists the items that fly over the page in `flights`. */
  function recordFlights() {
    globalThis.flights = listAdded(".flight", "textContent");
  }

  /** Lists the moments of a solo game's result in `beats`, by their classes. */
  function recordBeats() {
    globalThis.beats = listAdded(".moment-beat, .stars-beat", "className");
  }

  /** Lists the commands of pressed buttons in `commands`. */
  function recordCommands() {
    const commands = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) if (target.matches(".pressed")) commands.push(target.dataset.do);
    });
    observer.observe(document.getElementById("app"), { attributeFilter: ["class"], subtree: true });
    globalThis.commands = commands;
  }

  /** Lists the places to which a slider moves in `places`. */
  function recordPlaces(slider) {
    const places = [];
    const observer = new MutationObserver(() => places.push(slider.value));
    observer.observe(slider, { attributeFilter: ["aria-valuetext"] });
    globalThis.places = places;
  }

  /** Counts in `fetchedBytes` the bytes that the page has read of the files whose addresses match a pattern. */
  function countBytes(pattern) {
    const { fetch } = globalThis;
    const transform = (chunk, stream) => {
      globalThis.fetchedBytes += chunk.byteLength;
      stream.enqueue(chunk);
    };
    globalThis.fetchedBytes = 0;
    globalThis.fetch = async (url, ...options) => {
      const response = await fetch(url, ...options);
      if (!new RegExp(pattern, "u").test(url)) return response;
      return new Response(response.body.pipeThrough(new TransformStream({ transform })), response);
    };
  }

  /** Lists the keys that reach the page in `keys`. */
  function recordKeys() {
    const keys = [];
    addEventListener("keydown", ({ code }) => keys.push(code));
    globalThis.keys = keys;
  }

  /** Adds the keys that reach the game to `gameEvents`. */
  function recordGameKeys() {
    globalThis.isSpoiled = true;
    document.body.onkeydown = ({ key }) => globalThis.gameEvents.push(key);
  }

  /** Notes in `hasReportedError` whether an error has been reported to the page. */
  function recordErrors() {
    globalThis.hasReportedError = false;
    const record = () => {
      globalThis.hasReportedError = true;
    };
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, record);
  }

  /** Lists the messages to the page in `messages`. */
  function recordMessages() {
    const messages = [];
    addEventListener("message", ({ data }) => messages.push(data));
    globalThis.messages = messages;
  }

  /** Lists the states of the loading panel in `panelStates`: its bar and its text. */
  function recordProgress() {
    const panelStates = [];
    const observer = new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar) panelStates.push([bar.value, document.querySelector("#boot output").value]);
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    globalThis.panelStates = panelStates;
  }

  return {
    countBytes,
    recordBeats,
    recordCommands,
    recordErrors,
    recordFeedback,
    recordFlights,
    recordGameKeys,
    recordKeys,
    recordMessages,
    recordMotion,
    recordPlaces,
    recordProgress,
  };
})();
