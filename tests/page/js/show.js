/**
 * Shows screens one after the other, each with all its letters, and tells of each how large the page is, what scrolls and
 * should not, which texts are cut off, which controls stick out, which buttons a finger would miss, what stands where a phone has no screen, and
 * where the map is. `lists` matches what may hold more than it shows. It is given the functions of look.js first.
 */
({ size, scrolling, cutOff, stickingOut, tooSmall }) =>
  async ([screens, lists, [left, top, right, bottom]]) => {
    /** What can be read or pressed, but stands in the phone's notch or beside the line to swipe. */
    function unsafe() {
      const parts = [...document.querySelectorAll("button, input, h1, h2, p, td")];
      const shown = parts.filter(
        (part) => !part.closest(`.said, [inert], ${lists}`) && part.getBoundingClientRect().width,
      );
      const outside = shown.filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < left || box.top < top || box.right > innerWidth - right || box.bottom > innerHeight - bottom;
      });
      return outside.map((part) => part.ariaLabel ?? part.innerText);
    }

    async function show([theme, screen]) {
      document.documentElement.dataset.theme = theme;
      document.getElementById("app").innerHTML = screen;
      document.body.getBoundingClientRect(); // asks for the faces
      await document.fonts.ready;
      const map = document.querySelector(".map-box .map")?.getBoundingClientRect();
      return {
        size: size(),
        scrolling: scrolling(lists),
        cutOff: cutOff(),
        stickingOut: stickingOut(),
        missed: tooSmall(),
        unsafe: unsafe(),
        map: map && [map.left, map.top, map.right, map.bottom],
      };
    }

    const seen = [];
    for (const screen of screens) seen.push(await show(screen));
    return seen;
  };
