/** Copying texts to the clipboard, with the modern API or the old command. */

const TIMEOUT = 3000;

/**
 * Copies text, and returns whether that worked. If the page may not use the clipboard (without https, or in a frame
 * without permission), the old command may still work: it copies the selection of a field. A field of the page stays
 * selected, so the player can copy the text by hand.
 */
export async function copy(text, field) {
  try {
    await withTimeout(TIMEOUT, navigator.clipboard.writeText(text));
    return true;
  } catch {
    return field ? copyFromField(field) : copyInvisibly(text);
  }
}

/** Waits for a promise, but only for a number of milliseconds. */
export async function withTimeout(milliseconds, promise) {
  let timer;
  const expiry = new Promise((_, reject) => {
    timer = setTimeout(reject, milliseconds, new Error("the browser has not answered"));
  });
  try {
    return await Promise.race([promise, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

function copyFromField(field) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, field.value.length);
  return document.execCommand("copy");
}

function copyInvisibly(text) {
  const { activeElement } = document;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  document.body.append(field);
  try {
    return copyFromField(field);
  } finally {
    field.remove();
    activeElement?.focus?.({ preventScroll: true });
  }
}
