/** Axe's judgment of the page in every theme. */
(() => {
  const ALL_RULES = { rules: { "target-size": { enabled: true } } };
  const COLOR_RULES = { runOnly: ["color-contrast", "link-in-text-block"] };
  /** The rules in each theme. Themes differ only in colors, so two themes need only these. */
  const RULES_BY_THEME = { parchment: ALL_RULES, night: COLOR_RULES, contrast: COLOR_RULES };
  /** The sum of red, green, and blue above which a color is light. */
  const LIGHT_THRESHOLD = 382;

  /** Returns the lightness of a color: the sum of its red, green, and blue. */
  function getLightness(color) {
    const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
    return red + green + blue;
  }

  /** Paints each gradient in the color of its worse end for the text, and returns a function that undoes this. */
  function flatten() {
    const flattened = [];
    for (const element of document.querySelectorAll("body :not(.art *)")) {
      const { backgroundImage, color } = getComputedStyle(element);
      const endColors = backgroundImage
        .match(/rgba?\([^)]*\)/g)
        ?.sort((one, other) => getLightness(one) - getLightness(other));
      if (endColors) flattened.push([element, endColors.at(getLightness(color) > LIGHT_THRESHOLD ? -1 : 0)]);
    }
    for (const [element, color] of flattened) element.style.background = color;
    return () => {
      for (const [element] of flattened) element.removeAttribute("style");
    };
  }

  /** Returns whether a text has too little contrast, if axe is unsure. Axe ignores fill, so it misjudges pictures. */
  function hasLowContrast({ html, any: [check] }) {
    const { contrastRatio, expectedContrastRatio } = check.data;
    return !html.startsWith("<text") && contrastRatio > 0 && contrastRatio < Number.parseFloat(expectedContrastRatio);
  }

  /**
   * Returns axe's violations in the given theme. Axe reports texts of a single letter as uncertain, but measures them.
   */
  async function findViolationsInTheme(theme, rules = RULES_BY_THEME[theme]) {
    document.documentElement.dataset.theme = theme;
    const restore = flatten();
    const options = { resultTypes: ["violations", "incomplete"], ...rules };
    const { violations, incomplete } = await axe.run(document, options);
    restore();
    const uncertainNodes = incomplete
      .filter(({ id }) => id === "color-contrast")
      .flatMap(({ nodes }) => nodes.filter(hasLowContrast));
    const results = [...violations, { id: "color-contrast", nodes: uncertainNodes }];
    return results.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} in ${theme} at ${target}\n${failureSummary}`),
    );
  }

  /**
   * Removes the drawings that pictures use (.art) from the document during some work: they are most of the
   * document, and never change.
   */
  async function runWithoutArt(task) {
    const drawings = [...document.querySelectorAll(".art")].map((part) => [part, document.createComment("art")]);
    for (const [part, placeholder] of drawings) part.replaceWith(placeholder);
    await task();
    for (const [part, placeholder] of drawings) placeholder.replaceWith(part);
  }

  /**
   * Returns axe's violations by all of its rules: WCAG 2.2, A and AA, and its own best practices. If art is
   * included, it also judges the drawings.
   */
  async function findViolations(isArtIncluded) {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    const violations = isArtIncluded ? await findViolationsInTheme("parchment") : [];
    await runWithoutArt(async () => {
      for (const name of isArtIncluded ? ["night", "contrast"] : Object.keys(RULES_BY_THEME))
        violations.push(...(await findViolationsInTheme(name)));
    });
    dataset.theme = theme;
    return violations;
  }

  /** Returns the kinds of texts on the screen: the classes of each element with a text, and of its parent. */
  function listTextKinds() {
    const texts = [...document.querySelectorAll("#app :not(svg *)")].filter((part) => part.innerText);
    const describeKind = ({ localName, className }) => `${localName}.${className}`;
    return texts.map((part) => `${describeKind(part.parentElement)} > ${describeKind(part)}`);
  }

  /**
   * Returns axe's color violations on the screens at an address, by name and drawing, in every theme. It skips
   * screens without a new kind of text.
   */
  async function findColorViolations(address) {
    const response = await fetch(address);
    const app = document.getElementById("app");
    const seenKinds = new Set();
    const violations = [];
    const screens = await response.json();
    await runWithoutArt(async () => {
      for (const [name, drawing] of screens) {
        app.innerHTML = drawing;
        const kinds = new Set(listTextKinds());
        if (kinds.isSubsetOf(seenKinds)) continue;
        for (const kind of kinds) seenKinds.add(kind);
        for (const theme of Object.keys(RULES_BY_THEME)) {
          const themeViolations = await findViolationsInTheme(theme, COLOR_RULES);
          violations.push(...themeViolations.map((violation) => `${name}: ${violation}`));
        }
      }
    });
    return violations;
  }

  return { findColorViolations, findViolations };
})();
