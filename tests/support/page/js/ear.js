/** A minimal screen reader for tests, which records its automatic announcements in order. */
(() => {
  /**
   * Starts to listen: `globalThis.announcements` collects announcements: the new focus, as `focus`, and additions
   * to live regions. The rules are those of ARIA that screen readers follow:
   *
   * - A region speaks when it changes. Its first content is silent, except in an alert.
   * - An atomic region (status, alert, output) announces all of its text once; any other, only the added nodes.
   * - A region that is busy or hidden, or whose politeness is off, is silent. Removals are silent.
   */
  function listen() {
    const live = "[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]";
    const atomic = "[role=status], [role=alert], output, [aria-atomic=true]";
    const silent = "[aria-busy=true], [aria-hidden=true], [inert], [aria-live=off]";
    const announcements = [];
    globalThis.announcements = announcements;

    const getElement = (node) => (node instanceof Element ? node : node.parentElement);

    /** Returns the region that speaks after a change at a node; nothing if it is silent. */
    function findSpeaker(node, added) {
      const region = getElement(node).closest(live);
      const isNew = added.some((other) => other.contains(region));
      if (!region || region.closest(silent) || !getElement(node).checkVisibility()) return undefined;
      if (isNew) return region.matches("[role=alert]") ? region : undefined;
      return region.matches(atomic) ? region : node;
    }

    const findAlerts = (node) => (node instanceof Element ? [...node.querySelectorAll("[role=alert]")] : []);

    /** Returns the nodes to which a change has added content. */
    const getChangedNodes = ({ type, target, addedNodes }) =>
      type === "characterData" ? [target] : [...addedNodes].flatMap((node) => [node, ...findAlerts(node)]);

    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const nodes = changes.flatMap(getChangedNodes).filter((node) => node.isConnected);
      for (const speaker of new Set(nodes.map((node) => findSpeaker(node, added)))) {
        const text = (speaker?.textContent ?? "").replace(/\s+/g, " ").trim();
        if (text) announcements.push(text);
      }
    });
    document.addEventListener("focusin", () => announcements.push("focus"));
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  }

  /** Returns the announcements since the last call. */
  const takeAnnouncements = () => globalThis.announcements.splice(0);

  /** Returns the title of the document. */
  const getTitle = () => document.title;

  return { getTitle, listen, takeAnnouncements };
})();
