/** The page in print. */
(() => {
  const TRANSPARENT = "rgba(0, 0, 0, 0)";

  /** Returns the color of a text. */
  const getTextColor = (element) => getComputedStyle(element).color;

  /** Returns the color of the nearest background of a text; paper is white. */
  function getBackground(element) {
    for (let box = element; box; box = box.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(box);
      if (backgroundImage !== "none") return backgroundImage;
      if (backgroundColor !== TRANSPARENT) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  }

  /** Returns the rule for page breaks inside a box. */
  const getBreakInside = (box) => getComputedStyle(box).breakInside;

  return { getBackground, getBreakInside, getTextColor };
})();
