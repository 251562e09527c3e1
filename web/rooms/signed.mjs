/** Messages: a greeting, then a line for each statement, `SIGNATURE STATEMENT` (py/rooms/message.py). */
import { hashStatement, hasSigned } from "./keys.mjs";
import { createMemory } from "./limits.mjs";

/** Maximum number of statements in a message, which is also the maximum number of devices in a room. */
const MAX_STATEMENTS = 24;
/** Signatures already found valid, cached because the same statements arrive again and again. */
const validSignatures = createMemory(500);

/** Returns whether a device has signed a text in a room. */
export function isSigned(room, device, text, signature) {
  const hash = hashStatement(room, text);
  const cacheKey = `${device} ${signature} ${hash}`;
  if (validSignatures.has(cacheKey)) return true;
  const isValid = hasSigned(device, hash, signature);
  if (isValid) validSignatures.add(cacheKey);
  return isValid;
}

/** Returns the lines of a message that must be signed; nothing if it has too many. */
export function getSignedLines(text) {
  const lines = text.split("\n").slice(1);
  return lines.length > MAX_STATEMENTS ? undefined : lines;
}

/** Returns whether a line is signed in a room by the device that its statement names. */
export function isLineSigned(room, line) {
  const end = line.indexOf(" ");
  const statement = line.slice(end + 1);
  return end > 0 && isSigned(room, statement.split(" ", 2)[1], statement, line.slice(0, end));
}

/** Returns whether all lines of messages are signed in a room. Empty lines separate messages that come together. */
export function checked(room, text) {
  const isSignedLine = (line) => isLineSigned(room, line);
  return text.split("\n\n").every((message) => getSignedLines(message)?.every(isSignedLine) ?? false);
}
