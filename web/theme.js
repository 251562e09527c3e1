/**
 * The theme, before anything is painted: the one that is preferred, or the one that the device asks for.
 * `cartographersTheme(name)` sets another, "device" for the device's.
 */
globalThis.cartographersTheme = (() => {
  "use strict";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  let preferred = "device";

  function theme(name = preferred) {
    preferred = name;
    const ofDevice = contrast.matches ? "contrast" : dark.matches ? "night" : "parchment";
    document.documentElement.dataset.theme = name === "device" ? ofDevice : name;
  }

  function kept() {
    try {
      return /\btheme:(\w+)/.exec(localStorage.getItem("cartographers.preferences"))?.[1];
    } catch {
      return undefined; // storage is denied
    }
  }

  theme(kept());
  for (const media of [dark, contrast]) media.addEventListener("change", () => theme());
  return theme;
})();
