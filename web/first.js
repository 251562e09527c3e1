/**
 * What must be there before anything is painted.
 *
 * The theme is the one that is preferred, or the one that the device asks for. `cartographersTheme(name)` sets another,
 * "device" for the device's. The first screen was printed when the site was built: what is tapped on it is kept, once,
 * until Python takes over with `cartographersTapped()`, which returns the commands. In somebody else's page, which the
 * address says by `embed`, another screen is shown, and `data-embed` on the document says so.
 */
if (new URLSearchParams(location.search).has("embed")) {
  document.documentElement.dataset.embed = "";
  document.head.append(Object.assign(document.createElement("script"), { src: "web/embedded.js" }));
}

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

globalThis.cartographersTapped = (() => {
  "use strict";
  const tapped = [];
  const over = new AbortController();

  addEventListener("click", ({ target }) => {
    const control = target.closest("#app [data-do]");
    if (!control || tapped.includes(control.dataset.do)) return;
    tapped.push(control.dataset.do);
    control.classList.add("pressed");
    control.ariaBusy = "true";
  }, { signal: over.signal });

  return () => {
    over.abort();
    return tapped;
  };
})();
