/** Keys and signatures of devices: Schnorr signatures over secp256k1 (BIP 340), which relays require. */

import { sha256 } from "@noble/hashes/sha2.js";
import { etc, hashes, schnorr, utils } from "@noble/secp256k1";

/** The prefix of signed statements. No event begins with it, so a statement's signature is never an event's. */
const STATEMENT = "cartographers: a statement\n";
const FORMER = "room1 ";
const { bytesToHex, hexToBytes } = etc;
hashes.sha256 = sha256;

const digest = (text) => sha256(new TextEncoder().encode(text));

export const freshKey = () => bytesToHex(utils.randomSecretKey());

/** Returns the name of a device, which is the public half of its key. */
export const deviceOf = (key) => bytesToHex(schnorr.getPublicKey(hexToBytes(key)));

export const signature = (key, room, text) => signatureOf(key, digest(signedText(room, text)));

const signatureOf = (key, hash) => bytesToHex(schnorr.sign(hash, hexToBytes(key)));

/** Returns the hash of a statement in a room. */
export const hashOf = (room, text) => bytesToHex(digest(signedText(room, text)));

/** Returns the text that a device signs. In the former protocol it didn't name the room (py/rooms/statement.py). */
const signedText = (room, text) => STATEMENT + (text.startsWith(FORMER) ? text : `${room}\n${text}`);

/** Returns whether a device has signed a hash. */
export function hasSigned(name, hash, signed) {
  try {
    return schnorr.verify(hexToBytes(signed), hexToBytes(hash), hexToBytes(name));
  } catch {
    return false; // these are no keys and no signatures at all
  }
}

/** Returns an event with its id and signature, as relays expect it. */
export function signedEvent(key, event) {
  const id = digest(written(event));
  return { ...event, id: bytesToHex(id), sig: signatureOf(key, id) };
}

/** Returns whether an event is signed by the device that it names. */
export function isGenuine(event) {
  const id = bytesToHex(digest(written(event)));
  return event.id === id && hasSigned(event.pubkey, id, event.sig);
}

const written = ({ pubkey, created_at: seconds, kind, tags, content }) =>
  JSON.stringify([0, pubkey, seconds, kind, tags, content]);
