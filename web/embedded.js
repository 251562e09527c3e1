/**
 * The embedded page: shows the map of the game, reports the height that the frame should have, and waits.
 *
 * Only first.js fetches this script, and no part of Python is fetched before the button is pressed. Like any tap on a
 * prerendered screen, the press is remembered, and Python answers it when it is ready.
 */
"use strict";
{
  const { facts, asked, language, now, say } = cartographers;
  const game = facts.links.map((word) => asked.get(word)).find(Boolean) ?? "";
  // The side is the second part of a game id, and the first letter of a packed record.
  const [first, second = first[0]] = game.toLowerCase().split("-");
  const today = facts.daySides[Math.floor(now() / 86_400_000) % facts.daySides.length];
  const usual = asked.has("daily") ? today : facts.firstSide;
  const booted = new Promise((done) => {
    if (cartographers.begin) done();
    addEventListener("DOMContentLoaded", done);
  });
  let told;

  /** Returns the height for a width: portrait in a narrow frame, landscape if there is room beside the map. */
  function heightOf(width) {
    const [height, least, most] = width < 640 ? [1.78 * width, 600, 800] : [0.625 * width, 400, 720];
    return Math.round(Math.min(Math.max(height, least), most));
  }

  /** Reports the height to the embedding page. It depends only on the width, so any page may see it. */
  function tell() {
    if (told === innerWidth) return;
    told = innerWidth;
    parent.postMessage({ cartographers: { height: heightOf(told) } }, "*");
  }

  /** Fetches the screen with a side's map; the browser checks it against its hash. */
  async function fetchScreen() {
    const template = () => document.getElementById("start-up");
    if (!template()) await booted;
    const { content } = template();
    const link = (of) => content.querySelector(`link[data-embed="${CSS.escape(`${language}-${of}`)}"]`);
    const { href, integrity } = link(second) ?? link(usual);
    const response = await fetch(href, { integrity });
    if (!response.ok) throw new Error(response.statusText);
    return response.text();
  }

  async function show() {
    const screen = fetchScreen().catch(() => "");
    await booted;
    await cartographers.dress("map");
    const text = await screen;
    if (!text) {
      cartographers.fail(say("map"));
      return;
    }
    const app = document.getElementById("app");
    app.innerHTML = text;
    const daily = app.querySelector(".daily");
    daily.hidden = !asked.has("daily");
    const day = new Date(now()).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
    daily.textContent = daily.textContent.replace("{day}", day);
    const others = [...asked].filter(([name]) => name !== facts.embed);
    app.querySelector("a").search = others.map(([name, value]) => (value ? `${name}=${value}` : name)).join("&");
    app.querySelector("[data-do]").addEventListener("click", () => cartographers.begin(), { once: true });
  }

  new ResizeObserver(tell).observe(document.documentElement);
  show();
}
