/** Copying texts to the clipboard, with the modern API or the old command. */

const PATIENCE = 3000;

/**
 * Copies text, and returns whether that worked. If the page may not use the clipboard (without https, or in a frame
 * without permission), the old command may still work: it copies the selection of a field. A field of the page stays
 * selected, so the player can copy the text by hand.
 */
export async function copy(text, field) {
  try {
    await within(PATIENCE, navigator.clipboard.writeText(text));
    return true;
  } catch {
    return field ? copySelected(field) : copyUnseen(text);
  }
}

/** Waits for a promise, but only for a number of milliseconds. */
export async function within(patience, work) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(failed, patience, new Error("the browser has not answered"));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function copySelected(field) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, field.value.length);
  return document.execCommand("copy");
}

function copyUnseen(text) {
  const { activeElement } = document;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  document.body.append(field);
  try {
    return copySelected(field);
  } finally {
    field.remove();
    activeElement?.focus?.({ preventScroll: true });
  }
}
