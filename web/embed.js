/**
 * The game in your page: <script src="https://.../embed.js" data-game="daily" async></script>
 *
 * A frame takes the place of the tag. `data-game` is `daily`, `id=` and a game's id, `record=` and a game's record,
 * or left out for another game each time. The frame has the class `cartographers`, is as wide as it may be (give the
 * class a `max-width`), and as high as it asks to be.
 */
(() => {
  "use strict";
  const LEAST = 200;
  const MOST = 2000;
  const script = document.currentScript;
  const { game } = script.dataset;
  const { href, origin } = new URL(game ? `./?embed&${game}` : "./?embed", script.src);
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: href, title: "Cartographers", className: "cartographers", loading: "lazy" });
  Object.assign(frame.style, { display: "block", width: "100%", height: "700px", border: "0" });
  addEventListener("message", (event) => {
    const height = event.data?.cartographers?.height;
    const fromFrame = event.source === frame.contentWindow && [origin, "null"].includes(event.origin); // sandboxed
    if (fromFrame && Number.isFinite(height) && LEAST <= height && height <= MOST) frame.style.height = `${height}px`;
  });
  script.replaceWith(frame);
})();
