/**
 * Everything that is needed before the first paint: the object that the page's scripts and Python share, the theme, and
 * the language.
 *
 * py/browser/scripts.py describes the parts of `globalThis.cartographers` that Python uses. Only scripts use
 *
 *     asked          the request in the address: a Map of names in lowercase and their unchanged values
 *     saved(name)    the text saved under a name; throws where storage is denied
 *     print()        adapts the prerendered page to the visitor: its language and its doors; the page calls this
 *     decimal(number)  a number with one decimal place, in the language's form
 *     languageOf(...names)  the first of these languages that the page supports, or else one of the browser's
 *     choose(...names)  speaks that language from now on
 *     showDoors()    shows the first screen's doors (doors.js)
 *     arrived        the part of the start's bytes that has arrived, from 0 to 1
 *
 * and from taps.js
 *
 *     takeBackTaps() stops remembering taps, and resets the look of the tapped controls
 *
 * and from second.js, which comes after the first screen
 *
 *     fail(text, file)  says why the game can't start, perhaps because of a missing file, and offers to try again
 *     reportDelay(text)  says why the start takes long, and offers to try again
 *     withdrawOffer()   shows the progress again, because the start goes on
 *
 * and from boot.js
 *
 *     begin()        fetches and starts Python: immediately, or in an embed when its button is pressed
 *     dress(look)    puts the styles and drawings of a look ("map") into the page, once; without a name, all looks
 *     loading()      called when Python is about to load the game; resolves when all looks are in the page
 *     files          {fetchFile, fetchWhole, bring, once, checked, attempt}; see files.js
 *     fitStyles()    adapts the styles that are new in the page to the browser's minimum size of text (text-size.js)
 *
 * and from Python's runtime
 *
 *     snapshot       see runtime/page/snapshot.mjs
 *     cold           see runtime/page/cold.mjs
 *
 * The build writes `facts` into index.html. The scripts' part (py/app/prerendered/facts.py) is
 *
 *     keys: {game, preferences, lesson, days, doors, resume}, lessonOver, asked, links, embed,
 *     doors: {link, kept, first, day, lesson}, lastTime: the last supported millisecond (py/app/game/daily.py),
 *     languages: {en: {words: {key: text}, the scripts' own; decimal: the decimal point; screen: [[place, text], ...],
 *     the texts that replace the English ones on the first screen; manifest: file}, ...}
 *
 * and, with the other words, from second.js
 *
 *     oldest: {browser: version}, daySides: the map sides of the daily games since 1970, repeating, firstSide,
 *     embedded: {src, integrity, crossOrigin}, the script for an embed
 *
 * Before the game is ready, `fault(error)` calls `fail`, with the missing file if the error names one. Uncaught errors
 * of the game's own scripts are also passed to it.
 */
// able.js shows an error that comes before second.js can report it. Those of browser extensions don't name the page.
addEventListener("error", ({ message, filename, error }) => {
  if (globalThis.cartographers?.fault) return;
  const [page] = location.href.split(/[?#]/);
  if (`${filename} ${error?.stack}`.includes(page)) globalThis.startError ??= message;
});
globalThis.cartographers = (() => {
  "use strict";
  /** Milliseconds after which boot.js counts as missing. */
  const BOOT_TIMEOUT = 15_000;
  /** The translated attributes (py/app/prerendered/screens.py). */
  const TRANSLATED_ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const root = document.documentElement;
  const { dataset } = root;
  /** The prefix of this site's names: its path, because other sites may share its origin. */
  const place = `${new URL("./", document.baseURI).pathname} `;
  /** Returns the text saved under the given name; throws where storage is denied. */
  const saved = (name) => localStorage.getItem(place + name);

  /** Returns the time, limited to the supported range of dates: clocks can be off by years, or show no time at all. */
  const now = () => Math.min(Math.max(Date.now() || 0, 0), facts.lastTime);

  const darkQuery = matchMedia("(prefers-color-scheme: dark)");
  const contrastQuery = matchMedia("(prefers-contrast: more)");
  let preferredTheme = "device";

  function theme(name = preferredTheme) {
    preferredTheme = name;
    const schemeTheme = darkQuery.matches ? "night" : "parchment";
    const deviceTheme = contrastQuery.matches ? "contrast" : schemeTheme;
    dataset.theme = name === "device" ? deviceTheme : name;
  }

  /** Reads the address, which messaging apps may have changed. Python reads the same pattern (py/app/arrival/link.py). */
  function readAddress() {
    const matches = [...`${location.search}${location.hash}`.matchAll(new RegExp(facts.asked, "g"))];
    return new Map(matches.reverse().map(([, name, value = ""]) => [name.toLowerCase(), value]));
  }

  /** Returns the player's choice for a preference, if any. */
  function readPreference(preference) {
    try {
      return new RegExp(`\\b${preference}:(\\w+)`).exec(saved(facts.keys.preferences))?.[1];
    } catch {
      return undefined; // storage is denied
    }
  }

  /** Returns the browser's languages, which browsers that protect privacy may hide. */
  function readLanguages() {
    try {
      return [...navigator.languages];
    } catch {
      return [];
    }
  }

  /** Returns the first language the page supports, trying the link's, then the player's choice, then the browser's. */
  function languageOf(...requested) {
    const codes = [...requested, ...readLanguages()].map((tag) => /^[a-z]*/.exec(String(tag).toLowerCase())[0]);
    return codes.find((name) => Object.hasOwn(facts.languages, name)) ?? "en";
  }

  /** Sets the page's language for the browser. The screen changes its language when Python draws it. */
  function choose(...names) {
    shared.language = languageOf(...names);
    // Even the same language or title, set again before the first paint, takes milliseconds on a phone.
    if (root.lang !== shared.language) root.lang = shared.language;
    if (document.title !== say("title")) document.title = say("title");
    const { manifest } = facts.languages[shared.language];
    const link = document.getElementById("manifest");
    if (link.getAttribute("href") !== manifest) link.href = manifest;
  }

  /** Returns the text of a key with its placeholders filled in. */
  function say(key, values = {}) {
    return facts.languages[shared.language].words[key].replace(
      /\{(\w+)\}/g,
      (placeholder, name) => values[name] ?? placeholder,
    );
  }

  /** Formats a number without the browser's formatter, whose first use takes 40 ms in Chromium on a server. */
  const decimal = (number) => number.toFixed(1).replace(".", facts.languages[shared.language].decimal);

  /** Yields the texts and translated attributes in a part of the page as nodes, in order. */
  function* walkTexts(node) {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield node;
    for (const name of TRANSLATED_ATTRIBUTES) if (node.hasAttribute?.(name)) yield node.getAttributeNode(name);
    for (const child of node.childNodes) yield* walkTexts(child);
  }

  /** Translates the page, which the build wrote in English. Texts that differ are identified by their position. */
  function translate() {
    const texts = new Map(facts.languages[shared.language].screen);
    if (texts.size === 0) return;
    let index = 0;
    for (const node of walkTexts(document.getElementById("app"))) {
      node.nodeValue = texts.get(index++) ?? node.nodeValue;
    }
    const panel = document.getElementById("boot");
    for (const element of [panel, panel.querySelector("progress")]) element.setAttribute("aria-label", say("wait"));
    panel.querySelector("output").value = say("fetching");
    panel.querySelector("button").textContent = say("again");
  }

  function print() {
    translate();
    shared.showDoors();
  }

  function afterFrame(callback) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel(); // a timer would wait as long as a finger is down
      port1.onmessage = callback;
      port2.postMessage(null);
    });
  }

  /**
   * Says that the page hasn't arrived, once its panel has. The start goes on when boot.js arrives. Without second.js,
   * there is no button to try again.
   */
  function reportSlowPage() {
    if (shared.begin) return;
    const status = document.querySelector("#boot output");
    if (!status) setTimeout(reportSlowPage, BOOT_TIMEOUT);
    else if (shared.reportDelay) shared.reportDelay(say("slow"));
    else status.value = say("slow");
  }

  const shared = {
    facts,
    asked: readAddress(),
    now,
    place,
    saved,
    theme,
    say,
    decimal,
    print,
    choose,
    languageOf,
    afterFrame,
    recover: undefined,
    words: false,
    arrived: 0,
    framed: globalThis !== top,
  };
  setTimeout(reportSlowPage, BOOT_TIMEOUT);
  theme(readPreference("theme"));
  choose(shared.asked.get("lang"), readPreference("language"));
  for (const media of [darkQuery, contrastQuery]) media.addEventListener("change", () => theme());
  if (shared.asked.has(facts.embed)) dataset.embed = ""; // shows another screen
  return shared;
})();
