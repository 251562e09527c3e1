/** A screen reader, as far as tests need one: what it would say by itself, in order. */
(() => {
  /**
   * Listen from now on. `globalThis.ear` gathers what there is to say: the focus when it moves, as `focus`, and what is
   * new in live regions. Rules, as ARIA has them and screen readers follow them:
   *
   * - A region speaks when it changes. Its first content is silent, but an alert speaks then.
   * - An atomic region (status, alert, output) says all of its text once. Any other says the nodes that were added.
   * - A region that is busy or hidden, or whose politeness is off, is silent. Removals are silent.
   */
  function listen() {
    const live = "[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]";
    const atomic = "[role=status], [role=alert], output, [aria-atomic=true]";
    const silent = "[aria-busy=true], [aria-hidden=true], [inert], [aria-live=off]";
    const heard = [];
    globalThis.ear = heard;

    const elementOf = (node) => (node instanceof Element ? node : node.parentElement);

    /** The part of the page that speaks because of a change at a node; none if that is silent. */
    function speaker(node, added) {
      const region = elementOf(node).closest(live);
      const isNew = added.some((other) => other.contains(region));
      if (!region || region.closest(silent) || !elementOf(node).checkVisibility()) return undefined;
      if (isNew) return region.matches("[role=alert]") ? region : undefined;
      return region.matches(atomic) ? region : node;
    }

    const alertsIn = (node) => (node instanceof Element ? [...node.querySelectorAll("[role=alert]")] : []);

    /** The nodes at which a change has put something. */
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

  /** What has been heard since this was asked last. */
  const heard = () => globalThis.ear.splice(0);

  /** The title of the document. */
  const title = () => document.title;

  return { listen, heard, title };
})();
