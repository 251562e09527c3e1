/** Checks of the page in a browser that forces its own colors. */
(() => {
  "use strict";

  /** Returns the buttons without a border of their own; those on top of other elements must have none at all. */
  function findEdgelessButtons() {
    const buttons = [...document.querySelectorAll("button:not(.cover), .wide")].filter((part) =>
      part.checkVisibility(),
    );
    const bareButtons = buttons.filter((button) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(button);
      return borderTopStyle === "none" || borderTopWidth === "0px";
    });
    return bareButtons.map((button) => button.ariaLabel ?? button.innerText);
  }

  /** Returns the texts in the page's own color, in which a browser that forces colors makes them invisible. */
  function findInvisibleTexts() {
    const pageColor = getComputedStyle(document.documentElement).backgroundColor;
    const invisibleTexts = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (!text.data.trim() || owner.closest("svg, script, style") || !owner.checkVisibility()) continue;
      const { color, forcedColorAdjust } = getComputedStyle(owner);
      if (color === pageColor && forcedColorAdjust === "auto") invisibleTexts.push(text.data);
    }
    return invisibleTexts;
  }

  /** Returns the buttons without a border, and the invisible texts, of each screen of an address. */
  async function checkForcedColors(address) {
    const screens = await (await fetch(address)).json();
    return screens.map(([theme, screen]) => {
      document.documentElement.dataset.theme = theme;
      document.getElementById("app").innerHTML = screen;
      return { edgeless: findEdgelessButtons(), lost: findInvisibleTexts() };
    });
  }

  return { checkForcedColors };
})();
