/**
 * The page for unknown addresses, at any depth. 404.html contains this script.
 *
 * Some messaging apps encode the `?` or `#` of a link, so the rest of the link becomes part of the path. This page
 * leads to the start and passes on the request in the path, which the start reads (py/app/link.py).
 */
"use strict";
{
  /** A file that only this site has. The site begins in the folder above it. */
  const OURS = "web/icons/icon.svg";
  const DEEPEST = 20;
  const ENCODED = 4;

  /** Decodes ASCII only: other letters stay encoded, because a messaging app may have cut one off. */
  const decoded = (text) =>
    text.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

  /** Returns the path of the address and the request in it. */
  function parts() {
    let path = location.pathname;
    for (let times = 0; times < ENCODED && !/[?#]/.test(path); times++) path = decoded(path);
    const [, folder, asked] = /^([^?#]*)(.*)$/s.exec(path);
    return [folder, asked + location.search + location.hash];
  }

  async function isHere(folder) {
    try {
      return (await fetch(`${location.origin}${folder}${OURS}`)).ok;
    } catch {
      return false; // no network
    }
  }

  /** Returns the folder of the site: the deepest one above the address that has the file. */
  async function home(path) {
    const folders = path.split("/").slice(0, -1);
    for (let depth = Math.min(folders.length, DEEPEST); depth > 0; depth--) {
      const folder = `${folders.slice(0, depth).join("/")}/`;
      if (await isHere(folder)) return folder;
    }
    return undefined;
  }

  async function mend() {
    const [path, asked] = parts();
    const folder = await home(path);
    if (!folder) return;
    // Because the origin comes first, no path can lead to another site.
    const start = `${location.origin}${folder}`;
    const name = path.slice(folder.length);
    const rest = asked || (name.includes("=") ? `?${name}` : "");
    if (rest) location.replace(start + rest);
    for (const link of document.querySelectorAll("a")) link.href = start;
  }

  const texts = [...document.querySelectorAll("main")];
  const spoken = navigator.languages.map((tag) => texts.find(({ lang }) => lang === tag.toLowerCase().split("-")[0]));
  const shown = spoken.find(Boolean) ?? texts[0];
  for (const text of texts) text.hidden = text !== shown;
  document.documentElement.lang = shown.lang;
  mend();
}
