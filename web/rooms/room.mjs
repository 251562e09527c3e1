/**
 * A room on the network: messages among the devices that have its word, over several relays at once.
 *
 * The word gives a topic, under which relays forward events, and a key, which encrypts their content. Both depend on
 * the whole word, so a link that names another opener leads to another room. Relays don't store the events, whose kind
 * is ephemeral. Each message goes to all relays, and its receivers use it once. Senders make up for losses: they repeat
 * messages, and each message contains everything that matters.
 */
import { fromBase64, toBase64 } from "./base64.mjs";
import { createClock } from "./clock.mjs";
import { deflate, inflate } from "./deflate.mjs";
import { deviceOf, isGenuine, signEvent } from "./keys.mjs";
import { createBucket, createGate, createMemory } from "./limits.mjs";
import { openRelay } from "./relay.mjs";
import { getSignedLines, isLineSigned } from "./signed.mjs";

const EVENT_KIND = 26_142;
const TOPIC_TAG = "t";
const SALT = "cartographers";
const NONCE_BYTES = 12;
/** The number of characters in a nonce. */
const NONCE_CHARACTERS = 16;
/** Maximum number of relays, and of messages from one relay that wait to be read. */
const [MAX_RELAYS, MAX_WAITING] = [8, 64];
const CONTENT_PATTERN = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** Milliseconds that a last message gets to go out. */
const FAREWELL_DELAY = 1500;
/** Seconds after which an event is made again before it is sent, because relays reject old ones. */
const MAX_AGE = 20;

const toBytes = (text) => new TextEncoder().encode(text);

/** Returns the identity of an event's message: no two messages of a device have the same nonce. */
const getMessageId = ({ pubkey, content }) => pubkey + content.slice(0, NONCE_CHARACTERS);

/** Yields to the page's other work. In a hidden page, a timer would wait for a second, so this uses none. */
function yieldToPage() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Derives the topic and the key from a word. */
async function deriveKeys(word) {
  const baseKey = await crypto.subtle.importKey("raw", toBytes(word), "HKDF", false, ["deriveBits", "deriveKey"]);
  const getParameters = (info) => ({ name: "HKDF", hash: "SHA-256", salt: toBytes(SALT), info: toBytes(info) });
  const topic = new Uint8Array(await crypto.subtle.deriveBits(getParameters("topic"), baseKey, 128));
  const aes = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.deriveKey(getParameters("key"), baseKey, aes, false, ["encrypt", "decrypt"]);
  return { topic: Array.from(topic, (byte) => byte.toString(16).padStart(2, "0")).join(""), key };
}

async function encryptText(key, text) {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const content = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, await deflate(text));
  return toBase64([...nonce, ...new Uint8Array(content)]);
}

async function decryptText(key, encoded) {
  const content = fromBase64(encoded);
  const iv = content.slice(0, NONCE_BYTES);
  return inflate(new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, content.slice(NONCE_BYTES))));
}

/**
 * Enters the room with this word as the device with this key. `relaysJson` is a JSON list of the relays' addresses.
 *
 * `onMessage(text)` receives each message of the others once, provided that the device in its greeting has sent it, and
 * that each statement in it is signed by its device. `onStates(states)` receives a list of {url, state, why} as JSON
 * after each change. A state is one of those in relay.mjs, or insecure if the page's address forbids encryption. The
 * relay's own words are in `why`.
 *
 * The room has
 *
 *     send(text)      sends a message over all open relays; of several waiting messages, only the last is sent
 *     known(devices)  sets the devices that have a seat, a JSON list, whose messages strangers can't crowd out
 *     leave(text)     leaves, with a last message if there is one; nothing is heard afterwards
 */
// biome-ignore lint/complexity/useMaxParams: Python passes arguments more easily than JavaScript objects
export function enter(word, key, relaysJson, onMessage, onStates) {
  const ownDevice = deviceOf(key);
  const seenIds = createMemory(2000);
  const leaveController = new AbortController();
  const { signal } = leaveController;
  const roomKeys = deriveKeys(word);
  const urls = [...new Set(JSON.parse(relaysJson))].slice(0, MAX_RELAYS);
  let seatedDevices = new Set();
  let relays = [];
  let lastStates = "";
  /** The next message to send, and whether it is being prepared. */
  let [nextText, isSending] = [undefined, false];
  let hasLeft = false;
  /** The last event that was made. */
  let lastEvent;

  /** Calls `callback` in a new task, where the page catches its errors like any others. */
  const defer = (callback) => queueMicrotask(() => hasLeft || callback());

  function reportStates() {
    defer(() => {
      const states = JSON.stringify(relays.map(({ report }) => report()));
      if (states === lastStates) return;
      lastStates = states;
      onStates(states);
    });
  }

  function openRelays({ topic }) {
    if (signal.aborted) return;
    // It has no time, because clocks are wrong.
    const filter = { kinds: [EVENT_KIND], [`#${TOPIC_TAG}`]: [topic], limit: 0 };
    relays = urls.map((url) => {
      const relayClock = createClock();
      const { receive, setRelay } = createIntake(topic, relayClock);
      const relay = openRelay(url, filter, {
        onEvent: receive,
        makeEvent: (content) => makeEvent(topic, content, relayClock.now()),
        correctTime: relayClock.correct,
        onChange: reportStates,
      });
      setRelay(relay);
      return relay;
    });
  }

  function makeEvent(topic, content, now) {
    if (lastEvent?.content !== content || Math.abs(now - lastEvent.created_at) > MAX_AGE) {
      lastEvent = signEvent(key, {
        pubkey: ownDevice,
        created_at: now,
        kind: EVENT_KIND,
        tags: [[TOPIC_TAG, topic]],
        content,
      });
      seenIds.add(getMessageId(lastEvent));
    }
    return lastEvent;
  }

  /**
   * The messages of one relay: they are read one by one, with pauses, within the limits of their senders. The relay's
   * clock uses the times of all its events, including those that another relay delivered first.
   */
  function createIntake(topic, relayClock) {
    const isWithinLimit = createGate((sender) => seatedDevices.has(sender));
    const forgeryLimit = createBucket(5, 0.1);
    const queue = [];
    let [sourceRelay, isWorking] = [undefined, false];

    /** Receives an event, and returns whether it belongs to the room. */
    function receive(event) {
      if (!isRoomEvent(event, topic)) return false;
      relayClock.recordTime(event.pubkey, event.created_at);
      if (!seenIds.has(getMessageId(event)) && queue.length < MAX_WAITING && isWithinLimit(event.pubkey)) {
        queue.push(event);
        if (!isWorking) processQueue();
      }
      return true;
    }

    async function processQueue() {
      isWorking = true;
      while (queue.length > 0 && !signal.aborted) {
        const event = queue.shift();
        if (!seenIds.has(getMessageId(event))) await readEvent(event).catch(() => {}); // not a message
        await yieldToPage();
      }
      isWorking = false;
    }

    async function readEvent(event) {
      if (!isGenuine(event)) {
        if (!forgeryLimit.take()) sourceRelay.fail("forged"); // most relays also check signatures
        return;
      }
      seenIds.add(getMessageId(event));
      const text = await decryptText((await roomKeys).key, event.content);
      if (await isValidMessage(word, text, event.pubkey)) defer(() => onMessage(text));
    }

    return {
      receive,
      setRelay(relay) {
        sourceRelay = relay;
      },
    };
  }

  function send(text) {
    nextText = text;
    if (!isSending) sendNext().catch(() => {}); // without WebCrypto; the relays' states show this
  }

  async function sendNext() {
    isSending = true;
    try {
      while (nextText !== undefined && !signal.aborted) {
        const text = nextText;
        nextText = undefined;
        const content = await encryptText((await roomKeys).key, text);
        if (!signal.aborted) for (const { post } of relays) post(content);
      }
    } finally {
      isSending = false;
    }
  }

  function setSeatedDevices(devices) {
    seatedDevices = new Set(JSON.parse(devices));
  }

  function wake({ type }) {
    if (type !== "visibilitychange" || !document.hidden) for (const relay of relays) relay.wake();
  }

  function leave(text) {
    hasLeft = true;
    if (text) send(text);
    setTimeout(close, text ? FAREWELL_DELAY : 0);
  }

  function close() {
    leaveController.abort();
    for (const relay of relays) relay.close();
  }

  roomKeys.then(openRelays, (error) => {
    relays = urls.map((url) => ({ post() {}, wake() {}, close() {}, report: () => describeUnusableRelay(url, error) }));
    reportStates();
  });
  document.addEventListener("visibilitychange", wake, { signal });
  for (const name of ["pageshow", "online"]) addEventListener(name, wake, { signal });
  return { send, known: setSeatedDevices, leave };
}

/** Describes a relay in a page that can't use it: browsers encrypt only at https and local addresses. */
const describeUnusableRelay = (url, error) =>
  crypto.subtle ? { url, state: "refused", why: String(error) } : { url, state: "insecure", why: "" };

/** Returns whether a value is a string that matches a pattern; relays may send anything. */
const isText = (value, pattern) => typeof value === "string" && pattern.test(value);

/**
 * Returns whether a value is an event of a room. It checks only the essentials, because verifying signatures takes
 * time.
 */
function isRoomEvent(event, topic) {
  return (
    event?.kind === EVENT_KIND &&
    isText(event.pubkey, /^[0-9a-f]{64}$/) &&
    Number.isSafeInteger(event.created_at) &&
    event.tags?.length === 1 &&
    event.tags[0]?.length === 2 &&
    event.tags[0][0] === TOPIC_TAG &&
    event.tags[0][1] === topic &&
    isText(event.content, CONTENT_PATTERN)
  );
}

/** Returns whether a message greets from its sender, and all lines are signed in this room. This takes time. */
async function isValidMessage(room, text, sender) {
  const lines = getSignedLines(text);
  if (!lines || text.split(" ", 2)[1] !== sender) return false;
  for (const line of lines) {
    if (!isLineSigned(room, line)) return false;
    await yieldToPage();
  }
  return true;
}
