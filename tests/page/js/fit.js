/** Checks of the page's layout in its window: parts that are cut off, covered, too small, or invisible. */
(() => {
  "use strict";
  /** Pixels from the middle of a button to the edge of its touch area, which is a little less than 44 across. */
  const REACH = 21.5;

  const SCROLLS = /auto|scroll/;

  /** Returns the width and height of everything on the page. */
  function size() {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    return [scrollWidth, scrollHeight];
  }

  /** Returns whether a box that scrolls is too narrow for its content. */
  const isTooWide = (box) => SCROLLS.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth;

  /** Returns whether a box that scrolls isn't tall enough for its content. */
  const isTooHigh = (box) => SCROLLS.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight;

  /** Returns the boxes that scroll and aren't covered. */
  function scrollers() {
    const open = [...document.querySelectorAll("body :not([inert], [inert] *, svg *)")];
    return open.filter((box) => isTooWide(box) || isTooHigh(box));
  }

  /** Returns the classes of the boxes that scroll and don't match a selector. */
  function scrolling(lists, boxes = scrollers()) {
    const others = boxes.filter((box) => !box.matches(lists));
    return others.map((box) => box.className);
  }

  /** Returns the classes of the boxes that scroll sideways. */
  function sideways() {
    const wide = [...document.querySelectorAll("main, main *")].filter(isTooWide);
    return wide.map((box) => box.className);
  }

  /** Returns whether an element shows its whole width. */
  const isWhole = (element) => element.scrollWidth <= element.clientWidth;

  /**
   * Returns the buttons and sliders, or the elements that match `which`, whose touch area doesn't reach far enough from
   * their middle. Boxes scroll to each button first, and back. Elements behind a curtain or a dialog are ignored.
   */
  function tooSmall(which = "button, [type=range]", reach = REACH, boxes = scrollers()) {
    const buttons = [...document.querySelectorAll(which)];
    const missed = buttons.filter((button) => {
      if (button.closest("[inert]") || !button.checkVisibility()) return false;
      if (boxes.some((box) => box.contains(button))) button.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const reached = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("button, input") === button;
      const ways = [0, reach, -reach].flatMap((way) => [
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

  /**
   * Returns the pixels by which a place sticks out of a box horizontally and vertically. The body ends at the screen.
   */
  function outside(place, box) {
    const { left, right, top, bottom } =
      box === document.body ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : box.getBoundingClientRect();
    return [Math.max(left - place.left, place.right - right), Math.max(top - place.top, place.bottom - bottom)];
  }

  /**
   * Returns the boxes that clip a text: its button, the screen, and boxes that hide overflow, up to one that scrolls.
   */
  function boxesThatCut(owner) {
    const always = [owner.closest("button"), document.body];
    const boxes = [];
    for (let box = owner; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (SCROLLS.test(style.overflowX + style.overflowY)) break;
      if (style.overflowX !== "visible" || always.includes(box)) boxes.push(box);
    }
    return boxes;
  }

  /**
   * Returns whether a text is outside a box. A button may be shorter than its text. Some boxes clip only the sides.
   */
  function isOutside(place, box) {
    const [beside, above] = outside(place, box);
    const isOpen = box !== document.body && getComputedStyle(box).overflowY === "visible";
    return Math.max(beside, isOpen || box.matches("button") ? 0 : above) > 1;
  }

  /** Returns whether an element is completely clipped, for screen readers only. */
  const isForEars = (element) => getComputedStyle(element).clipPath === "inset(50%)";

  /** Returns the texts that are partly invisible. */
  function cutOff() {
    const cut = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest("[inert], .said, script, style") || isForEars(owner)) continue;
      if (owner.matches(".link:not(.whole)")) continue; // an address isn't read
      const range = new Range();
      range.selectNodeContents(text);
      const places = [...range.getClientRects()].filter(({ width }) => width);
      const boxes = boxesThatCut(owner);
      if (places.some((place) => boxes.some((box) => isOutside(place, box)))) cut.push(text.data);
    }
    return cut;
  }

  /** Returns the covered spots of a text by their numbers, three for each line. */
  function hiddenSpots(text, owner) {
    const range = new Range();
    range.selectNodeContents(text);
    const places = [...range.getClientRects()].filter(({ width }) => width > 1);
    const clear = ".cover, [type=range]";
    const isOver = (part) => part && !part.matches(clear) && !part.contains(owner) && !owner.contains(part);
    const spots = places.flatMap(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].map((x) => [x, (top + bottom) / 2]),
    );
    return new Set(spots.keys().filter((spot) => isOver(document.elementFromPoint(...spots[spot]))));
  }

  /** Returns whether a text is visible and not behind a dialog. */
  function canBeCovered(text, owner) {
    if (!text.data.trim() || owner.closest(".said, [inert], svg, script, style") || !owner.checkVisibility())
      return false;
    return !isForEars(owner) && !owner.matches(".link") && getComputedStyle(owner).pointerEvents !== "none";
  }

  /** Returns whether a part of a text is covered, even after its boxes have scrolled to it. */
  function isCovered(text, owner, boxes) {
    const scrolls = boxes.some((box) => box.contains(owner));
    if (scrolls) owner.scrollIntoView({ block: "center", inline: "center" });
    let left = hiddenSpots(text, owner);
    for (const block of scrolls ? ["start", "end"] : []) {
      if (left.size === 0) break;
      owner.scrollIntoView({ block, inline: "center" });
      left = left.intersection(hiddenSpots(text, owner));
    }
    return left.size > 0;
  }

  /** Returns the texts that are partly covered, even after all boxes have scrolled to them. */
  function covered(boxes) {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (canBeCovered(text, owner) && isCovered(text, owner, boxes)) found.push(text.data);
    }
    for (const box of boxes) box.scrollTo(0, 0);
    return found;
  }

  /** Returns the texts with letters smaller than a number of pixels, except a map's letters, which grow with it. */
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

  /** Returns the buttons and fields that stick out of a side of their panel. */
  function stickingOut() {
    const controls = [...document.querySelectorAll(":is(.part, .dialog, .card, .tip) :is(button, input)")];
    const out = controls.filter((control) => {
      const panel = control.closest(".part, .dialog, .card, .tip");
      return outside(control.getBoundingClientRect(), panel)[0] > 0;
    });
    return out.map((control) => control.ariaLabel ?? control.innerText);
  }

  /** Returns the page's size, the boxes that scroll without one of the parts, and the texts that are cut off. */
  function fit(parts) {
    const full = scrollers().filter((box) => !parts.some((part) => box.contains(part)));
    return { size: size(), scrolling: full.map((box) => box.className), cutOff: cutOff() };
  }

  /** Returns the controls in the phone's notch, or beside the swipe line, where lists are allowed. */
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

  /** Shows a screen in the given theme, with all its fonts, and returns its layout and the place of the map. */
  async function show([theme, screen], { lists, insets, reach, texts }) {
    put(theme, screen);
    document.body.getBoundingClientRect(); // requests the fonts
    if (document.fonts.status === "loading") await document.fonts.ready; // without waiting, nothing is painted
    const map = document.querySelector(".map-box .map")?.getBoundingClientRect();
    const boxes = scrollers();
    return {
      size: size(),
      scrolling: scrolling(lists, boxes),
      cutOff: cutOff(),
      stickingOut: stickingOut(),
      fine: fine(innerWidth < 390 || innerHeight < 560 ? 11 : 13),
      missed: tooSmall(undefined, reach, boxes),
      covered: texts ? covered(boxes) : [],
      strip: document.querySelector(".strip")?.innerText,
      unsafe: unsafe(lists, insets),
      map: map && [map.left, map.top, map.right, map.bottom],
    };
  }

  /** Returns the screens that the test provides at an address, each with its theme. */
  async function handed(address) {
    const response = await fetch(address);
    return await response.json();
  }

  /**
   * Shows the screens of an address one after the other, and returns their layouts. `how.lists` matches elements that
   * may scroll. Buttons must reach `how.reach` pixels from their middle. With `how.texts`, it also checks whether
   * each text is covered, which is slow.
   */
  async function showAll(address, how) {
    const seen = [];
    for (const screen of await handed(address)) seen.push(await show(screen, how));
    return seen;
  }

  /** Shows a screen in the given theme. */
  function put(theme, screen) {
    document.documentElement.dataset.theme = theme;
    document.getElementById("app").innerHTML = screen;
  }

  /** Returns the buttons without a border of their own; those on top of other elements must have none at all. */
  function edgeless() {
    const buttons = [...document.querySelectorAll("button:not(.cover), .wide")].filter((one) => one.checkVisibility());
    const bare = buttons.filter((button) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(button);
      return borderTopStyle === "none" || borderTopWidth === "0px";
    });
    return bare.map((button) => button.ariaLabel ?? button.innerText);
  }

  /** Returns the texts in the page's own color, in which a browser that forces colors makes them invisible. */
  function lost() {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest("svg, script, style") || !owner.checkVisibility()) continue;
      const { color, forcedColorAdjust } = getComputedStyle(owner);
      if (color === canvas && forcedColorAdjust === "auto") found.push(text.data);
    }
    return found;
  }

  /** Returns the buttons without a border, and the invisible texts, of each screen of an address. */
  async function forcedAll(address) {
    return (await handed(address)).map(([theme, screen]) => {
      put(theme, screen);
      return { edgeless: edgeless(), lost: lost() };
    });
  }

  /** Returns for each screen of an address whether its card's picture is enlarged, and whether it covers a choice. */
  async function besideChoices(address) {
    return (await handed(address)).map(([theme, screen]) => {
      put(theme, screen);
      const picture = document.querySelector(".choosing > .picture")?.getBoundingClientRect();
      if (!picture?.height) return { large: false, covers: false };
      const choices = [...document.querySelectorAll(".choosing .choice")].map((one) => one.getBoundingClientRect());
      const covers = choices.some(({ left, top }) => left < picture.right && top < picture.bottom - 1);
      return { large: picture.height > 80, covers };
    });
  }

  return {
    besideChoices,
    cutOff,
    fit,
    forcedAll,
    isWhole,
    put,
    scrollers,
    scrolling,
    showAll,
    sideways,
    size,
    stickingOut,
    tooSmall,
  };
})();
