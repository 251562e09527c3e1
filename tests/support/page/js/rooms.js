/** A device in a room, without a game: `messages` lists its messages, `states` the states of its relays. */
(() => {
  const APP = "cartographers";
  const NONCE = 12;
  const toBytes = (text) => new TextEncoder().encode(text);
  const toHex = (numbers) => Array.from(new Uint8Array(numbers), (byte) => byte.toString(16).padStart(2, "0")).join("");

  /** Loads the script for rooms, and returns the names of its functions. */
  async function load() {
    globalThis.rooms = await new Promise((resolve, reject) => {
      cartographers.rooms(resolve, reject);
    });
    return Object.keys(globalThis.rooms).sort();
  }

  const createRoom = () => globalThis.rooms.fresh();

  /** Enters a room, and notes all messages. */
  function enter(secret, key, relays) {
    Object.assign(globalThis, { messages: [], states: [], stateHistory: [], refusedAddresses: [] });
    addEventListener("securitypolicyviolation", ({ blockedURI }) => globalThis.refusedAddresses.push(blockedURI));
    globalThis.room = globalThis.rooms.enter(
      secret,
      key,
      JSON.stringify(relays),
      (text) => globalThis.messages.push(text),
      (statesJson) => {
        globalThis.states = JSON.parse(statesJson);
        globalThis.stateHistory.push(globalThis.states.map(({ state }) => state).join(" "));
      },
    );
  }

  const send = (text) => globalThis.room.send(text);
  const setKnownDevices = (devices) => globalThis.room.known(JSON.stringify(devices));
  const leave = () => globalThis.room.leave("");
  const getMessages = () => globalThis.messages;
  const getStates = () => globalThis.states;
  const getStateHistory = () => globalThis.stateHistory;
  const getRefusedAddresses = () => globalThis.refusedAddresses;

  /** Wakes the device up, or connects it to a network. */
  function wake(kind) {
    if (kind === "visibilitychange") document.dispatchEvent(new Event(kind));
    else dispatchEvent(new Event(kind));
  }

  const call = (name, ...args) => globalThis.rooms[name](...args);

  /** Holds back the device's processing of messages until `release()`. */
  function hold() {
    const { MessageChannel } = globalThis;
    const heldMessages = [];
    globalThis.MessageChannel = class {
      constructor() {
        const { port1, port2 } = new MessageChannel();
        this.port1 = port1;
        this.port2 = { postMessage: (message) => heldMessages.push(() => port2.postMessage(message)) };
      }
    };
    globalThis.release = () => {
      Object.assign(globalThis, { MessageChannel });
      for (const sendHeld of heldMessages) sendHeld();
    };
  }

  const release = () => globalThis.release();

  /** Returns the topic of a room. It repeats rooms/room.mjs, so that the test can act as any device. */
  async function deriveTopic(secret) {
    const baseKey = await crypto.subtle.importKey("raw", toBytes(secret), "HKDF", false, ["deriveBits"]);
    return toHex(await crypto.subtle.deriveBits(getParameters("topic"), baseKey, 128));
  }

  const getParameters = (info) => ({ name: "HKDF", hash: "SHA-256", salt: toBytes(APP), info: toBytes(info) });

  /** Returns bytes, encrypted with the room's key, as the content of an event. */
  async function encrypt(secret, plainHex) {
    const baseKey = await crypto.subtle.importKey("raw", toBytes(secret), "HKDF", false, ["deriveKey"]);
    const key = await crypto.subtle.deriveKey(getParameters("key"), baseKey, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(NONCE));
    const plain = Uint8Array.from(plainHex.match(/../g), (byte) => Number.parseInt(byte, 16));
    const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain);
    let characters = "";
    for (const byte of [...iv, ...new Uint8Array(encrypted)]) characters += String.fromCharCode(byte);
    return btoa(characters);
  }

  /** Starts the count of encrypted messages at 0. */
  function countEncryptions() {
    const { subtle } = crypto;
    const encryptOne = subtle.encrypt.bind(subtle);
    globalThis.encryptionCount = 0;
    subtle.encrypt = async (...args) => {
      const content = await encryptOne(...args);
      globalThis.encryptionCount++;
      return content;
    };
  }

  const getEncryptionCount = () => globalThis.encryptionCount;

  /** Returns all texts that the site has saved. */
  function readAllStored() {
    const { place } = cartographers;
    const ownEntries = Object.entries(localStorage).filter(([name]) => name.startsWith(place));
    return Object.fromEntries(ownEntries.map(([name, text]) => [name.slice(place.length), text]));
  }

  return {
    call,
    countEncryptions,
    createRoom,
    deriveTopic,
    encrypt,
    enter,
    getEncryptionCount,
    getMessages,
    getRefusedAddresses,
    getStateHistory,
    getStates,
    hold,
    leave,
    load,
    readAllStored,
    release,
    send,
    setKnownDevices,
    wake,
  };
})();
