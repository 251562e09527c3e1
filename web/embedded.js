/**
 * The embedded page: shows the map of the game, reports the height that the frame should have, and waits.
 *
 * Only first.js fetches this script, and no part of Python is fetched before the button is pressed. Like any tap on a
 * prerendered screen, the press is remembered, and Python answers it when it is ready.
 */
"use strict";
{
  const { facts, asked, language, now, say } = cartographers;
  const game = facts.links.map((name) => asked.get(name)).find(Boolean) ?? "";
  // The side is the second part of a game id, and the first letter of a packed record. All custom maps share a screen.
  const [first, fullSide = first[0]] = game.toLowerCase().split("-");
  const side = fullSide?.startsWith("x") ? "x" : fullSide;
  const today = facts.daySides[Math.floor(now() / 86_400_000) % facts.daySides.length];
  const defaultSide = asked.has("daily") ? today : facts.firstSide;
  const whenBooted = new Promise((resolve) => {
    if (cartographers.begin) resolve();
    addEventListener("DOMContentLoaded", resolve);
  });
  let reportedWidth;

  /** Returns the height for a width: portrait in a narrow frame, landscape if there is room beside the map. */
  function getHeight(width) {
    const [height, min, max] = width < 640 ? [1.78 * width, 600, 800] : [0.625 * width, 400, 720];
    return Math.round(Math.min(Math.max(height, min), max));
  }

  /** Reports the height to the embedding page. It depends only on the width, so any page may see it. */
  function reportHeight() {
    if (reportedWidth === innerWidth) return;
    reportedWidth = innerWidth;
    parent.postMessage({ cartographers: { height: getHeight(reportedWidth) } }, "*");
  }

  /** Finds the link to the screen with a side's map in this language, if it has arrived. */
  const findLink = (side) =>
    document
      .getElementById("start-up")
      ?.content.querySelector(`link[data-embed="${CSS.escape(`${language}-${side}`)}"]`);

  /** Fetches the screen with a side's map; the browser checks it against its hash. */
  async function fetchScreen() {
    if (!findLink(side)) await whenBooted; // on a slow line, the page may have arrived only in part
    const { href, integrity } = findLink(side) ?? findLink(defaultSide);
    const response = await fetch(href, { integrity });
    if (!response.ok) throw new Error(response.statusText);
    return response.text();
  }

  async function show() {
    const screenHtml = fetchScreen().catch(() => "");
    await whenBooted;
    await cartographers.dress("map");
    const html = await screenHtml;
    if (!html) {
      cartographers.fail(say("map"));
      return;
    }
    const app = document.getElementById("app");
    app.innerHTML = html;
    const daily = app.querySelector(".daily");
    daily.hidden = !asked.has("daily");
    const day = new Date(now()).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
    daily.textContent = daily.textContent.replace("{day}", day);
    const otherParameters = [...asked].filter(([name]) => name !== facts.embed);
    app.querySelector("a").search = otherParameters
      .map(([name, value]) => (value ? `${name}=${value}` : name))
      .join("&");
    app.querySelector("[data-do]").addEventListener("click", () => cartographers.begin(), { once: true });
  }

  new ResizeObserver(reportHeight).observe(document.documentElement);
  show();
}
