/**
 * What axe objects to, by all of its rules: those of WCAG 2.2, A and AA, and its own advice; in the second and third
 * theme by those about colours, in which alone themes differ. It does not judge a text on a gradient: each gets the colour
 * of its end that is worse for the text. Nor does it judge a text of a single letter, but it measures it; in a picture
 * wrongly, because it does not know of fill.
 *
 * The drawings that pictures are made of (.art) are most of the document, and never change. They are judged when `art` says
 * so, and are out of the document otherwise.
 */
async (art) => {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  const light = (color) => color.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const found = [];
  const everything = { rules: { "target-size": { enabled: true } } };
  const colors = { runOnly: ["color-contrast", "link-in-text-block"] };
  const rulesOf = { parchment: everything, night: colors, contrast: colors };

  /** Give each box with a gradient the end of it that is worse for its text; return a function that takes it back. */
  function flatten() {
    const flat = [];
    for (const box of document.querySelectorAll("body :not(.art *)")) {
      const { backgroundImage, color } = getComputedStyle(box);
      const ends = backgroundImage.match(/rgba?\([^)]*\)/g)?.sort((one, other) => light(one) - light(other));
      if (ends) flat.push([box, ends.at(light(color) > 382 ? -1 : 0)]);
    }
    for (const [box, color] of flat) box.style.background = color;
    return () => flat.forEach(([box]) => box.removeAttribute("style"));
  }

  function isPale({ html, any: [{ data: { contrastRatio, expectedContrastRatio } }] }) {
    return !html.startsWith("<text") && contrastRatio > 0 && contrastRatio < parseFloat(expectedContrastRatio);
  }

  async function judge(name) {
    dataset.theme = name;
    const restore = flatten();
    const asked = { resultTypes: ["violations", "incomplete"], ...rulesOf[name] };
    const { violations, incomplete } = await axe.run(document, asked);
    restore();
    const unsure = incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes.filter(isPale));
    for (const { id, nodes } of [...violations, { id: "color-contrast", nodes: unsure }])
      for (const { target, failureSummary } of nodes) found.push(`${id} in ${name} at ${target}\n${failureSummary}`);
  }

  if (art) await judge("parchment");
  const drawings = [...document.querySelectorAll(".art")].map((part) => [part, document.createComment("art")]);
  for (const [part, mark] of drawings) part.replaceWith(mark);
  for (const name of art ? ["night", "contrast"] : Object.keys(rulesOf)) await judge(name);
  for (const [part, mark] of drawings) mark.replaceWith(part);
  dataset.theme = theme;
  return found;
};
