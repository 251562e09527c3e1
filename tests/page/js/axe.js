/** What axe says of the page, in every theme. */
(() => {
  const EVERYTHING = { rules: { "target-size": { enabled: true } } };
  const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };
  /** Themes differ in colours alone. */
  const RULES = { parchment: EVERYTHING, night: COLOURS, contrast: COLOURS };
  /** A colour with a greater sum of red, green and blue is a light one. */
  const MIDDLE = 382;

  /** A colour is so light: the sum of its red, green and blue. */
  function lightness(color) {
    const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
    return red + green + blue;
  }

  /** Each box with a gradient gets the colour of the end that is worse for its text. The result takes it back. */
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

  /** A text that axe is unsure of has too little contrast. In a picture axe measures wrongly, as it does not know fill. */
  function isPale({ html, any: [check] }) {
    const { contrastRatio, expectedContrastRatio } = check.data;
    return !html.startsWith("<text") && contrastRatio > 0 && contrastRatio < Number.parseFloat(expectedContrastRatio);
  }

  /** Axe objects to this in a theme. It is unsure of texts of a single letter, but measures them. */
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
   * The drawings that pictures are made of (.art) leave the document until work on it is done: they are most of it, and
   * never change.
   */
  async function withoutArt(work) {
    const drawings = [...document.querySelectorAll(".art")].map((part) => [part, document.createComment("art")]);
    for (const [part, mark] of drawings) part.replaceWith(mark);
    await work();
    for (const [part, mark] of drawings) mark.replaceWith(part);
  }

  /**
   * Axe objects to this, by all of its rules: those of WCAG 2.2, A and AA, and its own advice. It judges the drawings
   * when `art` says so.
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

  /** The kinds of texts of the screen: the classes of an element with a text, and of its parent. */
  function kinds() {
    const texts = [...document.querySelectorAll("#app :not(svg *)")].filter((part) => part.innerText);
    const kindOf = ({ localName, className }) => `${localName}.${className}`;
    return texts.map((part) => `${kindOf(part.parentElement)} > ${kindOf(part)}`);
  }

  /**
   * Axe objects to the colors of the screens that an address has, by name and drawing, in every theme. A screen without
   * a new kind of text is not judged.
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
          const objections = await judge(theme, COLOURS);
          found.push(...objections.map((objection) => `${name}: ${objection}`));
        }
      }
    });
    return found;
  }

  return { objections, pale };
})();
