/** What tests ask of the page. The value of this file is an object of functions, as that of each file here. */
(() => {
  /** Milliseconds that anything may take on a busy machine; nothing waits longer than it has to. */
  const PATIENCE = 60_000;
  /** Milliseconds after which no click comes for a finger that was lifted. */
  const CLICK = 500;
  /** Pixels from the middle of a button to the edge of what a finger needs, a little less than 44 across. */
  const REACH = 21.5;
  const SCROLLS = /auto|scroll/;

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

  /**
   * The test waits until the page has answered everything, and nothing moves. After something was done, more of it may
   * come in the next frame. After that, the page says when it is busy.
   */
  async function settled() {
    globalThis.doings ??= watched();
    const { doings } = globalThis;
    const { all } = doings;
    if (all !== doings.seen) await frame();
    if (doings.click) await Promise.race([until(() => !doings.click), pause(CLICK)]);
    await until(() => !document.querySelector("#app[aria-busy]") && !document.getAnimations().some(moves));
    doings.seen = all;
  }

  /** The browser handles what waits for its turn, a message for example. */
  const turn = () => new Promise((done) => setTimeout(done));

  /** The storage has this text under a key at this moment, or null. */
  const stored = (key) => localStorage.getItem(key);

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

  /** Everything on the page together is so wide and so high. */
  function size() {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    return [scrollWidth, scrollHeight];
  }

  /** A box holds more than it shows, beside what is shown. */
  const isTooWide = (box) => SCROLLS.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth;

  /** A box holds more than it shows, below what is shown. */
  const isTooHigh = (box) => SCROLLS.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight;

  /** These boxes scroll, and nothing covers them. */
  function scrollers() {
    const open = [...document.querySelectorAll("body :not([inert], [inert] *, svg *)")];
    return open.filter((box) => isTooWide(box) || isTooHigh(box));
  }

  /** The boxes with these classes scroll, and do not match a selector. */
  function scrolling(lists) {
    const others = scrollers().filter((box) => !box.matches(lists));
    return others.map((box) => box.className);
  }

  /** The boxes with these classes scroll sideways. */
  function sideways() {
    const wide = [...document.querySelectorAll("main, main *")].filter(isTooWide);
    return wide.map((box) => box.className);
  }

  /** An element shows its whole width. */
  const isWhole = (element) => element.scrollWidth <= element.clientWidth;

  /**
   * A finger would miss a part of these buttons and sliders; `which` selects others. What scrolls is scrolled to a button
   * first, and back. What lies behind a curtain or a dialog is not to be hit.
   */
  function tooSmall(which = "button, [type=range]") {
    const buttons = [...document.querySelectorAll(which)];
    const boxes = scrollers();
    const missed = buttons.filter((button) => {
      if (button.closest("[inert]") || !button.checkVisibility()) return false;
      if (boxes.some((box) => box.contains(button))) button.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const reached = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("button, input") === button;
      const ways = [0, REACH, -REACH].flatMap((way) => [
        [way, 0],
        [0, way],
      ]);
      return !ways.every(reached);
    });
    for (const box of boxes) box.scrollTo(0, 0);
    return missed.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return `${button.ariaLabel ?? button.innerText} ${width.toFixed(0)} x ${height.toFixed(0)}`;
    });
  }

  /** A place sticks out of a box by so many pixels, beside it and above or below it. The body ends with the screen. */
  function outside(place, box) {
    const { left, right, top, bottom } =
      box === document.body ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : box.getBoundingClientRect();
    return [Math.max(left - place.left, place.right - right), Math.max(top - place.top, place.bottom - bottom)];
  }

  /** A text that is too long for its box ends in dots. */
  const endsInDots = ({ textOverflow, display }) => textOverflow === "ellipsis" && !/flex|grid/.test(display);

  /** These boxes cut a text: its button, the screen, and what hides the rest; none from one that scrolls outwards. */
  function boxesThatCut(owner, block) {
    const always = [owner.closest("button"), document.body];
    const boxes = [];
    for (let box = owner; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (SCROLLS.test(style.overflowX + style.overflowY) || (box === block && endsInDots(style))) break;
      if (style.overflowX !== "visible" || always.includes(box)) boxes.push(box);
    }
    return boxes;
  }

  /** A place of a text lies outside of a box. A button may be lower than its text. */
  function isOutside(place, box) {
    const [beside, above] = outside(place, box);
    return Math.max(beside, box.matches("button") ? 0 : above) > 1;
  }

  /** A part of these texts cannot be seen. */
  function cutOff() {
    const cut = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest("[inert], [role=status], script, style")) continue;
      const range = new Range();
      range.selectNodeContents(text);
      let block = owner;
      while (getComputedStyle(block).display === "inline") block = block.parentElement;
      const places = [...range.getClientRects()].filter(({ width }) => width);
      const boxes = boxesThatCut(owner, block);
      if (places.some((place) => boxes.some((box) => isOutside(place, box)))) cut.push(text.data);
    }
    return cut;
  }

  /** These texts have letters smaller than so many pixels. A map's own letters grow with it. */
  function fine(least) {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest(".said, svg, script, style") || !owner.checkVisibility()) continue;
      if (Number.parseFloat(getComputedStyle(owner).fontSize) < least) found.push(text.data);
    }
    return found;
  }

  /** These buttons and fields stick out of their panel at a side. */
  function stickingOut() {
    const controls = [...document.querySelectorAll(":is(.part, .dialog, .card, .tip) :is(button, input)")];
    const out = controls.filter((control) => {
      const panel = control.closest(".part, .dialog, .card, .tip");
      return outside(control.getBoundingClientRect(), panel)[0] > 0;
    });
    return out.map((control) => control.ariaLabel ?? control.innerText);
  }

  /** The page has this size; these boxes scroll and hold none of the parts; these texts are cut off. */
  async function fit(parts) {
    await settled();
    const full = scrollers().filter((box) => !parts.some((part) => box.contains(part)));
    return { size: size(), scrolling: full.map((box) => box.className), cutOff: cutOff() };
  }

  /** These controls stand in the phone's notch, or beside the line to swipe. A list may reach there. */
  function unsafe(lists, [left, top, right, bottom]) {
    const parts = [...document.querySelectorAll("button, input, h1, h2, p, td")];
    const shown = parts.filter(
      (part) => !part.closest(`.said, [inert], ${lists}`) && part.getBoundingClientRect().width,
    );
    const out = shown.filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.top < top || box.right > innerWidth - right || box.bottom > innerHeight - bottom;
    });
    return out.map((part) => part.ariaLabel ?? part.innerText);
  }

  /** The page shows a screen in a theme, with all its letters. The test learns how it fits, and where the map is. */
  async function show(theme, screen, lists, insets) {
    document.documentElement.dataset.theme = theme;
    document.getElementById("app").innerHTML = screen;
    document.body.getBoundingClientRect(); // asks for the faces
    await document.fonts.ready;
    const map = document.querySelector(".map-box .map")?.getBoundingClientRect();
    return {
      size: size(),
      scrolling: scrolling(lists),
      cutOff: cutOff(),
      stickingOut: stickingOut(),
      fine: fine(innerWidth < 390 || innerHeight < 560 ? 11 : 13),
      missed: tooSmall(),
      unsafe: unsafe(lists, insets),
      map: map && [map.left, map.top, map.right, map.bottom],
    };
  }

  /** The page shows screens one after the other. `lists` matches what may hold more than it shows. */
  async function showAll(screens, lists, insets) {
    const seen = [];
    for (const [theme, screen] of screens) seen.push(await show(theme, screen, lists, insets));
    return seen;
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
    cutOff,
    fit,
    ghost,
    hasFocus,
    hasPlies,
    isWhole,
    kept,
    samePressed,
    scrollers,
    scrolling,
    settled,
    showAll,
    sideways,
    size,
    spaces,
    stickingOut,
    stored,
    tooSmall,
    turn,
    until,
    values,
  };
})();
