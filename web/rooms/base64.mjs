/** Bytes as text. */

export function toBase64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}

/** Returns the bytes of a string; throws if it isn't base64. */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
