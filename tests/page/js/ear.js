/** A minimal screen reader for tests, which records its automatic announcements in order. */
(() => {
  /**
   * Listens from now on. `globalThis.ear` collects announcements: the new focus, as `focus`, and additions to live
   * regions. The rules are those of ARIA that screen readers follow:
   *
   * - A region speaks when it changes. Its first content is silent, except in an alert.
   * - An atomic region (status, alert, output) announces all of its text once; any other, only the added nodes.
   * - A region that is busy or hidden, or whose politeness is off, is silent. Removals are silent.
   */
  function listen() {
    const live = "[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]";
    const atomic = "[role=status], [role=alert], output, [aria-atomic=true]";
    const silent = "[aria-busy=true], [aria-hidden=true], [inert], [aria-live=off]";
    const heard = [];
    globalThis.ear = heard;

    const elementOf = (node) => (node instanceof Element ? node : node.parentElement);

    /** Returns the region that speaks after a change at a node; nothing if it is silent. */
    function speaker(node, added) {
      const region = elementOf(node).closest(live);
      const isNew = added.some((other) => other.contains(region));
      if (!region || region.closest(silent) || !elementOf(node).checkVisibility()) return undefined;
      if (isNew) return region.matches("[role=alert]") ? region : undefined;
      return region.matches(atomic) ? region : node;
    }

    const alertsIn = (node) => (node instanceof Element ? [...node.querySelectorAll("[role=alert]")] : []);

    /** Returns the nodes to which a change has added content. */
    const changed = ({ type, target, addedNodes }) =>
      type === "characterData" ? [target] : [...addedNodes].flatMap((node) => [node, ...alertsIn(node)]);

    const watch = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const nodes = changes.flatMap(changed).filter((node) => node.isConnected);
      for (const one of new Set(nodes.map((node) => speaker(node, added)))) {
        const text = (one?.textContent ?? "").replace(/\s+/g, " ").trim();
        if (text) heard.push(text);
      }
    });
    document.addEventListener("focusin", () => heard.push("focus"));
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  }

  /** Returns the announcements since the last call. */
  const heard = () => globalThis.ear.splice(0);

  /** Returns the title of the document. */
  const title = () => document.title;

  return { listen, heard, title };
})();
