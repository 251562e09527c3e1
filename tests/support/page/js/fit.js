/** Checks of the page's layout in its window: parts that are cut off, covered, too small, or invisible. */
(() => {
  "use strict";
  /** Pixels from the middle of a button to the edge of its touch area, which is a little less than 44 across. */
  const MIN_REACH = 21.5;

  const SCROLLABLE = /auto|scroll/;

  /** Returns the width and height of everything on the page. */
  function measurePage() {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    return [scrollWidth, scrollHeight];
  }

  /** Returns whether a box that scrolls is too narrow for its content. */
  const isTooWide = (box) => SCROLLABLE.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth;

  /** Returns whether a box that scrolls isn't tall enough for its content. */
  const isTooTall = (box) => SCROLLABLE.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight;

  /** Returns the boxes that scroll and aren't covered. */
  function findScrollers() {
    const uncovered = [...document.querySelectorAll("body :not([inert], [inert] *, svg *)")];
    return uncovered.filter((box) => isTooWide(box) || isTooTall(box));
  }

  /** Returns the classes of the boxes that scroll and don't match a selector. */
  function findUnexpectedScrollers(allowedLists, boxes = findScrollers()) {
    const unexpected = boxes.filter((box) => !box.matches(allowedLists));
    return unexpected.map((box) => box.className);
  }

  /** Returns the classes of the boxes that scroll sideways. */
  function findSidewaysScrollers() {
    const wideBoxes = [...document.querySelectorAll("main, main *")].filter(isTooWide);
    return wideBoxes.map((box) => box.className);
  }

  /** Returns whether an element shows its whole width. */
  const isWholeWidthVisible = (element) => element.scrollWidth <= element.clientWidth;

  /**
   * Returns the buttons and sliders, or the elements that match `selector`, whose touch area doesn't reach far enough
   * from their middle. Boxes scroll to each button first, and back. Elements behind a curtain or a dialog are ignored.
   */
  function findSmallTargets(selector = "button, [type=range]", reach = MIN_REACH, boxes = findScrollers()) {
    const buttons = [...document.querySelectorAll(selector)];
    const smallTargets = buttons.filter((button) => {
      if (button.closest("[inert]") || !button.checkVisibility()) return false;
      if (boxes.some((box) => box.contains(button))) button.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const isReached = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("button, input") === button;
      const offsets = [0, reach, -reach].flatMap((offset) => [
        [offset, 0],
        [0, offset],
      ]);
      return !offsets.every(isReached);
    });
    for (const box of boxes) box.scrollTo(0, 0);
    return smallTargets.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return `${button.ariaLabel ?? button.innerText} ${width.toFixed(0)} x ${height.toFixed(0)}`;
    });
  }

  /**
   * Returns the pixels by which a place sticks out of a box horizontally and vertically. The body ends at the screen.
   */
  function measureOverhang(rect, box) {
    const { left, right, top, bottom } =
      box === document.body ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : box.getBoundingClientRect();
    return [Math.max(left - rect.left, rect.right - right), Math.max(top - rect.top, rect.bottom - bottom)];
  }

  /**
   * Returns the boxes that clip a text: its button, the screen, and boxes that hide overflow, up to one that scrolls.
   */
  function findClippingBoxes(owner) {
    const alwaysClipping = [owner.closest("button"), document.body];
    const boxes = [];
    for (let box = owner; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (SCROLLABLE.test(style.overflowX + style.overflowY)) break;
      if (style.overflowX !== "visible" || alwaysClipping.includes(box)) boxes.push(box);
    }
    return boxes;
  }

  /**
   * Returns whether a text is outside a box. A button may be shorter than its text. Some boxes clip only the sides.
   */
  function isOutside(rect, box) {
    const [horizontal, vertical] = measureOverhang(rect, box);
    const isOpenBelow = box !== document.body && getComputedStyle(box).overflowY === "visible";
    return Math.max(horizontal, isOpenBelow || box.matches("button") ? 0 : vertical) > 1;
  }

  /** Returns whether an element is completely clipped, for screen readers only. */
  const isVisuallyHidden = (element) => getComputedStyle(element).clipPath === "inset(50%)";

  /** Returns the texts that are partly invisible. */
  function findCutOffTexts() {
    const cutOffTexts = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest("[inert], .said, script, style") || isVisuallyHidden(owner)) continue;
      if (owner.matches(".link:not(.whole)")) continue; // an address isn't read
      const range = new Range();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter(({ width }) => width);
      const boxes = findClippingBoxes(owner);
      if (rects.some((rect) => boxes.some((box) => isOutside(rect, box)))) cutOffTexts.push(text.data);
    }
    return cutOffTexts;
  }

  /** Returns the covered spots of a text by their numbers, three for each line. */
  function findHiddenSpots(text, owner) {
    const range = new Range();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
    const transparent = ".cover, [type=range]";
    const isCovering = (part) => part && !part.matches(transparent) && !part.contains(owner) && !owner.contains(part);
    const spots = rects.flatMap(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].map((x) => [x, (top + bottom) / 2]),
    );
    return new Set(spots.keys().filter((spot) => isCovering(document.elementFromPoint(...spots[spot]))));
  }

  /** Returns whether a text is visible and not behind a dialog. */
  function canBeCovered(text, owner) {
    if (!text.data.trim() || owner.closest(".said, [inert], svg, script, style") || !owner.checkVisibility())
      return false;
    return !isVisuallyHidden(owner) && !owner.matches(".link") && getComputedStyle(owner).pointerEvents !== "none";
  }

  /** Returns whether a part of a text is covered, even after its boxes have scrolled to it. */
  function isCovered(text, owner, boxes) {
    const isScrollable = boxes.some((box) => box.contains(owner));
    if (isScrollable) owner.scrollIntoView({ block: "center", inline: "center" });
    let hiddenSpots = findHiddenSpots(text, owner);
    for (const block of isScrollable ? ["start", "end"] : []) {
      if (hiddenSpots.size === 0) break;
      owner.scrollIntoView({ block, inline: "center" });
      hiddenSpots = hiddenSpots.intersection(findHiddenSpots(text, owner));
    }
    return hiddenSpots.size > 0;
  }

  /** Returns the texts that are partly covered, even after all boxes have scrolled to them. */
  function findCoveredTexts(boxes) {
    const coveredTexts = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (canBeCovered(text, owner) && isCovered(text, owner, boxes)) coveredTexts.push(text.data);
    }
    for (const box of boxes) box.scrollTo(0, 0);
    return coveredTexts;
  }

  /** Returns the texts with letters smaller than a number of pixels, except a map's letters, which grow with it. */
  function findSmallTexts(minSize) {
    const smallTexts = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest(".said, svg, script, style") || !owner.checkVisibility()) continue;
      if (Number.parseFloat(getComputedStyle(owner).fontSize) < minSize) smallTexts.push(text.data);
    }
    return smallTexts;
  }

  /** Returns the texts of wide buttons that don't fill the column of their form. */
  const findNarrowButtons = () =>
    [...document.querySelectorAll(".form > .wide")]
      .filter((button) => {
        const part = button.parentElement.querySelector(":scope > .part");
        return part && button.offsetWidth < part.offsetWidth - 1;
      })
      .map((button) => button.textContent);

  /** Returns the fields with text below 16 pixels, for which an iPhone zooms in. */
  function findZoomingFields() {
    const fields = [...document.querySelectorAll("input, select, textarea")];
    const small = fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16);
    return small.map((field) => field.ariaLabel ?? field.className);
  }

  /** Returns the buttons and fields that stick out of a side of their panel. */
  function findOverhangingControls() {
    const controls = [...document.querySelectorAll(":is(.part, .dialog, .card, .tip) :is(button, input)")];
    const overhanging = controls.filter((control) => {
      if (!control.checkVisibility()) return false;
      const panel = control.closest(".part, .dialog, .card, .tip");
      return measureOverhang(control.getBoundingClientRect(), panel)[0] > 0;
    });
    return overhanging.map((control) => control.ariaLabel ?? control.innerText);
  }

  /** Returns the page's size, the boxes that scroll without one of the parts, and the texts that are cut off. */
  function measureFit(parts) {
    const fullBoxes = findScrollers().filter((box) => !parts.some((part) => box.contains(part)));
    return { size: measurePage(), scrolling: fullBoxes.map((box) => box.className), cutOff: findCutOffTexts() };
  }

  /** Returns the controls in the phone's notch, or beside the swipe line, where lists are allowed. */
  function findUnsafeControls(allowedLists, [left, top, right, bottom]) {
    const parts = [...document.querySelectorAll("button, input, h1, h2, p, td")];
    const shownParts = parts.filter(
      (part) => !part.closest(`.said, [inert], ${allowedLists}`) && part.getBoundingClientRect().width,
    );
    const unsafeParts = shownParts.filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.top < top || box.right > innerWidth - right || box.bottom > innerHeight - bottom;
    });
    return unsafeParts.map((part) => part.ariaLabel ?? part.innerText);
  }

  /** Shows a screen in the given theme, with all its fonts, and returns its layout and the place of the map. */
  async function showAndMeasure([theme, screen], { lists, insets, reach, texts }) {
    showScreen(theme, screen);
    document.body.getBoundingClientRect(); // requests the fonts
    if (document.fonts.status === "loading") await document.fonts.ready; // without waiting, nothing is painted
    const mapRect = document.querySelector(".map-box .map")?.getBoundingClientRect();
    const boxes = findScrollers();
    return {
      size: measurePage(),
      scrolling: findUnexpectedScrollers(lists, boxes),
      sideways: boxes.filter(isTooWide).map((box) => box.className),
      cutOff: findCutOffTexts(),
      stickingOut: findOverhangingControls(),
      fine: findSmallTexts(innerWidth < 390 || innerHeight < 560 ? 11 : 13),
      zooming: findZoomingFields(),
      narrow: findNarrowButtons(),
      missed: findSmallTargets(undefined, reach, boxes),
      covered: texts ? findCoveredTexts(boxes) : [],
      strip: document.querySelector(".strip")?.innerText,
      unsafe: findUnsafeControls(lists, insets),
      map: mapRect && [mapRect.left, mapRect.top, mapRect.right, mapRect.bottom],
    };
  }

  /**
   * Returns the screens that the test provides at an address, each with its theme. Removes the drawings that pictures
   * use (.art): they change no layout, and would take up to a quarter of the time.
   */
  async function prepareScreens(address) {
    for (const drawings of document.querySelectorAll(".art")) drawings.remove();
    return (await fetch(address)).json();
  }

  /**
   * Shows the screens of an address one after the other, and returns their layouts. `options.lists` matches elements
   * that may scroll. Buttons must reach `options.reach` pixels from their middle. With `options.texts`, it also checks
   * whether each text is covered, which is slow.
   */
  async function showAll(address, options) {
    const layouts = [];
    for (const screen of await prepareScreens(address)) layouts.push(await showAndMeasure(screen, options));
    return layouts;
  }

  /** Returns for each screen of an address what scrolls, what is cut off, and the first classes of its buttons. */
  async function checkPrint(address) {
    return (await prepareScreens(address)).map(([theme, screen]) => {
      showScreen(theme, screen);
      const buttons = [...document.querySelectorAll("button")].filter((button) => button.checkVisibility());
      const scrolling = findUnexpectedScrollers("textarea");
      return { scrolling, cutOff: findCutOffTexts(), buttons: buttons.map(({ classList }) => classList[0]) };
    });
  }

  /** Shows a screen in the given theme. */
  function showScreen(theme, screen) {
    document.documentElement.dataset.theme = theme;
    document.getElementById("app").innerHTML = screen;
  }

  /** Returns for each screen of an address whether its card's picture is enlarged, and whether it covers a choice. */
  async function checkCardPictures(address) {
    return (await prepareScreens(address)).map(([theme, screen]) => {
      showScreen(theme, screen);
      const picture = document.querySelector(".choosing > .picture")?.getBoundingClientRect();
      if (!picture?.height) return { large: false, covers: false };
      const choices = [...document.querySelectorAll(".choosing .choice")].map((choice) =>
        choice.getBoundingClientRect(),
      );
      const isCoveringChoice = choices.some(({ left, top }) => left < picture.right && top < picture.bottom - 1);
      return { large: picture.height > 80, covers: isCoveringChoice };
    });
  }

  return {
    checkCardPictures,
    checkPrint,
    findCutOffTexts,
    findScrollers,
    findSidewaysScrollers,
    findSmallTargets,
    findUnexpectedScrollers,
    isWholeWidthVisible,
    measureFit,
    measurePage,
    showAll,
    showScreen,
  };
})();
