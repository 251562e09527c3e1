/**
 * Rooms: what a device needs to play with others elsewhere. It is fetched when somebody opens a room, and not before.
 *
 *     fresh()                  {secret, key, device} of a new room: what is in its link, this device's key and its name
 *     deviceOf(key)            the name of the device with a key
 *     signature(key, word, text)     what shows that the device with that key says a text in the room of a word
 *     isSigned(word, device, text, signature)   whether it shows that
 *     checked(word, text)      whether all lines of a message are signed in a room by the devices that they name
 *     enter(word, key, relays, heard, told)     go into a room (rooms/room.mjs)
 *     qr(text)                 a QR code: its rows of 0 and 1; nothing if the text is too long
 *     permission(), askPermission(tell), notify(title, body, vibrates, isSilent), hush()
 *                              notifications (rooms/notify.mjs)
 *
 * The build puts this, rooms/ and what they import into one file.
 */
import { encode } from "uqr";
import { toBase64 } from "./rooms/base64.mjs";
import { deviceOf, freshKey } from "./rooms/keys.mjs";

// biome-ignore lint/performance/noBarrelFile: it becomes one file with all of these
export { deviceOf, signature } from "./rooms/keys.mjs";
export { askPermission, hush, notify, permission } from "./rooms/notify.mjs";
export { enter } from "./rooms/room.mjs";
export { checked, isSigned } from "./rooms/signed.mjs";

export function fresh() {
  const key = freshKey();
  return { secret: urlSafe(crypto.getRandomValues(new Uint8Array(16))), key, device: deviceOf(key) };
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
