/**
 * What the tests ask of the page, again and again. The value of this file is an object of functions; look() in
 * tests/page/scripts.py calls one of them by its name.
 *
 *     until(condition)  wait until a function returns something true
 *     settled()         wait until the page has answered everything that was done to it, and lies still
 *     kept(key)         what the browser keeps under a key, once the page has settled
 *     spaces()          what each space of the map is called and holds, likewise
 *     ghost()           the names of the spaces below the ghost, likewise
 *     size()            how wide and high everything on the page is together
 *     scrollers()       the boxes that hold more than they show, and are not covered
 *     scrolling(lists)  the classes of those that do not match a selector
 *     tooSmall(which)   the buttons and sliders of which a finger would miss a part; `which` selects others
 *     cutOff()          the texts of which a part cannot be seen
 *     stickingOut()     the buttons and fields that stick out of their panel at a side
 *     fit(parts)        size, scrollers but for those that hold one of the parts, and cutOff, once the page has settled
 */
(() => {
  /** Milliseconds that anything may take on a busy machine; nothing waits longer than it has to. */
  const PATIENCE = 60_000;
  /** Milliseconds after which no click comes for a finger that was lifted. */
  const CLICK = 500;
  /** Pixels from the middle of a button to the edge of what a finger needs, a little less than 44 across. */
  const REACH = 21.5;

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const moves = ({ playState }) => playState === "running";

  async function until(condition) {
    const end = performance.now() + PATIENCE;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error("this has not become true");
      await pause(5);
    }
  }

  /**
   * Watch what is done to the page: `all` counts the events, `seen` how many of them a settled page had answered, and
   * `click` says that a finger was lifted and its click is still to come.
   */
  function watched() {
    const done = { all: 1, seen: 0, click: false };
    for (const kind of ["pointerdown", "keydown", "input", "wheel"]) addEventListener(kind, () => done.all++, true);
    for (const kind of ["touchmove", "touchcancel"]) addEventListener(kind, () => (done.moved = true), true);
    addEventListener("touchstart", () => (done.moved = false), true);
    addEventListener("touchend", (event) => (done.click = !done.moved && !event.defaultPrevented));
    addEventListener("click", () => (done.click = false), true);
    return done;
  }

  /** The page says when it is busy. If something has been done to it, more of that may come in the next frame. */
  async function settled() {
    globalThis.doings ??= watched();
    const done = globalThis.doings;
    const { all } = done;
    if (all !== done.seen) await frame();
    if (done.click) await Promise.race([until(() => !done.click), pause(CLICK)]);
    await until(() => !document.querySelector("#app[aria-busy]") && !document.getAnimations().some(moves));
    done.seen = all;
  }

  async function kept(key) {
    await settled();
    return localStorage.getItem(key);
  }

  /** As a screen reader finds them: what is covered by a curtain or a dialog is not there. */
  async function labels(role) {
    await settled();
    const found = [...document.querySelectorAll(role)];
    return found.filter((one) => !one.closest("[inert], [aria-hidden=true]")).map((one) => one.ariaLabel);
  }

  const spaces = () => labels("[role=gridcell]");

  async function ghost() {
    return (await labels("[role=gridcell][aria-selected=true]")).map((label) => label.split(",")[0]);
  }

  function size() {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    return [scrollWidth, scrollHeight];
  }

  function scrollers() {
    const open = [...document.querySelectorAll("body :not([inert], [inert] *, svg *)")];
    return open.filter((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      return (
        (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) ||
        (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight)
      );
    });
  }

  /** What scrolls is scrolled to a button first, and back; what lies under a curtain or a dialog is not to be hit. */
  function tooSmall(which = "button, [type=range]") {
    const buttons = [...document.querySelectorAll(which)];
    const boxes = scrollers();
    const missed = buttons.filter((button) => {
      if (button.closest("[inert]") || !button.checkVisibility()) return false;
      if (boxes.some((box) => box.contains(button))) button.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const reached = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("button, input") === button;
      return ![[0, 0], [REACH, 0], [-REACH, 0], [0, REACH], [0, -REACH]].every(reached);
    });
    for (const box of boxes) box.scrollTo(0, 0);
    return missed.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return `${button.ariaLabel ?? button.innerText} ${width.toFixed()} x ${height.toFixed()}`;
    });
  }

  /** How far a place sticks out of a box, beside it and above or below it, in pixels; the body ends with the screen. */
  function outside(place, box) {
    const { left, right, top, bottom } =
      box === document.body
        ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
        : box.getBoundingClientRect();
    return [
      Math.max(left - place.left, place.right - right),
      Math.max(top - place.top, place.bottom - bottom),
    ];
  }

  /** Whether a place of a text lies outside of a box that does not scroll, of its button, or of the screen. */
  function isCut(place, owner, block) {
    const button = owner.closest("button");
    for (let box = owner; box; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, display } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX + overflowY)) return false;
      if (box === block && textOverflow === "ellipsis" && !/flex|grid/.test(display)) return false; // ends in dots
      if (overflowX === "visible" && ![button, document.body].includes(box)) continue;
      const [beside, above] = outside(place, box);
      if (place.width && Math.max(beside, box === button ? 0 : above) > 1) return true;
    }
    return false;
  }

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
      if ([...range.getClientRects()].some((place) => isCut(place, owner, block))) cut.push(text.data);
    }
    return cut;
  }

  function stickingOut() {
    const controls = [...document.querySelectorAll(":is(.part, .dialog, .card, .tip) :is(button, input)")];
    const out = controls.filter((control) => {
      const panel = control.closest(".part, .dialog, .card, .tip");
      return outside(control.getBoundingClientRect(), panel)[0] > 0;
    });
    return out.map((control) => control.ariaLabel ?? control.innerText);
  }

  const scrolling = (lists) => scrollers().filter((box) => !box.matches(lists)).map((box) => box.className);

  async function fit(parts) {
    await settled();
    const full = scrollers().filter((box) => !parts.some((part) => box.contains(part)));
    return { size: size(), scrolling: full.map((box) => box.className), cutOff: cutOff() };
  }

  return { until, settled, kept, spaces, ghost, size, scrollers, scrolling, tooSmall, cutOff, stickingOut, fit };
})();
