/** Keys of devices, and what they sign: Schnorr signatures over secp256k1 (BIP 340), as relays want them. */

import { sha256 } from "@noble/hashes/sha2.js";
import { etc, hashes, schnorr, utils } from "@noble/secp256k1";

/** No event begins like this: what a device signs as its statement is never a signature of an event. */
const STATEMENT = "cartographers: a statement\n";
const FORMER = "room1 ";
const { bytesToHex, hexToBytes } = etc;
hashes.sha256 = sha256;

const digest = (text) => sha256(new TextEncoder().encode(text));

export const freshKey = () => bytesToHex(utils.randomSecretKey());

/** The name of a device is the public half of its key. */
export const deviceOf = (key) => bytesToHex(schnorr.getPublicKey(hexToBytes(key)));

export const signature = (key, room, text) => signatureOf(key, digest(signedText(room, text)));

const signatureOf = (key, hash) => bytesToHex(schnorr.sign(hash, hexToBytes(key)));

/** What tells a statement in a room from all others. */
export const hashOf = (room, text) => bytesToHex(digest(signedText(room, text)));

/** What a device signs. Under the former protocol it did not name the room (py/rooms/statement.py). */
const signedText = (room, text) => STATEMENT + (text.startsWith(FORMER) ? text : `${room}\n${text}`);

/** Whether a device has signed a hash. */
export function hasSigned(name, hash, signed) {
  try {
    return schnorr.verify(hexToBytes(signed), hexToBytes(hash), hexToBytes(name));
  } catch {
    return false; // these are no keys and no signatures at all
  }
}

/** An event with its id and signature, as relays take it. */
export function signedEvent(key, event) {
  const id = digest(written(event));
  return { ...event, id: bytesToHex(id), sig: signatureOf(key, id) };
}

/** Whether an event is of the device that it names. */
export function isGenuine(event) {
  const id = bytesToHex(digest(written(event)));
  return event.id === id && hasSigned(event.pubkey, id, event.sig);
}

const written = ({ pubkey, created_at: seconds, kind, tags, content }) =>
  JSON.stringify([0, pubkey, seconds, kind, tags, content]);
