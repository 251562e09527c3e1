/** The places of controls on the screen, for journeys in browsers that can't find controls themselves. */
(() => {
  const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Returns the center of the first element that matches a selector and that a finger would reach, or null. */
  function findSpot(selector) {
    for (const element of document.querySelectorAll(selector)) {
      if (element.closest("[inert], [aria-disabled=true], :disabled")) continue;
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { x, y, width, height } = element.getBoundingClientRect();
      const spot = [Math.round(x + width / 2), Math.round(y + height / 2)];
      const top = document.elementFromPoint(...spot);
      if (top && (element.contains(top) || element.closest("[role=grid]")?.contains(top))) return spot;
    }
    return null;
  }

  /** Waits until an element can be tapped and stays in place, and returns its center; null after the given time. */
  async function waitForSpot(selector, milliseconds) {
    const deadline = performance.now() + milliseconds;
    let last = null;
    while (performance.now() < deadline) {
      const spot = findSpot(selector);
      if (spot && String(spot) === String(last)) return spot;
      last = spot;
      await delay(30);
    }
    return null;
  }

  /** Returns the text of each element that matches a selector, with single spaces. */
  const getTexts = (selector) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/gu, " ").trim());

  /** Returns the commands of the page's controls, for reports of failures. */
  const listControls = () => [...document.querySelectorAll("[data-do]")].map(({ dataset }) => dataset.do);

  /** Returns whether the page has started: it has removed the loading panel. */
  const isReady = () =>
    document.readyState !== "loading" && !document.querySelector("#boot, section[aria-label=Loading]");

  return { findSpot, getTexts, isReady, listControls, waitForSpot };
})();
