/**
 * The game in your page: <script src="https://.../embed.js" data-game="daily" async></script>
 *
 * A frame takes the place of the tag. `data-game` is `daily`, or `id=` with a game's id, or `record=` with a game's
 * record. Without it, each visit has another game. `data-lang` is the language of your page (`en`, `es`, `it`, `ko`);
 * without it, each visitor's own one is spoken. The frame has the class `cartographers` and takes the whole width; give
 * the class a `max-width` if that is too much. It asks for the height it needs.
 */
(() => {
  "use strict";
  const LEAST = 200;
  const MOST = 2000;
  const script = document.currentScript;
  const { game, lang } = script.dataset;
  const query = ["embed", game, lang && `lang=${encodeURIComponent(lang)}`].filter(Boolean).join("&");
  const { href, origin } = new URL(`./?${query}`, script.src);
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
