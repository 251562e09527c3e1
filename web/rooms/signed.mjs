/** Messages: a greeting, then a line for each statement, `SIGNATURE STATEMENT` (py/rooms/peer.py). */
import { hashOf, hasSigned } from "./keys.mjs";
import { memory } from "./limits.mjs";

/** The most statements of a message: there are no more devices in a room. */
const MOST = 24;
/** What has been found to be signed; the same statements come again and again. */
const found = memory(500);

/** Whether a device has signed a text in a room. */
export function isSigned(room, device, text, signature) {
  const hash = hashOf(room, text);
  const name = `${device} ${signature} ${hash}`;
  if (found.has(name)) return true;
  const signed = hasSigned(device, hash, signature);
  if (signed) found.add(name);
  return signed;
}

/** The lines of a message that must be signed; none if it has too many. */
export function signedLines(text) {
  const lines = text.split("\n").slice(1);
  return lines.length > MOST ? undefined : lines;
}

/** Whether a line is signed in a room by the device that its statement names. */
export function isLineSigned(room, line) {
  const end = line.indexOf(" ");
  const statement = line.slice(end + 1);
  return end > 0 && isSigned(room, statement.split(" ", 2)[1], statement, line.slice(0, end));
}

/** True if all lines of messages are signed in a room; empty lines separate messages that go by hand together. */
export function checked(room, text) {
  const isGood = (line) => isLineSigned(room, line);
  return text.split("\n\n").every((message) => signedLines(message)?.every(isGood) ?? false);
}
