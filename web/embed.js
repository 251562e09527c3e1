/**
 * The game in your page: <script src="https://.../embed.js" data-game="daily" async></script>
 *
 * A frame replaces the tag. `data-game` is `daily`, or `id=` with a game's id, or `record=` with a game's record. Without
 * it, each visit has another game. `data-lang` is the language of your page (`en`, `es`, `it`, `ko`); without it, each
 * visitor's language is used. The frame has the class `cartographers` and is as wide as the space around it; give the
 * class a `max-width` if that is too much. The frame asks for the height it needs.
 */
(() => {
  "use strict";
  const LEAST = 200;
  const MOST = 2000;
  const running = document.currentScript;
  const address = running?.src || calledFrom();
  let found = 0;

  /** The first address on the call stack is this file's. */
  function calledFrom() {
    const [first = ""] = /https?:[^\s)]+?(?=:\d+:\d+)/.exec(new Error("where").stack) ?? [];
    return first;
  }

  /** Yield the tags of this script that a frame can replace, also those in open shadow trees. */
  function* tags(root) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) yield* tags(element.shadowRoot);
      if (element.localName === "script" && element.src === address && !element.closest("head")) yield element;
    }
  }

  function show(script) {
    const { game, lang } = script.dataset;
    const query = ["embed", game, lang && `lang=${encodeURIComponent(lang)}`].filter(Boolean).join("&");
    const { href, origin } = new URL(`./?${query}`, address);
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: href, title: "Cartographers", className: "cartographers", loading: "lazy" });
    frame.allow = "clipboard-write; web-share";
    Object.assign(frame.style, { display: "block", width: "100%", height: "700px", border: "0" });
    addEventListener("message", (event) => {
      const height = event.data?.cartographers?.height;
      const fromFrame = event.source === frame.contentWindow && [origin, "null"].includes(event.origin); // sandboxed
      if (fromFrame && Number.isFinite(height) && LEAST <= height && height <= MOST) frame.style.height = `${height}px`;
    });
    script.replaceWith(frame);
    found += 1;
  }

  /**
   * The browser names no tag while it runs a module, which it runs once for all its tags, or a script in a shadow tree.
   * jQuery runs a copy of the tag in the head.
   */
  function search() {
    for (const script of [...tags(document)]) show(script);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", search, { once: true });
    else if (!found) console.error("Cartographers: there is no tag of embed.js where a game could be shown.");
  }

  if (!running || running.closest("head")) search();
  else if (running.isConnected) show(running);
})();
