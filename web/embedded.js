/**
 * In somebody else's page: show the map of the game, tell the height that the frame should have, and wait.
 *
 * Only first.js fetches this, and nothing of Python is fetched before the button is pressed. The press is kept like any
 * tap on a printed screen, and done when Python has come.
 */
"use strict";
{
  const SCREENS = { a: "embed-a.html", b: "embed-b.html", c: "embed-c.html", d: "embed-d.html" };
  const query = new URLSearchParams(location.search);
  const [, side] = (query.get("id") ?? query.get("record") ?? "").toLowerCase().split("-");
  const screen = fetch(`web/${SCREENS[side] ?? SCREENS.a}`)
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  const booted = new Promise((done) => {
    if (globalThis.cartographersBoot) done();
    addEventListener("DOMContentLoaded", done);
  });
  let told;

  /** Upright like a phone where the frame is narrow, lying where the map has room beside the rest. */
  function heightOf(width) {
    const [height, least, most] = width < 640 ? [1.78 * width, 600, 800] : [0.625 * width, 400, 720];
    return Math.round(Math.min(Math.max(height, least), most));
  }

  /** It depends on nothing but the width, and is no secret: so it may be told to whatever page has the frame. */
  function tell() {
    if (told === innerWidth) return;
    told = innerWidth;
    parent.postMessage({ cartographers: { height: heightOf(told) } }, "*");
  }

  async function show() {
    await booted;
    const text = await screen;
    if (!text) {
      cartographersBoot.fail("The map could not be fetched.");
      return;
    }
    const app = document.getElementById("app");
    app.innerHTML = text;
    query.delete("embed");
    app.querySelector("a").search = query;
    app.querySelector("[data-do]").addEventListener("click", () => cartographersBoot.begin(), { once: true });
  }

  new ResizeObserver(tell).observe(document.documentElement);
  show();
}
