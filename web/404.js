/**
 * The page for unknown addresses, at any depth. 404.html contains this script.
 *
 * Some messaging apps encode the `?` or `#` of a link, so the rest of the link becomes part of the path. This page
 * leads to the start and passes on the request in the path, which the start reads (py/app/link.py).
 */
"use strict";
{
  /** A file that only this site has. The site begins in the folder above it. */
  const SITE_FILE = "web/icons/icon.svg";
  const MAX_DEPTH = 20;
  const MAX_DECODINGS = 4;

  /** Decodes ASCII only: other letters stay encoded, because a messaging app may have cut one off. */
  const decode = (text) =>
    text.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

  /** Returns the path of the address and the request in it. */
  function splitAddress() {
    let path = location.pathname;
    for (let count = 0; count < MAX_DECODINGS && !/[?#]/.test(path); count++) path = decode(path);
    const [, folder, request] = /^([^?#]*)(.*)$/s.exec(path);
    return [folder, request + location.search + location.hash];
  }

  async function isSiteFolder(folder) {
    try {
      return (await fetch(`${location.origin}${folder}${SITE_FILE}`)).ok;
    } catch {
      return false; // no network
    }
  }

  /** Returns the folder of the site: the deepest one above the address that has the file. */
  async function findSiteFolder(path) {
    const folders = path.split("/").slice(0, -1);
    for (let depth = Math.min(folders.length, MAX_DEPTH); depth > 0; depth--) {
      const folder = `${folders.slice(0, depth).join("/")}/`;
      if (await isSiteFolder(folder)) return folder;
    }
    return undefined;
  }

  async function repairAddress() {
    const [path, request] = splitAddress();
    const folder = await findSiteFolder(path);
    if (!folder) return;
    // Because the origin comes first, no path can lead to another site.
    const startUrl = `${location.origin}${folder}`;
    const name = path.slice(folder.length);
    const query = request || (name.includes("=") ? `?${name}` : "");
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
