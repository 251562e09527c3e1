/**
 * What must be there before anything is painted: the one object that the page's scripts and Python share, and the theme.
 *
 * `globalThis.cartographers` has
 *
 *     facts          what Python knows and the scripts need before it runs (py/app/facts.py); the build prints it into
 *                    index.html: {version, python, keys: {game, preferences, lesson}, lessonOver, links, embed,
 *                    doors: {link, kept, first, day, lesson}, daySides: the side of each day's game since 1970, until
 *                    they begin anew, sides: {a: file, ...}, firstSide}
 *     theme(name)    set the theme; "device" for the one that the device asks for
 *     tapped()       stop keeping taps; returns the commands that were tapped so far, each once
 *     fail(text)     the game cannot start: say why, and offer to try again
 *     fault(error)   something unexpected was raised. Before the page answers this is `fail`, with the name of the file
 *                    that did not come, if the error tells. Afterwards it shows a panel (fault.mjs). Errors that nobody
 *                    catches arrive here by themselves, if they come from the game's own scripts
 *     recover        Python sets it when it is ready, for that panel: {report() -> its lines (app/report.py),
 *                    redraw(), home()}
 *
 * and from boot.js
 *
 *     begin()        fetch and start Python: at once, but in an embed when its button is pressed
 *     dress(look)    put the styles and drawings of a look ("map") into the page, once; without a name, those of all
 *     loading()      Python runs and is about to load the game; resolves when all looks are in the page
 *     ready()        the page answers: the loading panel goes
 *     afterFrame(work)  call work after the next frame is painted
 *     inBackground(work)  call work when the browser has nothing to show or to answer
 *     share(kind, name, content, tell)  hand out a text, a file or a picture (share.mjs); calls tell with how that went
 *     read(file, take)  call take with the text of a file
 *     atLeisure(work)   call work when the browser has time
 *     later(arrived, failed)  fetch what comes after the start, once, and dress the page for it; calls `arrived` with the
 *                    bytes that browser/later.py takes in, or `failed` with an error
 *     offline        {start(newer), reload(), repair()}; see offline.js, which is optional
 *
 * and from Python's runtime
 *
 *     snapshot       see runtime/snapshot.mjs
 *     cold           see runtime/cold.mjs
 */
globalThis.cartographers = (() => {
  "use strict";
  /** Milliseconds after which boot.js is not expected any more. */
  const PATIENCE = 15_000;
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const { dataset } = document.documentElement;
  const folder = new URL("web/", document.baseURI).href;
  const isOurs = (address) => address.startsWith(folder);

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  let preferred = "device";

  function theme(name = preferred) {
    preferred = name;
    const byLight = dark.matches ? "night" : "parchment";
    const ofDevice = contrast.matches ? "contrast" : byLight;
    dataset.theme = name === "device" ? ofDevice : name;
  }

  function keptTheme() {
    try {
      return /\btheme:(\w+)/.exec(localStorage.getItem(facts.keys.preferences))?.[1];
    } catch {
      return undefined; // storage is denied
    }
  }

  const commands = [];
  const taken = new AbortController();

  /** The build printed the first screen. Python answers these taps when it has come. */
  function keepTap({ target }) {
    const control = target.closest("#app [data-do]");
    if (!control || commands.includes(control.dataset.do)) return;
    commands.push(control.dataset.do);
    control.classList.add("pressed");
    control.ariaBusy = "true";
  }

  function tapped() {
    taken.abort();
    return commands;
  }

  /** The first failure is the cause. Later ones follow from it and are not shown. */
  function fail(text) {
    const panel = document.getElementById("boot");
    if (!panel) {
      addEventListener("DOMContentLoaded", () => fail(text));
      return;
    }
    const [status, bar, again] = ["output", "progress", "button"].map((part) => panel.querySelector(part));
    if (!again.hidden) return;
    status.ariaLive = "assertive"; // a screen reader need not say each megabyte, but this
    status.value = text;
    bar.hidden = true;
    again.hidden = false;
    again.onclick = () => location.reload();
    // An embed shows no loading panel before.
    if ("embed" in dataset) dataset.embed = "begun";
    else repair();
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

  /** A browser names a file that did not come in the text of its error. */
  function failToStart(error) {
    const text = String(error?.message ?? error);
    const address = text.split(/[\s'"]+/).find(isOurs);
    const file = address?.split("/").at(-1);
    if (!address) shared.fail(`The game stopped while it was loading: ${text}`);
    else shared.fail(`The file ${file.replace(/\.[0-9a-f]{8}(?=\.)/, "")} could not be fetched.`);
  }

  /** Where an error was raised: the first address in its stack, or in its text. */
  function origin({ message = "", stack = "" }) {
    const [first = ""] = `${stack.replace(message, "")} ${message}`.match(/\b[\w-]+:\/\/[^\s)]+/) ?? [];
    return first;
  }

  const shared = { facts, theme, tapped, fail, fault: failToStart, recover: undefined };
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
  addEventListener("click", keepTap, { signal: taken.signal });
  setTimeout(() => {
    if (!shared.begin) fail("The game is not loading. Is the connection all right?");
  }, PATIENCE);

  theme(keptTheme());
  for (const media of [dark, contrast]) media.addEventListener("change", () => theme());
  if (new URLSearchParams(location.search).has(facts.embed)) {
    dataset.embed = ""; // another screen is shown
    document.head.append(Object.assign(document.createElement("script"), { src: "web/embedded.js" }));
  }
  return shared;
})();
