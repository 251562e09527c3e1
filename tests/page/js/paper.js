/** What is on paper. The value of this file is an object of functions. */
(() => {
  const CLEAR = "rgba(0, 0, 0, 0)";

  /** A text has this colour. */
  const ink = (element) => getComputedStyle(element).color;

  /** The nearest ground behind a text has this colour; paper is white. */
  function ground(element) {
    for (let box = element; box; box = box.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(box);
      if (backgroundImage !== "none") return backgroundImage;
      if (backgroundColor !== CLEAR) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  }

  /** Where the paper ends, a box may be torn so. */
  const torn = (box) => getComputedStyle(box).breakInside;

  return { ink, ground, torn };
})();
