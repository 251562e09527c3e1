/** Messages: a greeting, then a line for each statement, `SIGNATURE STATEMENT` (py/rooms/peer.py). */
import { hashOf, hasSigned } from "./keys.mjs";
import { memory } from "./limits.mjs";

/** Maximum number of statements in a message, which is also the maximum number of devices in a room. */
const MOST = 24;
/** Signatures already found valid, cached because the same statements arrive again and again. */
const found = memory(500);

/** Returns whether a device has signed a text in a room. */
export function isSigned(room, device, text, signature) {
  const hash = hashOf(room, text);
  const name = `${device} ${signature} ${hash}`;
  if (found.has(name)) return true;
  const signed = hasSigned(device, hash, signature);
  if (signed) found.add(name);
  return signed;
}

/** Returns the lines of a message that must be signed; nothing if it has too many. */
export function signedLines(text) {
  const lines = text.split("\n").slice(1);
  return lines.length > MOST ? undefined : lines;
}

/** Returns whether a line is signed in a room by the device that its statement names. */
export function isLineSigned(room, line) {
  const end = line.indexOf(" ");
  const statement = line.slice(end + 1);
  return end > 0 && isSigned(room, statement.split(" ", 2)[1], statement, line.slice(0, end));
}

/** Returns whether all lines of messages are signed in a room. Empty lines separate messages that come together. */
export function checked(room, text) {
  const isGood = (line) => isLineSigned(room, line);
  return text.split("\n\n").every((message) => signedLines(message)?.every(isGood) ?? false);
}
