/**
 * Checks whether the game can run in this browser and on this page's server. Every browser must be able to read this
 * script, even one that can't read the other scripts, so it is written in ES5.
 *
 * It doesn't compile any WebAssembly, because that takes time before the first paint: browsers with these features also
 * have all of WebAssembly that Python needs, unless it is turned off.
 *
 * `<html data-unable>` means that the game can't run here. The loading panel then says why, and no later script does
 * anything. The page has painted its first screen by then.
 * README.md contains the table of the oldest browsers, and py/app/prerendered/facts.py lists their versions.
 *
 * boot.js begins with this script again, in case the scripts in the page itself haven't run. `able` has
 *
 *     refuse(key, values)  says why the game can't run: a key of the scripts' words, with its values
 *     isForbidden()        called if the start has failed; says so and returns true if a policy is the reason
 */
(function () {
  "use strict";
  if (window.able) return;
  var root = document.documentElement;
  /** The directive that no policy may have, and what a policy must allow, by what it has blocked. */
  var typesDirective = "require-trusted-types-for";
  var sources = { inline: "'unsafe-inline'", eval: "'unsafe-eval'", "wasm-eval": "'wasm-unsafe-eval'" };
  /** Whether this is the copy in boot.js, because the scripts in the page haven't run. */
  var isLast = Boolean(document.querySelector('script[src*="/boot."]'));
  /** The rule that has blocked something, and whether the start has failed. */
  var rule;
  var hasFailed = false;

  /** The features that the styles need, by the names that developers know. */
  var cssFeatures = [
    ["dvh", "(height: 1dvh)"],
    ["cqw", "(width: 1cqw)"],
    ["color-mix()", "(color: color-mix(in srgb, red, blue))"],
    [":has()", "selector(:has(*))"],
  ];

  /** The functions that the start needs. Every browser with the last of them has the others, unless a program takes them. */
  var functions = [
    "matchMedia",
    "performance",
    "crypto",
    "Worker",
    "BroadcastChannel",
    "MutationObserver",
    "PerformanceObserver",
    "structuredClone",
    "DecompressionStream",
  ];

  /** Returns the name of the first feature that this browser lacks; an empty string if it has all of them. */
  function findMissingFeature() {
    if (!(window.CSS && CSS.supports)) return "CSS.supports()";
    for (var index = 0; index < cssFeatures.length; index++)
      if (!CSS.supports(cssFeatures[index][1])) return cssFeatures[index][0];
    for (var place = 0; place < functions.length; place++) if (!has(functions[place])) return functions[place];
    return "";
  }

  function has(name) {
    try {
      return Boolean(window[name]);
    } catch (_) {
      return false;
    }
  }

  /** Returns the visitor's language. The first script has found it, unless that script hasn't run. */
  function pickLanguage(words) {
    var languages = window.cartographers ? [root.lang] : navigator.languages || [];
    for (var index = 0; index < languages.length; index++) {
      var primary = languages[index].toLowerCase().split("-")[0];
      if (words[primary]) return primary;
    }
    return "en";
  }

  function refuse(key, values) {
    if (root.hasAttribute("data-unable")) return;
    root.setAttribute("data-unable", key);
    if (window.cartographers && window.cartographers.takeBackTaps) window.cartographers.takeBackTaps();
    var facts = JSON.parse(document.getElementById("more-facts").textContent);
    var panel = document.getElementById("boot");
    var status = panel.querySelector("output");
    status.lang = pickLanguage(facts.words);
    status.setAttribute("role", "alert");
    status.textContent = facts.words[status.lang][key].replace(/\{(\w+)\}/g, function (_, name) {
      return (values && values[name]) || facts.oldest[name];
    });
    panel.removeChild(panel.querySelector("progress"));
    panel.querySelector("button").hidden = true;
    if (!isStyled()) document.body.insertBefore(panel, document.body.firstChild); // or it would be far below
  }

  /** Returns the error of an earlier script; the name of the first script if it hasn't run. */
  function findError() {
    return window.startError || (window.cartographers || isLast ? "" : "first.js");
  }

  function isStyled() {
    var style = document.querySelector("style");
    return !style || style.sheet;
  }

  function check() {
    var missingFeature = findMissingFeature();
    if (location.protocol === "file:") refuse("no-server");
    else if (missingFeature) refuse("too-old", { lacking: missingFeature });
    else if (findError()) refuse("stopped", { error: findError() });
    else if (!isStyled()) refuse("policy", { directive: "style-src", source: sources.inline });
    else if (!window.WebAssembly) refuse(/Apple/.test(navigator.vendor) ? "lockdown" : "no-webassembly");
  }

  /** Returns whether a policy is the page's own, which blocks what servers and extensions add to the page. */
  function isOwn(policy) {
    var meta = document.querySelector("meta[http-equiv]");
    var hashes = meta && meta.content.match(/'sha256-[^']+'/g);
    for (var index = 0; hashes && index < hashes.length; index++) if (policy.indexOf(hashes[index]) < 0) return false;
    return Boolean(hashes);
  }

  function noteViolation(violation) {
    var directive = violation.effectiveDirective.replace(/-(elem|attr)$/, "");
    if (violation.disposition !== "enforce") return;
    if (directive !== typesDirective && !/^(script|style|connect)-src$/.test(directive)) return;
    if (!isOwn(violation.originalPolicy)) {
      rule = rule || { directive: directive, source: sources[violation.blockedURI] || "'self'" };
      if (hasFailed) isForbidden();
    } else if (isLast) refuse("changed");
  }

  function isForbidden() {
    hasFailed = true;
    if (rule) refuse(rule.directive === typesDirective ? "types" : "policy", rule);
    return Boolean(rule);
  }

  /** Says why no script in the page has run: tries the shortest one again, which a policy may block. */
  function explainSilence() {
    var script = document.querySelector("#boot + script");
    var copy = document.createElement("script");
    var isChanged = !script || script.textContent.indexOf("cartographers.print") < 0;
    copy.textContent = isChanged ? "" : script.textContent;
    hasFailed = true;
    window.cartographers = {
      print: function () {
        isChanged = true; // it can run now, so something has changed when or how it runs
      },
    };
    root.appendChild(copy);
    window.cartographers = undefined;
    if (isChanged) refuse("changed");
  }

  window.able = { refuse: refuse, isForbidden: isForbidden };
  check();
  document.addEventListener("securitypolicyviolation", noteViolation);
  if (isLast) explainSilence();
  else window.addEventListener("DOMContentLoaded", check); // after the second script, which reports all later errors
})();
