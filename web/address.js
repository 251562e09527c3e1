/**
 * The start's address, for a page that is shown at another one. 404.html and index.html contain this script.
 *
 * Some messaging apps encode the `?` or `#` of a link, so the rest of the link becomes part of the path. Most servers
 * then show 404.html, but some show index.html, as some do for the site's folder without the slash at its end. The start
 * reads the request that was in the path (py/app/arrival/link.py).
 */
globalThis.wrongAddress = (() => {
  "use strict";
  /** A file that only this site has, and its beginning. The site begins in the folder above it. */
  const SITE_FILE = "web/icons/icon.svg";
  const BEGINNING = "<svg";
  const MAX_DEPTH = 20;
  const MAX_DECODINGS = 4;

  /** Decodes ASCII only: other letters stay encoded, because a messaging app may have cut one off. */
  const decode = (text) =>
    text.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

  /** Returns the path of the page without the request in it, and that request. */
  function splitPath() {
    let path = location.pathname;
    for (let count = 0; count < MAX_DECODINGS && !/[?#]/.test(path); count++) path = decode(path);
    return /^([^?#]*)(.*)$/s.exec(path).slice(1);
  }

  /** Returns whether a folder has the site's file. Some servers answer with their front page instead. */
  async function isSiteFolder(folder) {
    try {
      const response = await fetch(`${location.origin}${folder}${SITE_FILE}`);
      return response.ok && (await response.text()).startsWith(BEGINNING);
    } catch {
      return false; // no network
    }
  }

  /** Returns the folder of the site: the deepest one at or above the path that has the file. */
  async function findSiteFolder(path) {
    const folders = path.replace(/\/$/, "").split("/");
    for (let depth = Math.min(folders.length, MAX_DEPTH); depth > 0; depth--) {
      const folder = `${folders.slice(0, depth).join("/")}/`;
      if (await isSiteFolder(folder)) return folder;
    }
    return undefined;
  }

  return { splitPath, findSiteFolder };
})();
