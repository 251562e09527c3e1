/** The page's styles, drawings, and fonts. */
(() => {
  /** Returns the drawings that the page uses but doesn't have. */
  function undrawn() {
    const attributes = [...document.querySelectorAll("body *")].flatMap((part) => [...part.attributes]);
    const wanted = attributes.flatMap(({ name, value }) =>
      name === "href" ? (value.match(/^#.+/) ?? []) : (value.match(/(?<=url\()#[\w-]+/g) ?? []),
    );
    return wanted.filter((drawing) => !document.querySelector(drawing));
  }

  /** Returns the number of styles in the page. */
  const styles = () => document.querySelectorAll("style").length;

  /** Returns whether the page has the given number of styles. */
  const hasStyles = (count) => styles() === count;

  /** Notes in `shown` the number of styles and the missing drawings when the page first shows a game. */
  function noteGame() {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("#app .game")) return;
      globalThis.shown = [styles(), undrawn()];
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }

  /** Waits for the page's fonts, and returns whether any of its own has loaded. */
  async function hasLetters() {
    const faces = [...(await document.fonts.ready)];
    return faces.some(({ status }) => status === "loaded");
  }

  /** Waits for the page's fonts, and returns whether none has failed to load. */
  async function lacksNoLetters() {
    const faces = [...(await document.fonts.ready)];
    return faces.every(({ status }) => status !== "error");
  }

  /** Loads the fonts for a text, and returns the status of each font file. */
  async function loadLetters(font, text) {
    const faces = await document.fonts.load(font, text);
    return faces.map(({ status }) => status).join();
  }

  /**
   * Returns the places of the start screen's elements: left, top, width, and height; and the color of large buttons.
   */
  function boxes() {
    const all = [...document.querySelectorAll("#app :is([data-do], h1, header p, footer p, .error)")];
    const places = all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const color = one.matches(".confirm") ? getComputedStyle(one).backgroundImage : "";
      return [`${one.localName} ${one.dataset.do ?? ""} ${color}`, [x, y, width, height].map(Math.round)];
    });
    return Object.fromEntries(places.filter(([, [, , width]]) => width));
  }

  /** Returns the same places once all fonts have loaded. */
  async function placed() {
    await document.fonts.ready;
    return boxes();
  }

  /** Draws a screen as Python does, and returns the places of its elements. */
  function drawn(html) {
    document.getElementById("app").innerHTML = html;
    return placed();
  }

  /** Lists the layout shifts in `shifts`, as the browser reports them. */
  function noteShifts() {
    globalThis.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shifts.push(value);
    });
    observer.observe({ type: "layout-shift", buffered: true });
    const frame = () => new Promise(requestAnimationFrame);
    globalThis.forgetShifts = async () => {
      for (let frames = 0; frames < 3; frames++) await frame(); // a shift is reported after its frame
      observer.takeRecords();
      globalThis.shifts = [];
    };
  }

  /** Returns the address, title, loading mode, and border of each frame on the page. */
  function frames() {
    const all = [...document.querySelectorAll("iframe")];
    return all.map(({ src, title, loading, style }) => [src, title, loading, style.border]);
  }

  /** Returns the width and height of an icon. */
  async function iconSize(source) {
    const icon = Object.assign(new Image(), { src: source });
    await icon.decode();
    return `${icon.naturalWidth}x${icon.naturalHeight}`;
  }

  return {
    drawn,
    frames,
    hasLetters,
    hasStyles,
    iconSize,
    lacksNoLetters,
    loadLetters,
    noteGame,
    noteShifts,
    placed,
    undrawn,
  };
})();
