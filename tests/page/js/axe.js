/** Axe's judgment of the page in every theme. */
(() => {
  const EVERYTHING = { rules: { "target-size": { enabled: true } } };
  const COLORS = { runOnly: ["color-contrast", "link-in-text-block"] };
  /** The rules in each theme. Themes differ only in colors, so two themes need only these. */
  const RULES = { parchment: EVERYTHING, night: COLORS, contrast: COLORS };
  /** The sum of red, green, and blue above which a color is light. */
  const MIDDLE = 382;

  /** Returns the lightness of a color: the sum of its red, green, and blue. */
  function lightness(color) {
    const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
    return red + green + blue;
  }

  /** Paints each gradient in the color of its worse end for the text, and returns a function that undoes this. */
  function flatten() {
    const flat = [];
    for (const box of document.querySelectorAll("body :not(.art *)")) {
      const { backgroundImage, color } = getComputedStyle(box);
      const ends = backgroundImage.match(/rgba?\([^)]*\)/g)?.sort((one, other) => lightness(one) - lightness(other));
      if (ends) flat.push([box, ends.at(lightness(color) > MIDDLE ? -1 : 0)]);
    }
    for (const [box, color] of flat) box.style.background = color;
    return () => {
      for (const [box] of flat) box.removeAttribute("style");
    };
  }

  /** Returns whether a text has too little contrast, if axe is unsure. Axe ignores fill, so it misjudges pictures. */
  function isPale({ html, any: [check] }) {
    const { contrastRatio, expectedContrastRatio } = check.data;
    return !html.startsWith("<text") && contrastRatio > 0 && contrastRatio < Number.parseFloat(expectedContrastRatio);
  }

  /**
   * Returns axe's violations in the given theme. Axe reports texts of a single letter as uncertain, but measures them.
   */
  async function judge(theme, rules = RULES[theme]) {
    document.documentElement.dataset.theme = theme;
    const restore = flatten();
    const options = { resultTypes: ["violations", "incomplete"], ...rules };
    const { violations, incomplete } = await axe.run(document, options);
    restore();
    const unsure = incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes.filter(isPale));
    const found = [...violations, { id: "color-contrast", nodes: unsure }];
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} in ${theme} at ${target}\n${failureSummary}`),
    );
  }

  /**
   * Removes the drawings that pictures use (.art) from the document during some work: they are most of the
   * document, and never change.
   */
  async function withoutArt(work) {
    const drawings = [...document.querySelectorAll(".art")].map((part) => [part, document.createComment("art")]);
    for (const [part, mark] of drawings) part.replaceWith(mark);
    await work();
    for (const [part, mark] of drawings) mark.replaceWith(part);
  }

  /**
   * Returns axe's violations by all of its rules: WCAG 2.2, A and AA, and its own best practices. With `art`, it also
   * judges the drawings.
   */
  async function objections(art) {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    const found = art ? await judge("parchment") : [];
    await withoutArt(async () => {
      for (const name of art ? ["night", "contrast"] : Object.keys(RULES)) found.push(...(await judge(name)));
    });
    dataset.theme = theme;
    return found;
  }

  /** Returns the kinds of texts on the screen: the classes of each element with a text, and of its parent. */
  function kinds() {
    const texts = [...document.querySelectorAll("#app :not(svg *)")].filter((part) => part.innerText);
    const kindOf = ({ localName, className }) => `${localName}.${className}`;
    return texts.map((part) => `${kindOf(part.parentElement)} > ${kindOf(part)}`);
  }

  /**
   * Returns axe's color violations on the screens at an address, by name and drawing, in every theme. It skips
   * screens without a new kind of text.
   */
  async function pale(address) {
    const response = await fetch(address);
    const app = document.getElementById("app");
    const known = new Set();
    const found = [];
    const screens = await response.json();
    await withoutArt(async () => {
      for (const [name, drawing] of screens) {
        app.innerHTML = drawing;
        const shown = new Set(kinds());
        if (shown.isSubsetOf(known)) continue;
        for (const kind of shown) known.add(kind);
        for (const theme of Object.keys(RULES)) {
          const objections = await judge(theme, COLORS);
          found.push(...objections.map((objection) => `${name}: ${objection}`));
        }
      }
    });
    return found;
  }

  return { objections, pale };
})();
