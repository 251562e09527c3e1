/**
 * The game in your page: <script src="https://.../embed.js" data-game="daily" async></script>
 *
 * A frame replaces the tag. `data-game` is `daily`, `id=` with a game's id, or `record=` with a game's record. Without
 * it, each visit gets a new game. `data-lang` is the language of your page (`en`, `es`, `it`, `ko`); without it,
 * visitors get their own language. The frame has the class `cartographers` and is as wide as its container; give the
 * class a `max-width` if that is too wide. The frame sets its own height.
 */
(() => {
  "use strict";
  const LEAST = 200;
  const MOST = 2000;
  const running = document.currentScript;
  const address = running?.src || calledFrom();
  let found = 0;

  /** Returns the first address on the call stack, which is this file's. */
  function calledFrom() {
    const [first = ""] = /https?:[^\s)]+?(?=:\d+:\d+)/.exec(new Error("where").stack) ?? [];
    return first;
  }

  /** Yields the tags of this script that a frame can replace, including those in open shadow trees. */
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
   * Replaces all tags in the page, because the current tag may be unknown: a browser runs a module only once for all
   * its tags, and doesn't reveal tags in a shadow tree. jQuery runs a copy of the tag in the head.
   */
  function search() {
    for (const script of [...tags(document)]) show(script);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", search, { once: true });
    else if (!found) console.error("Cartographers: found no embed.js tag to replace with a game.");
  }

  if (!running || running.closest("head")) search();
  else if (running.isConnected) show(running);
})();
