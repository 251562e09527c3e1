/** What the page has of its styles, drawings and letters. */
(() => {
  /** The page refers to these drawings, and does not have them. */
  function undrawn() {
    const attributes = [...document.querySelectorAll("body *")].flatMap((part) => [...part.attributes]);
    const wanted = attributes.flatMap(({ name, value }) =>
      name === "href" ? (value.match(/^#.+/) ?? []) : (value.match(/(?<=url\()#[\w-]+/g) ?? []),
    );
    return wanted.filter((drawing) => !document.querySelector(drawing));
  }

  /** The page has so many styles. */
  const styles = () => document.querySelectorAll("style").length;

  /** The page has as many styles as this. */
  const hasStyles = (count) => styles() === count;

  /** `shown` says how many styles the page has when it first shows a game, and which drawings it lacks. */
  function noteGame() {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("#app .game")) return;
      globalThis.shown = [styles(), undrawn()];
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }

  /** The page has all letters that it needs, and some of them are in its own typeface. */
  async function hasLetters() {
    const faces = [...(await document.fonts.ready)];
    return faces.some(({ status }) => status === "loaded");
  }

  /** No part of the typeface has failed to come. */
  async function lacksNoLetters() {
    const faces = [...(await document.fonts.ready)];
    return faces.every(({ status }) => status !== "error");
  }

  /** The page loads the letters of a text. The result says how that ended for each part of the typeface. */
  async function loadLetters(font, text) {
    const faces = await document.fonts.load(font, text);
    return faces.map(({ status }) => status).join();
  }

  /** What the start screen shows has these places: left, top, width and height. Large buttons tell their color, too. */
  function boxes() {
    const all = [...document.querySelectorAll("#app :is([data-do], h1, header p, footer p, .error)")];
    const places = all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const colour = one.matches(".confirm") ? getComputedStyle(one).backgroundImage : "";
      return [`${one.localName} ${one.dataset.do ?? ""} ${colour}`, [x, y, width, height].map(Math.round)];
    });
    return Object.fromEntries(places.filter(([, [, , width]]) => width));
  }

  /** The same once all letters are there. */
  async function placed() {
    await document.fonts.ready;
    return boxes();
  }

  /** Python draws a screen; the test learns where all is then. */
  function drawn(html) {
    document.getElementById("app").innerHTML = html;
    return placed();
  }

  /** `shifts` says how much of the page has moved, as the browser counts it. */
  function noteShifts() {
    globalThis.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shifts.push(value);
    });
    observer.observe({ type: "layout-shift", buffered: true });
    const frame = () => new Promise(requestAnimationFrame);
    globalThis.forgetShifts = async () => {
      for (let frames = 0; frames < 3; frames++) await frame(); // a shift is told after its frame
      observer.takeRecords();
      globalThis.shifts = [];
    };
  }

  /** The frames on the page have these addresses, titles, ways of loading and borders. */
  function frames() {
    const all = [...document.querySelectorAll("iframe")];
    return all.map(({ src, title, loading, style }) => [src, title, loading, style.border]);
  }

  /** An icon is so wide and so high. */
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
