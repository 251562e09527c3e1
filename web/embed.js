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
  const MIN_HEIGHT = 200;
  const MAX_HEIGHT = 2000;
  const ownTag = document.currentScript;
  const address = ownTag?.src || findAddress();
  let replaced = 0;

  /** Returns the first address on the call stack, which is this file's. */
  function findAddress() {
    const [first = ""] = /https?:[^\s)]+?(?=:\d+:\d+)/.exec(new Error("where").stack) ?? [];
    return first;
  }

  /** Yields the tags of this script that a frame can replace, including those in open shadow trees. */
  function* findTags(root) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) yield* findTags(element.shadowRoot);
      if (element.localName === "script" && element.src === address && !element.closest("head")) yield element;
    }
  }

  function replaceTag(tag) {
    const { game, lang } = tag.dataset;
    const query = ["embed", game, lang && `lang=${encodeURIComponent(lang)}`].filter(Boolean).join("&");
    const { href, origin } = new URL(`./?${query}`, address);
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: href, title: "Cartographers", className: "cartographers", loading: "lazy" });
    frame.allow = "clipboard-write; web-share";
    Object.assign(frame.style, { display: "block", width: "100%", height: "700px", border: "0" });
    addEventListener("message", (event) => {
      const height = event.data?.cartographers?.height;
      const isFromFrame = event.source === frame.contentWindow && [origin, "null"].includes(event.origin); // sandboxed
      if (isFromFrame && Number.isFinite(height) && MIN_HEIGHT <= height && height <= MAX_HEIGHT)
        frame.style.height = `${height}px`;
    });
    tag.replaceWith(frame);
    replaced += 1;
  }

  /**
   * Replaces all tags in the page, because the current tag may be unknown: a browser runs a module only once for all
   * its tags, and doesn't reveal tags in a shadow tree. jQuery runs a copy of the tag in the head.
   */
  function replaceTags() {
    for (const tag of [...findTags(document)]) replaceTag(tag);
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", replaceTags, { once: true });
    else if (!replaced) console.error("Cartographers: found no embed.js tag to replace with a game.");
  }

  if (!ownTag || ownTag.closest("head")) replaceTags();
  else if (ownTag.isConnected) replaceTag(ownTag);
})();
