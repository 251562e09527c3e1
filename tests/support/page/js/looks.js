/** The page's styles, drawings, and fonts. */
(() => {
  /** Returns the drawings that the page uses but doesn't have. */
  function findMissingDrawings() {
    const attributes = [...document.querySelectorAll("body *")].flatMap((part) => [...part.attributes]);
    const usedDrawings = attributes.flatMap(({ name, value }) =>
      name === "href" ? (value.match(/^#.+/) ?? []) : (value.match(/(?<=url\()#[\w-]+/g) ?? []),
    );
    return usedDrawings.filter((drawing) => !document.querySelector(drawing));
  }

  /** Returns the number of styles in the page. */
  const countStyles = () => document.querySelectorAll("style").length;

  /** Returns whether the page has the given number of styles. */
  const hasStyles = (count) => countStyles() === count;

  /** Notes in `firstGame` the number of styles and the missing drawings when the page first shows a game. */
  function recordFirstGame() {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("#app .game")) return;
      globalThis.firstGame = [countStyles(), findMissingDrawings()];
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }

  /** Waits for the page's fonts, and returns whether any of its own has loaded. */
  async function hasLoadedFont() {
    const faces = [...(await document.fonts.ready)];
    return faces.some(({ status }) => status === "loaded");
  }

  /** Waits for the page's fonts, and returns whether none has failed to load. */
  async function hasNoFailedFont() {
    const faces = [...(await document.fonts.ready)];
    return faces.every(({ status }) => status !== "error");
  }

  /** Loads the fonts for a text, and returns the status of each font file. */
  async function loadFonts(font, text) {
    const faces = await document.fonts.load(font, text);
    return faces.map(({ status }) => status).join();
  }

  /**
   * Returns the places of the start screen's elements: left, top, width, and height; and the color of large buttons.
   * The map of a wide window isn't among them, because it appears later.
   */
  function measureElements() {
    const elements = [
      ...document.querySelectorAll("#app :is([data-do]:not(.scenery), h1, header p, footer p, .error)"),
    ];
    const rects = elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const color = element.matches(".confirm") ? getComputedStyle(element).backgroundImage : "";
      return [`${element.localName} ${element.dataset.do ?? ""} ${color}`, [x, y, width, height].map(Math.round)];
    });
    return Object.fromEntries(rects.filter(([, [, , width]]) => width));
  }

  /** Returns the place of a map beside the doors, and the width of the paper that is there before. */
  function measurePaper() {
    const start = document.querySelector(".start");
    const probe = Object.assign(document.createElement("div"), { className: "scenery" });
    start.append(probe);
    const { x, y, width, height } = probe.getBoundingClientRect();
    probe.remove();
    return [x, y, width, height, Number.parseFloat(getComputedStyle(start, "::before").width)];
  }

  /** Returns the same places once all fonts have loaded. */
  async function measureWithFonts() {
    await document.fonts.ready;
    return measureElements();
  }

  /** Draws a screen as Python does. */
  function draw(html) {
    document.getElementById("app").innerHTML = html;
  }

  /** Lists the layout shifts in `shifts`, as the browser reports them. */
  function recordShifts() {
    globalThis.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shifts.push(value);
    });
    observer.observe({ type: "layout-shift", buffered: true });
    const waitForFrame = () => new Promise(requestAnimationFrame);
    globalThis.clearShifts = async () => {
      for (let count = 0; count < 3; count++) await waitForFrame(); // a shift is reported after its frame
      observer.takeRecords();
      globalThis.shifts = [];
    };
  }

  /** Returns the address, title, loading mode, and border of each frame on the page. */
  function listFrames() {
    const iframes = [...document.querySelectorAll("iframe")];
    return iframes.map(({ src, title, loading, style }) => [src, title, loading, style.border]);
  }

  /** Returns the width and height of an icon. */
  async function measureIcon(source) {
    const icon = Object.assign(new Image(), { src: source });
    await icon.decode();
    return `${icon.naturalWidth}x${icon.naturalHeight}`;
  }

  /** Removes an element and brings it back, so that the browser works out the styles of all elements in it again. */
  function restyle(element) {
    for (const display of ["none", ""]) {
      element.style.display = display;
      element.getBoundingClientRect();
    }
  }

  return {
    draw,
    findMissingDrawings,
    hasLoadedFont,
    hasNoFailedFont,
    hasStyles,
    listFrames,
    loadFonts,
    measureIcon,
    measurePaper,
    measureWithFonts,
    recordFirstGame,
    recordShifts,
    restyle,
  };
})();
