/** Bytes as text. */

export function toBase64(bytes) {
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs);
}

/** The bytes of a text; it throws if that is none. */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
