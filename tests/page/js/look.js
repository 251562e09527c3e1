/** What tests ask of the page. The value of this file is an object of functions, as that of each file here. */
(() => {
  /** Milliseconds that anything may take on a busy machine; nothing waits longer than it has to. */
  const PATIENCE = 60_000;

  /** Milliseconds after which no click comes for a finger that was lifted. */
  const CLICK = 500;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  const moves = ({ playState }) => playState === "running";

  /** The test waits until a function returns something true. */
  async function until(condition, patience) {
    const end = performance.now() + (patience ?? PATIENCE);
    while (!(await condition())) {
      if (performance.now() > end) throw new Error("this has not become true");
      await pause(5);
    }
  }

  /**
   * The page counts what is done to it: `all` counts the events, `seen` says how many of them a settled page had
   * answered, and `click` says that a finger was lifted and its click is still to come.
   */
  function watched() {
    const doings = { all: 1, seen: 0, moved: false, click: false };
    const note = (kinds, change) => {
      for (const kind of kinds) addEventListener(kind, () => Object.assign(doings, change), true);
    };
    for (const kind of ["pointerdown", "keydown", "input", "wheel"]) addEventListener(kind, () => doings.all++, true);
    note(["touchstart"], { moved: false });
    note(["touchmove", "touchcancel"], { moved: true });
    note(["click"], { click: false });
    addEventListener("touchend", ({ defaultPrevented }) => {
      doings.click = !(doings.moved || defaultPrevented); // after the page's own listeners
    });
    return doings;
  }

  /** A screen is shown that only says that another one is being fetched; after a failure it has a button as well. */
  const fetches = () => document.querySelector("main.fetching .form:not(:has(button))") !== null;

  /**
   * The test waits until the page has answered everything, and nothing moves. After something was done, more of it may
   * come in the next frame. After that, the page says when it is busy, or shows that it fetches a screen.
   */
  async function settled() {
    globalThis.doings ??= watched();
    const { doings } = globalThis;
    const { all } = doings;
    if (all !== doings.seen) await frame();
    if (doings.click) await Promise.race([until(() => !doings.click), pause(CLICK)]);
    const busy = () => document.querySelector("#app[data-busy]") !== null || fetches();
    await until(() => !busy() && !document.getAnimations().some(moves));
    doings.seen = all;
  }

  /** The browser handles what waits for its turn, a message for example. */
  const turn = () => new Promise((done) => setTimeout(done));

  /** The site has saved this text under a key at this moment, or null. */
  const stored = (key) => localStorage.getItem(cartographers.place + key);

  /** The storage has this text under a key once the page has settled. */
  async function kept(key) {
    await settled();
    return stored(key);
  }

  /** The record under a key has so many plies. */
  const hasPlies = (key, count) =>
    stored(key)
      .match(/ (c1-[^ ]*)/)[1]
      .split(".").length -
      1 ===
    count;

  /** A screen reader finds these names; it does not find what is behind a curtain or a dialog. */
  async function labels(role) {
    await settled();
    const found = [...document.querySelectorAll(role)];
    return found.filter((one) => !one.closest("[inert], [aria-hidden=true]")).map((one) => one.ariaLabel);
  }

  /** The spaces of the map have these names, which say what each holds. */
  const spaces = () => labels("[role=gridcell]");

  /** The ghost lies on the spaces with these names. */
  async function ghost() {
    return (await labels("[role=gridcell][aria-selected=true]")).map((label) => label.split(",")[0]);
  }

  /** An element has another value of an attribute from now on, or none. */
  function change(element, attribute, value) {
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, value);
  }

  /** The buttons with these names look the same when they are pressed, in a theme. */
  function samePressed(theme) {
    document.documentElement.dataset.theme = theme;
    const same = [...document.querySelectorAll("button")].filter((button) => {
      const before = getComputedStyle(button).boxShadow;
      button.classList.add("pressed");
      const after = getComputedStyle(button).boxShadow;
      button.classList.remove("pressed");
      return after === before;
    });
    return same.map((button) => button.ariaLabel ?? button.innerText);
  }

  /** An element has the focus. */
  const hasFocus = (element) => element === document.activeElement;

  /** An element has these values under some names. */
  const values = (element, ...names) => names.map((name) => element[name]);

  return {
    change,
    ghost,
    hasFocus,
    hasPlies,
    kept,
    samePressed,
    settled,
    spaces,
    stored,
    turn,
    until,
    values,
  };
})();
