/** Shared functions of the build steps in this folder: exits, and replacements of texts. */

/** Ends the step with one sentence. */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Replaces texts (strings or expressions) in a file's text. Each must occur once, or as often as its entry says. */
export function replaced(text, file, replacements) {
  let result = text;
  for (const [old, by, times = 1] of replacements) {
    const parts = result.split(old);
    const found = parts.length - 1;
    if (found !== times) stop(`${file} contains ${old} ${found} times instead of ${times}.`);
    result = parts.join(by);
  }
  return result;
}
