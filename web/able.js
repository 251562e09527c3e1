/**
 * Checks whether this browser can run the game. Every browser must be able to read this script, even one that can't
 * read the other scripts, so it is written in ES5.
 *
 * It doesn't compile any WebAssembly, because that takes time before the first paint: browsers with these features also
 * have all of WebAssembly that Python needs, unless it is turned off.
 *
 * `<html data-unable>` means that the game can't run here. The loading panel then says why, and no later script does
 * anything. The page has painted its first screen by then.
 * README.md contains the table of the oldest browsers, and py/app/facts.py lists their versions.
 */
(function () {
  "use strict";
  var root = document.documentElement;

  /** The features that the styles need, by the names that developers know. */
  var cssFeatures = [
    ["dvh", "(height: 1dvh)"],
    ["cqw", "(width: 1cqw)"],
    ["color-mix()", "(color: color-mix(in srgb, red, blue))"],
    [":has()", "selector(:has(*))"],
  ];

  /** Returns the name of the first feature that this browser lacks; an empty string if it has all of them. */
  function findMissingFeature() {
    if (!(window.CSS && CSS.supports)) return "CSS.supports()";
    for (var index = 0; index < cssFeatures.length; index++)
      if (!CSS.supports(cssFeatures[index][1])) return cssFeatures[index][0];
    return window.DecompressionStream ? "" : "DecompressionStream";
  }

  /** Returns the key of the sentence that says why the game can't run; an empty string if it can. */
  function findReason() {
    if (missingFeature) return "too-old";
    if (window.startError) return "stopped";
    if (window.WebAssembly) return "";
    return /Apple/.test(navigator.vendor) ? "lockdown" : "no-webassembly";
  }

  /** Returns the visitor's language. The first script has found it, unless the browser can't read that script. */
  function pickLanguage(words) {
    var languages = window.cartographers ? [root.lang] : navigator.languages || [];
    for (var index = 0; index < languages.length; index++) {
      var primary = languages[index].toLowerCase().split("-")[0];
      if (words[primary]) return primary;
    }
    return "en";
  }

  function showReason() {
    var facts = JSON.parse(document.getElementById("more-facts").textContent);
    var panel = document.getElementById("boot");
    var status = panel.querySelector("output");
    status.lang = pickLanguage(facts.words);
    status.setAttribute("role", "alert");
    status.textContent = facts.words[status.lang][reasonKey].replace(/\{(\w+)\}/g, function (_, name) {
      return { error: window.startError, lacking: missingFeature }[name] || facts.oldest[name];
    });
    panel.removeChild(panel.querySelector("progress"));
  }

  function check() {
    if (reasonKey) return;
    reasonKey = findReason();
    if (!reasonKey) return;
    root.setAttribute("data-unable", reasonKey);
    if (window.cartographers && window.cartographers.takeBackTaps) window.cartographers.takeBackTaps();
    showReason();
  }

  var missingFeature = findMissingFeature();
  var reasonKey = "";
  check();
  window.addEventListener("DOMContentLoaded", check); // after the second script, which reports all later errors
})();
