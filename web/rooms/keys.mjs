/** Keys and signatures of devices: Schnorr signatures over secp256k1 (BIP 340), which relays require. */

import { sha256 } from "@noble/hashes/sha2.js";
import { etc, hashes, schnorr, utils } from "@noble/secp256k1";

/** The prefix of signed statements. No event begins with it, so a statement's signature is never an event's. */
const STATEMENT_PREFIX = "cartographers: a statement\n";
const { bytesToHex, hexToBytes } = etc;
hashes.sha256 = sha256;

const computeDigest = (text) => sha256(new TextEncoder().encode(text));

export const generateKey = () => bytesToHex(utils.randomSecretKey());

/** Returns the name of a device, which is the public half of its key. */
export const deviceOf = (key) => bytesToHex(schnorr.getPublicKey(hexToBytes(key)));

export const signature = (key, room, text) => signHash(key, computeDigest(getSignedText(room, text)));

const signHash = (key, hash) => bytesToHex(schnorr.sign(hash, hexToBytes(key)));

/** Returns the hash of a statement in a room. */
export const hashStatement = (room, text) => bytesToHex(computeDigest(getSignedText(room, text)));

/** Returns the text that a device signs, which names the room (py/rooms/statement.py). */
const getSignedText = (room, text) => `${STATEMENT_PREFIX}${room}\n${text}`;

/** Returns whether a device has signed a hash. */
export function hasSigned(device, hash, signature) {
  try {
    return schnorr.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(device));
  } catch {
    return false; // these are no keys and no signatures at all
  }
}

/** Returns an event with its id and signature, as relays expect it. */
export function signEvent(key, event) {
  const id = computeDigest(serializeEvent(event));
  return { ...event, id: bytesToHex(id), sig: signHash(key, id) };
}

/** Returns whether an event is signed by the device that it names. */
export function isGenuine(event) {
  const id = bytesToHex(computeDigest(serializeEvent(event)));
  return event.id === id && hasSigned(event.pubkey, id, event.sig);
}

const serializeEvent = ({ pubkey, created_at: createdAt, kind, tags, content }) =>
  JSON.stringify([0, pubkey, createdAt, kind, tags, content]);
