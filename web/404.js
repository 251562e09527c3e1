/**
 * The page for unknown addresses, at any depth. 404.html contains this script after address.js.
 *
 * It leads to the start and passes on the request in the path.
 */
"use strict";
{
  const { splitPath, findSiteFolder } = globalThis.wrongAddress;

  async function repairAddress() {
    const [path, request] = splitPath();
    const folder = await findSiteFolder(path);
    if (!folder) return;
    // Because the origin comes first, no path can lead to another site.
    const startUrl = `${location.origin}${folder}`;
    const name = path.slice(folder.length);
    const query = request + location.search + location.hash || (name.includes("=") ? `?${name}` : "");
    if (query) location.replace(startUrl + query);
    for (const link of document.querySelectorAll("a")) link.href = startUrl;
  }

  const mains = [...document.querySelectorAll("main")];
  // Browsers that protect privacy may hide the languages.
  const preferredMains = (navigator.languages ?? []).map((tag) =>
    mains.find(({ lang }) => lang === tag.toLowerCase().split("-")[0]),
  );
  const shownMain = preferredMains.find(Boolean) ?? mains[0];
  for (const main of mains) main.hidden = main !== shownMain;
  document.documentElement.lang = shownMain.lang;
  repairAddress();
}
