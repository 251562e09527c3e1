/**
 * Rooms: what a device needs to play with others elsewhere. It is fetched when somebody opens a room, and not before.
 *
 *     fresh()                  {secret, key, device} of a new room: what is in its link, this device's key and its name
 *     deviceOf(key)            the name of the device with a key
 *     signature(key, text)     what shows that a text is of the device with that key
 *     isSigned(device, text, signature)   whether it shows that
 *     checked(text)            whether all lines of a message are signed by the devices whose statements they are
 *     enter(word, key, relays, heard, told)     go into a room (rooms/room.mjs)
 *     unpack(word)             the message in a link of an older version of the page; a promise
 *     qr(text)                 a QR code: its rows of 0 and 1; nothing if the text is too long
 *     permission(), askPermission(tell), notify(title, body, vibrates, isSilent), hush()
 *                              notifications (rooms/notify.mjs)
 *
 * The build puts this, rooms/ and what they import into one file.
 */
import { encode } from "uqr";
import { fromBase64, toBase64 } from "./rooms/base64.mjs";
import { inflate } from "./rooms/deflate.mjs";
import { deviceOf, freshKey } from "./rooms/keys.mjs";

// biome-ignore lint/performance/noBarrelFile: it becomes one file with all of these
export { deviceOf, signature } from "./rooms/keys.mjs";
export { askPermission, hush, notify, permission } from "./rooms/notify.mjs";
export { enter } from "./rooms/room.mjs";
export { checked, isSigned } from "./rooms/signed.mjs";

/** The most signs of a word that can be unpacked. */
const LONGEST = 96_000;

export function fresh() {
  const key = freshKey();
  return { secret: urlSafe(crypto.getRandomValues(new Uint8Array(16))), key, device: deviceOf(key) };
}

export async function unpack(word) {
  if (word.length > LONGEST || !/^[\w-]+$/.test(word)) throw new Error("this word holds no message");
  return await inflate(fromBase64(word.replaceAll("-", "+").replaceAll("_", "/")));
}

export function qr(text) {
  for (const ecc of ["M", "L"]) {
    try {
      const { data } = encode(text, { ecc, border: 0 });
      return data.map((row) => row.map(Number).join("")).join("\n");
    } catch {
      // too long
    }
  }
  return "";
}

const urlSafe = (bytes) => toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
