/** What leaves the page when the player wants it to: files. */

const A_WHILE = 60_000;

/** Let the browser save a text as a file. */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), A_WHILE);
}
