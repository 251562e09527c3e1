/**
 * What must be there before anything is painted: the one object that the page's scripts and Python share, the theme, and
 * the language.
 *
 * `globalThis.cartographers` has what py/browser/scripts.py describes, which Python uses, too. The scripts alone use
 *
 *     asked          what the address asks for: a Map of names in lower case, each with its value as it is written there
 *     saved(name)    what is saved under a name; it throws where storage is denied
 *     print()        make the printed page the visitor's: its language, and which doors there are; the page calls this
 *     decimal(number)  a number with one decimal place, as the language writes it
 *     languageOf(...names)  the first of these languages that is spoken here, else one that the browser asks for
 *     choose(...names)  speak that language from now on
 *     showDoors()    show the first screen's doors (doors.js)
 *     fail(text, file)  the game cannot start, perhaps for want of a file: say why, and offer to try again
 *
 * and from taps.js
 *
 *     takeBackTaps() stop keeping taps, and let what was tapped look as before
 *     showTaps()     let the doors behind which the player was before a reload look as if they had been tapped
 *
 * and from boot.js
 *
 *     begin()        fetch and start Python: at once, but in an embed when its button is pressed
 *     dress(look)    put the styles and drawings of a look ("map") into the page, once; without a name, those of all
 *     loading()      Python runs and is about to load the game; resolves when all looks are in the page
 *     files          {fetchFile, fetchWhole, bring, once, checked, attempt}; see files.js
 *
 * and from Python's runtime
 *
 *     snapshot       see runtime/page/snapshot.mjs
 *     cold           see runtime/page/cold.mjs
 *
 * `facts`, which the build prints into index.html, has for the scripts (py/app/facts.py)
 *
 *     oldest: {browser: version}, keys: {game, preferences, lesson, days, doors, resume}, lessonOver, asked, links, embed,
 *     doors: {link, kept, first, day, lesson}, daySides: the side of each day's game since 1970, until they begin anew,
 *     firstSide, lastTime: the last millisecond that the page knows (py/app/game/daily.py),
 *     languages: {en: {words: {key: text}, the scripts' own; decimal: the sign in 0.1; screen: [[place, text], ...], what
 *     the first screen has in place of its English texts; manifest: file}, ...},
 *     embedded: {src, integrity, crossOrigin}, the script for an embed
 *
 * Before the page answers, `fault` is `fail`, with the name of the file that did not come, if the error tells. Errors that
 * nobody catches arrive there by themselves, if they come from the game's own scripts.
 */
globalThis.cartographers = (() => {
  "use strict";
  /** Milliseconds after which boot.js is not expected any more. */
  const PATIENCE = 15_000;
  /** Milliseconds within which arriving files are compared. */
  const SOON = 2000;
  /** The attributes that are read (py/app/printed.py). */
  const READ = ["aria-label", "title", "placeholder", "alt"];
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const { dataset } = document.documentElement;
  const folder = new URL("web/", document.baseURI).href;
  const isOurs = (address) => address.startsWith(folder);
  const { fetch } = globalThis; // boot.js replaces it
  /** The names without a path begin so: all sites of an origin used them once. The last one tells whose they are now. */
  const [WITHOUT_PATH, OWNER] = ["cartographers.", "cartographers.site"];

  /**
   * The path of the site, because others may share its origin. But the first one that finds saves without a path goes on
   * using their names, and notes its path. So nothing is moved, and an older version still finds everything, in
   * another tab or after a roll-back.
   */
  function placeOf() {
    const path = new URL("./", document.baseURI).pathname;
    const own = `${path} `;
    try {
      const names = Object.keys(localStorage);
      const owner = localStorage.getItem(OWNER);
      if (owner === path) return "";
      const begins = (start) => names.some((name) => name.startsWith(start));
      if (owner || begins(own) || !begins(WITHOUT_PATH)) return own;
      localStorage.setItem(OWNER, path);
    } catch {
      // storage is denied or full
    }
    return "";
  }

  const place = placeOf();
  /** The saved text of a name; throws where storage is denied. */
  const saved = (name) => localStorage.getItem(place + name);

  /** A clock can be at any year from 270000 BC on, or show no time at all. */
  const now = () => Math.min(Math.max(Date.now() || 0, 0), facts.lastTime);

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  let preferred = "device";

  function theme(name = preferred) {
    preferred = name;
    const byLight = dark.matches ? "night" : "parchment";
    const ofDevice = contrast.matches ? "contrast" : byLight;
    dataset.theme = name === "device" ? ofDevice : name;
  }

  /** Messengers change links. Python reads this pattern, too, and says what it allows for (py/app/link.py). */
  function readAddress() {
    const found = [...`${location.search}${location.hash}`.matchAll(new RegExp(facts.asked, "g"))];
    return new Map(found.reverse().map(([, name, value = ""]) => [name.toLowerCase(), value]));
  }

  /** What somebody has chosen among the preferences. */
  function kept(preference) {
    try {
      return new RegExp(`\\b${preference}:(\\w+)`).exec(saved(facts.keys.preferences))?.[1];
    } catch {
      return undefined; // storage is denied
    }
  }

  /** The first language that is spoken here, of the link's, the one that was chosen, and those of the browser. */
  function languageOf(...asked) {
    const primary = [...asked, ...navigator.languages].map((tag) => /^[a-z]*/.exec(String(tag).toLowerCase())[0]);
    return primary.find((name) => Object.hasOwn(facts.languages, name)) ?? "en";
  }

  /** Tell the browser which language the page speaks. What it shows is in that language when Python has drawn it. */
  function choose(...names) {
    shared.language = languageOf(...names);
    document.documentElement.lang = shared.language;
    document.title = say("title");
    const { manifest } = facts.languages[shared.language];
    const link = document.getElementById("manifest");
    if (link.getAttribute("href") !== manifest) link.href = manifest;
  }

  /** The text for a key with its placeholders filled in. */
  function say(key, values = {}) {
    return facts.languages[shared.language].words[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  /** The browser's own formatting takes 40 ms at first, in Chromium on a server. */
  const decimal = (number) => number.toFixed(1).replace(".", facts.languages[shared.language].decimal);

  /** The texts in a part of the page, and the names of its elements, in their order, as nodes. */
  function* readIn(node) {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield node;
    for (const name of READ) if (node.hasAttribute?.(name)) yield node.getAttributeNode(name);
    for (const child of node.childNodes) yield* readIn(child);
  }

  /** The build has printed the page in English. What differs in another language is known by its place. */
  function translate() {
    const texts = new Map(facts.languages[shared.language].screen);
    if (texts.size === 0) return;
    let place = 0;
    for (const found of readIn(document.getElementById("app"))) {
      found.nodeValue = texts.get(place++) ?? found.nodeValue;
    }
    const panel = document.getElementById("boot");
    for (const part of [panel, panel.querySelector("progress")]) part.setAttribute("aria-label", say("wait"));
    panel.querySelector("output").value = say("fetching");
    panel.querySelector("button").textContent = say("again");
  }

  function print() {
    translate();
    shared.showDoors();
    shared.showTaps();
  }

  function afterFrame(work) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel(); // a timer would have to wait while a finger is down
      port1.onmessage = work;
      port2.postMessage(null);
    });
  }

  /** Call work when the browser has nothing to show or to answer; an older one just puts it behind what waits already. */
  function inBackground(work) {
    if (globalThis.scheduler?.postTask) scheduler.postTask(work, { priority: "background" });
    else setTimeout(work);
  }

  /**
   * A reload leads to the first screen, so the history goes back to the entry of the first screen, too: entries have
   * their depth for a state (py/browser/history.py). The address stays, which may name a room. A page that is still being
   * read must not do this: WebKit then stops reading, and nothing more comes.
   */
  function rewind() {
    const { state } = history;
    if (shared.framed || !Number.isInteger(state) || state === 0) return;
    const { href } = location;
    addEventListener("popstate", () => history.replaceState(0, "", href), { once: true });
    history.go(-state);
  }

  let hasFailed = false;

  /** The first failure is the cause. Later ones follow from it and are not shown. */
  function fail(text, file) {
    const panel = document.getElementById("boot");
    if (!panel) {
      addEventListener("DOMContentLoaded", () => fail(text, file));
      return;
    }
    const [status, bar, again] = ["output", "progress", "button"].map((part) => panel.querySelector(part));
    if (hasFailed || "unable" in dataset) return;
    hasFailed = true;
    shared.takeBackTaps();
    status.setAttribute("aria-live", "assertive"); // a screen reader need not say each megabyte, but this
    status.value = text;
    bar.hidden = true;
    again.hidden = false;
    again.onclick = () => {
      status.value = say("fetching");
      bar.hidden = false;
      again.hidden = true;
      tryAgain(file);
    };
    // An embed shows no loading panel before.
    if ("embed" in dataset) dataset.embed = "begun";
    else repair();
  }

  /**
   * The browser may have saved a wrong answer in place of a file, and a reload alone would use that again. Without a name,
   * it may be any module: older browsers do not compare them with their hashes.
   */
  async function tryAgain(file) {
    const modules = [...document.querySelectorAll("link")].filter(({ rel }) => rel === "modulepreload");
    const fetchAgain = async (url) => (await fetch(url, { cache: "reload" })).blob();
    await Promise.allSettled((file ? [file] : modules.map(({ href }) => href)).map(fetchAgain));
    location.reload();
  }

  /** Perhaps a copy of a file is wrong that the service worker keeps. */
  async function repair() {
    try {
      await import("./web/offline.js");
      await shared.offline.repair();
    } catch {
      // no network, or storage is denied: the player can try again
    }
  }

  /**
   * A browser names a file that did not come in the text of its error. Any other error may follow from a wrong file that
   * is still compared with its hash: that file is told first.
   */
  async function failToStart(error) {
    const text = String(error?.message ?? error);
    const address = text.split(/[\s'"]+/).find(isOurs);
    const file = address?.split("/").at(-1);
    if (address) {
      shared.fail(say("file", { file: file.replace(/\.[0-9a-f]{8}(?=\.)/, "") }), address);
      return;
    }
    await Promise.race([shared.files?.checked(), new Promise((resolve) => setTimeout(resolve, SOON))]);
    shared.fail(say("stopped", { error: text }));
  }

  /** Where an error was raised: the first address in its stack, or in its text. */
  function origin({ message = "", stack = "" }) {
    const [first = ""] = `${stack.replace(message, "")} ${message}`.match(/\b[\w-]+:\/\/[^\s)]+/) ?? [];
    return first;
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
    inBackground,
    fail,
    fault: failToStart,
    recover: undefined,
    words: false,
    framed: globalThis !== top,
  };
  const isStarting = () => shared.fault === failToStart;

  // Errors of browser extensions arrive here, too, and are none of ours.
  addEventListener(
    "error",
    ({ target, filename, message, error }) => {
      if (target === globalThis) {
        if (isOurs(filename)) shared.fault(error ?? message);
      } else if (isStarting() && target.tagName === "SCRIPT" && isOurs(target.src)) {
        shared.fault(target.src);
      }
    },
    { capture: true },
  );
  addEventListener("unhandledrejection", ({ reason }) => {
    const address = origin(Object(reason));
    if (address ? isOurs(address) : isStarting()) shared.fault(reason);
  });
  setTimeout(() => {
    if (!shared.begin) fail(say("slow"));
  }, PATIENCE);

  theme(kept("theme"));
  addEventListener("DOMContentLoaded", rewind);
  choose(shared.asked.get("lang"), kept("language"));
  for (const media of [dark, contrast]) media.addEventListener("change", () => theme());
  if (shared.asked.has(facts.embed)) {
    dataset.embed = ""; // another screen is shown
    document.head.append(Object.assign(document.createElement("script"), facts.embedded));
  }
  return shared;
})();
