/** Shared functions of the build steps in this folder: exits, and replacements of texts. */

/** Ends the step with one sentence. */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Replaces texts (strings or expressions) in a file's text. Each must occur once, or more often if its entry allows it. */
export function replaced(text, file, replacements) {
  let result = text;
  for (const [old, by, mayRepeat = false] of replacements) {
    const parts = result.split(old);
    const found = parts.length - 1;
    if (found === 0 || (found > 1 && !mayRepeat)) stop(`${file} contains ${old} ${found} times instead of once.`);
    result = parts.join(by);
  }
  return result;
}
