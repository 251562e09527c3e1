/**
 * Rooms: everything that a device needs to play with others online. It is fetched only when the player opens a room.
 *
 *     fresh()                  {secret, key, device} of a new room: its link's secret, this device's key and its name
 *     deviceOf(key)            the name of the device with this key
 *     signature(key, word, text)     the signature of a text by the device with this key, in the room with this word
 *     isSigned(word, device, text, signature)   whether a signature is valid
 *     checked(word, text)      whether all lines of a message are signed in a room by the devices that they name
 *     enter(word, key, relays, onMessage, onStates)     enters a room (rooms/room.mjs)
 *     qr(text)                 the QR code of a text (qr.mjs)
 *     paste(onText, onRefusal)  reads the text of the clipboard; the browser may ask the player or refuse
 *     permission(), askPermission(callback), notify(title, body, vibrates, isSilent), hush()
 *                              notifications (rooms/notify.mjs)
 *
 * The build bundles this file, rooms/, and their imports into one file.
 */
import { toBase64 } from "./rooms/base64.mjs";
import { deviceOf, generateKey } from "./rooms/keys.mjs";

// biome-ignore lint/performance/noBarrelFile: the build bundles all of these
export { qr } from "./qr.mjs";
export { deviceOf, signature } from "./rooms/keys.mjs";
export { askPermission, hush, notify, permission } from "./rooms/notify.mjs";
export { enter } from "./rooms/room.mjs";
export { checked, isSigned } from "./rooms/signed.mjs";

export function fresh() {
  const key = generateKey();
  return { secret: toUrlSafeBase64(crypto.getRandomValues(new Uint8Array(16))), key, device: deviceOf(key) };
}

const toUrlSafeBase64 = (bytes) => toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export async function paste(onText, onRefusal) {
  let text;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    onRefusal(); // older browsers, and players who say no
    return;
  }
  onText(text);
}
