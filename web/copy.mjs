/** Copying a text to the clipboard, in the new way or the old one. */

const PATIENCE = 3000;

/**
 * Copy a text, and say whether that worked. Where a page may not use the clipboard (no https, a frame without
 * permission), the old way may still work: it copies what is selected in a field. A field of the page stays selected, so
 * that the player can copy it by hand.
 */
export async function copy(text, field) {
  try {
    await within(PATIENCE, navigator.clipboard.writeText(text));
    return true;
  } catch {
    return field ? copySelected(field) : copyUnseen(text);
  }
}

/** Wait for something, but no longer than this many milliseconds. */
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
