/**
 * Large text. All lengths of the page follow the text size that visitors choose in their browser (`in_text_units` in
 * py/tasks/build.py). But a minimum size of text, which some browsers also have, enlarges only small letters, which then
 * need more room than they have. So the whole page grows with them, as if it were zoomed. The build puts this script
 * before boot.js, into the same file. It adds to `cartographers`
 *
 *     fitStyles()   adapts the media queries of all styles that are new in the page
 *     matchMedia(query)  for a query that is adapted in the same way
 */
(() => {
  "use strict";
  /** The size of small text and the padding of the loading panel, in rem. */
  const [SMALL_TEXT, PADDING] = [0.8125, 0.375];
  const { documentElement: root, styleSheets } = document;
  const { fontSize, paddingTop } = getComputedStyle(document.getElementById("boot"));
  /** The size of the root's text with which small text has the minimum size. */
  const rootSize = Number.parseFloat(fontSize) / SMALL_TEXT;
  const enlargement = (rootSize * PADDING) / Number.parseFloat(paddingTop);
  const isLarge = enlargement > 1.01; // browsers round
  const fitted = new WeakSet();

  const adapt = (query) => (isLarge ? query.replace(/[\d.]+(?=rem)/g, (length) => length * enlargement) : query);

  function fitRules(rules) {
    for (const rule of rules) {
      if (rule.media) rule.media.mediaText = adapt(rule.media.mediaText);
      if (rule.cssRules) fitRules(rule.cssRules);
    }
  }

  function fitStyles() {
    if (!isLarge) return;
    root.style.fontSize = `min(${rootSize}px, max(12pt, 100vw / 16))`; // as in base.css
    for (const sheet of styleSheets) {
      if (!sheet.href && !fitted.has(sheet)) fitRules(sheet.cssRules); // not an extension's
      fitted.add(sheet);
    }
  }

  fitStyles();
  Object.assign(globalThis.cartographers, { fitStyles, matchMedia: (query) => matchMedia(adapt(query)) });
})();
