/** Queries of the page for tests. Like each file here, this one evaluates to an object of functions. */
(() => {
  /** The maximum milliseconds for anything on a busy machine. Waits end as soon as possible. */
  const PATIENCE = 60_000;

  /** Milliseconds after which a lifted finger no longer causes a click. */
  const CLICK = 500;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  const moves = ({ playState }) => playState === "running";

  /** Waits until a function returns a true value. */
  async function until(condition, patience) {
    const end = performance.now() + (patience ?? PATIENCE);
    while (!(await condition())) {
      if (performance.now() > end) throw new Error("this has not become true");
      await pause(5);
    }
  }

  /**
   * Counts the player's actions: `all` counts the events, `seen` is the number of them that a settled page had
   * answered, and `click` is true after a finger was lifted, until its click follows.
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

  /** Returns whether the screen only says that another one is being fetched; after a failure it also has a button. */
  const fetches = () => document.querySelector("main.fetching .form:not(:has(button))") !== null;

  /**
   * Waits until the page has answered everything, and nothing moves. Further events of an action may follow in the next
   * frame. After that, the page marks itself as busy, or shows that it fetches a screen.
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

  /** Gives the browser time for pending work, such as a message. */
  const turn = () => new Promise((done) => setTimeout(done));

  /** Returns the text saved under the given key at this moment, or null. */
  const stored = (key) => localStorage.getItem(cartographers.place + key);

  /** Returns the text saved under the given key after the page has settled. */
  async function kept(key) {
    await settled();
    return stored(key);
  }

  /** Returns whether the record under the given key has the given number of plies. */
  const hasPlies = (key, count) =>
    stored(key)
      .match(/ (c1-[^ ]*)/)[1]
      .split(".").length -
      1 ===
    count;

  /** Returns the names that a screen reader finds; it ignores elements behind a curtain or a dialog. */
  async function labels(role) {
    await settled();
    const found = [...document.querySelectorAll(role)];
    return found.filter((one) => !one.closest("[inert], [aria-hidden=true]")).map((one) => one.ariaLabel);
  }

  /** Returns the names of the map's spaces, which tell their content. */
  const spaces = () => labels("[role=gridcell]");

  /** Returns the names of the spaces under the ghost. */
  async function ghost() {
    return (await labels("[role=gridcell][aria-selected=true]")).map((label) => label.split(",")[0]);
  }

  /** Sets an attribute of an element, or removes it. */
  function change(element, attribute, value) {
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, value);
  }

  /** Returns the names of the buttons that look the same when they are pressed, in a theme. */
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

  /** Returns whether an element has the focus. */
  const hasFocus = (element) => element === document.activeElement;

  /** Returns the values of some properties of an element. */
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
