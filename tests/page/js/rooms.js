/** A device in a room, without a game: `heard` lists its messages, `states` the states of its relays. */
(() => {
  const APP = "cartographers";
  const NONCE = 12;
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (numbers) => Array.from(new Uint8Array(numbers), (byte) => byte.toString(16).padStart(2, "0")).join("");

  /** Loads the script for rooms, and returns the names of its functions. */
  async function load() {
    globalThis.rooms = await new Promise((arrived, failed) => {
      cartographers.rooms(arrived, failed);
    });
    return Object.keys(globalThis.rooms).sort();
  }

  const fresh = () => globalThis.rooms.fresh();

  /** Enters a room, and notes all messages. */
  function enter(secret, key, relays) {
    Object.assign(globalThis, { heard: [], states: [], past: [], refused: [] });
    addEventListener("securitypolicyviolation", ({ blockedURI }) => globalThis.refused.push(blockedURI));
    globalThis.room = globalThis.rooms.enter(
      secret,
      key,
      JSON.stringify(relays),
      (text) => globalThis.heard.push(text),
      (told) => {
        globalThis.states = JSON.parse(told);
        globalThis.past.push(globalThis.states.map(({ state }) => state).join(" "));
      },
    );
  }

  const send = (text) => globalThis.room.send(text);
  const known = (devices) => globalThis.room.known(JSON.stringify(devices));
  const leave = () => globalThis.room.leave("");
  const heard = () => globalThis.heard;
  const states = () => globalThis.states;
  const past = () => globalThis.past;
  const refused = () => globalThis.refused;

  /** Wakes the device up, or connects it to a network. */
  function wake(kind) {
    if (kind === "visibilitychange") document.dispatchEvent(new Event(kind));
    else dispatchEvent(new Event(kind));
  }

  const call = (name, ...given) => globalThis.rooms[name](...given);

  /** Returns the error of a function; nothing if it succeeds. */
  async function failure(name, ...given) {
    try {
      await globalThis.rooms[name](...given);
      return "";
    } catch (error) {
      return String(error);
    }
  }

  /** Holds back the device's processing of messages until `release()`. */
  function hold() {
    const { MessageChannel } = globalThis;
    const held = [];
    globalThis.MessageChannel = class {
      constructor() {
        const { port1, port2 } = new MessageChannel();
        this.port1 = port1;
        this.port2 = { postMessage: (message) => held.push(() => port2.postMessage(message)) };
      }
    };
    globalThis.release = () => {
      Object.assign(globalThis, { MessageChannel });
      for (const send of held) send();
    };
  }

  const release = () => globalThis.release();

  /** Returns the topic of a room. It repeats rooms/room.mjs, so that the test can act as any device. */
  async function topic(secret) {
    const base = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveBits"]);
    return hex(await crypto.subtle.deriveBits(use("topic"), base, 128));
  }

  const use = (info) => ({ name: "HKDF", hash: "SHA-256", salt: bytes(APP), info: bytes(info) });

  /** Returns bytes, encrypted with the room's key, as the content of an event. */
  async function seal(secret, packed) {
    const base = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveKey"]);
    const key = await crypto.subtle.deriveKey(use("key"), base, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
    const iv = crypto.getRandomValues(new Uint8Array(NONCE));
    const plain = Uint8Array.from(packed.match(/../g), (byte) => Number.parseInt(byte, 16));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain);
    let characters = "";
    for (const byte of [...iv, ...new Uint8Array(sealed)]) characters += String.fromCharCode(byte);
    return btoa(characters);
  }

  /** Returns all texts that the site has saved. */
  function allStored() {
    const { place } = cartographers;
    const own = Object.entries(localStorage).filter(([name]) => name.startsWith(place));
    return Object.fromEntries(own.map(([name, text]) => [name.slice(place.length), text]));
  }

  return {
    allStored,
    call,
    enter,
    failure,
    fresh,
    heard,
    hold,
    known,
    leave,
    load,
    past,
    refused,
    release,
    seal,
    send,
    states,
    topic,
    wake,
  };
})();
