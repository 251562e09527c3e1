/** Queries of the page for tests. Like each file here, this one evaluates to an object of functions. */
(() => {
  /** The limit of every wait of the tests in milliseconds; scripts.py reads it. Waits end as soon as possible. */
  const TIMEOUT = 480_000;

  /** Milliseconds after which a lifted finger no longer causes a click. */
  const CLICK_TIMEOUT = 500;

  const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  const isRunning = ({ playState }) => playState === "running";

  /** Waits until a function returns a true value. */
  async function waitUntil(condition) {
    const deadline = performance.now() + TIMEOUT;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error("this has not become true");
      await delay(5);
    }
  }

  /**
   * Counts the player's actions: `all` counts the events, `seen` is the number of them that a settled page had
   * answered, and `click` is true after a finger was lifted, until its click follows.
   */
  function watchActions() {
    const actions = { all: 1, seen: 0, moved: false, click: false };
    const setOn = (kinds, change) => {
      for (const kind of kinds) addEventListener(kind, () => Object.assign(actions, change), true);
    };
    for (const kind of ["pointerdown", "keydown", "input", "wheel"]) addEventListener(kind, () => actions.all++, true);
    setOn(["touchstart"], { moved: false });
    setOn(["touchmove", "touchcancel"], { moved: true });
    setOn(["click"], { click: false });
    addEventListener("touchend", ({ defaultPrevented }) => {
      actions.click = !(actions.moved || defaultPrevented); // after the page's own listeners
    });
    return actions;
  }

  /** Returns whether the screen only says that another one is being fetched; after a failure it also has a button. */
  const isFetching = () => document.querySelector("main.fetching .form:not(:has(button))") !== null;

  /**
   * Waits until the page has answered everything, and nothing moves. Further events of an action may follow in the next
   * frame. After that, the page marks itself as busy, or shows that it fetches a screen.
   */
  async function waitUntilSettled() {
    globalThis.playerActions ??= watchActions();
    const { playerActions: actions } = globalThis;
    const { all } = actions;
    if (all !== actions.seen) await waitForFrame();
    if (actions.click) await Promise.race([waitUntil(() => !actions.click), delay(CLICK_TIMEOUT)]);
    const isBusy = () => document.querySelector("#app[data-busy]") !== null || isFetching();
    await waitUntil(() => !isBusy() && !document.getAnimations().some(isRunning));
    actions.seen = all;
  }

  /** Waits until the page has settled and the last frame of its animations has been drawn. */
  async function waitUntilStill() {
    do {
      await waitUntilSettled();
      await waitForFrame();
    } while (document.getAnimations().some(isRunning));
  }

  /** Gives the browser time for pending work, such as a message. */
  const waitForTask = () => new Promise((resolve) => setTimeout(resolve));

  /** Returns the text saved under the given key at this moment, or null. */
  const readStored = (key) => localStorage.getItem(cartographers.place + key);

  /** Returns the text saved under the given key after the page has settled. */
  async function readStoredWhenSettled(key) {
    await waitUntilSettled();
    return readStored(key);
  }

  /** Returns whether the record under the given key has the given number of plies. */
  const hasPlies = (key, count) =>
    readStored(key)
      .match(/ (c1-[^ ]*)/)[1]
      .split(".").length -
      1 ===
    count;

  /** Returns the names that a screen reader finds; it ignores elements behind a curtain or a dialog. */
  async function getLabels(role) {
    await waitUntilSettled();
    const elements = [...document.querySelectorAll(role)];
    return elements
      .filter((element) => !element.closest("[inert], [aria-hidden=true]"))
      .map((element) => element.ariaLabel);
  }

  /** Returns the names of the map's spaces, which tell their content. */
  const getSpaceLabels = () => getLabels("[role=gridcell]");

  /** Returns the names of the spaces under the ghost. */
  async function getGhostSpaces() {
    return (await getLabels("[role=gridcell][aria-selected=true]")).map((label) => label.split(",")[0]);
  }

  /** Sets an attribute of an element, or removes it. */
  function changeAttribute(element, attribute, value) {
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, value);
  }

  /** Returns the names of the buttons that look the same when they are pressed, in a theme. */
  function findButtonsUnchangedByPress(theme) {
    document.documentElement.dataset.theme = theme;
    const unchanged = [...document.querySelectorAll("button")].filter((button) => {
      const before = getComputedStyle(button).boxShadow;
      button.classList.add("pressed");
      const after = getComputedStyle(button).boxShadow;
      button.classList.remove("pressed");
      return after === before;
    });
    return unchanged.map((button) => button.ariaLabel ?? button.innerText);
  }

  /** Returns whether an element has the focus. */
  const hasFocus = (element) => element === document.activeElement;

  /** Returns the values of some properties of an element. */
  const getProperties = (element, ...names) => names.map((name) => element[name]);

  return {
    changeAttribute,
    findButtonsUnchangedByPress,
    getGhostSpaces,
    getProperties,
    getSpaceLabels,
    hasFocus,
    hasPlies,
    readStored,
    readStoredWhenSettled,
    waitForTask,
    waitUntil,
    waitUntilSettled,
    waitUntilStill,
  };
})();
