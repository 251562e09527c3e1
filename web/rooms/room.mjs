/**
 * A room on the network: messages among the devices that have its word, over several relays at once.
 *
 * The word gives a topic, under which relays forward events, and a key, which encrypts their content. Both depend on
 * the whole word, so a link that names another opener leads to another room. Relays don't store the events, whose kind
 * is ephemeral. Each message goes to all relays, and its receivers use it once. Senders make up for losses: they repeat
 * messages, and each message contains everything that matters.
 */
import { fromBase64, toBase64 } from "./base64.mjs";
import { clock } from "./clock.mjs";
import { deflate, inflate } from "./deflate.mjs";
import { deviceOf, isGenuine, signedEvent } from "./keys.mjs";
import { bucket, gate, memory } from "./limits.mjs";
import { relay } from "./relay.mjs";
import { isLineSigned, signedLines } from "./signed.mjs";

const KIND = 26_142;
const TAG = "t";
const APP = "cartographers";
const NONCE = 12;
/** The number of characters in a nonce. */
const NONCE_SIGNS = 16;
/** Maximum number of relays, and of messages from one relay that wait to be read. */
const [MOST_RELAYS, MOST_WAITING] = [8, 64];
const CONTENT = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** Milliseconds that a last message gets to go out. */
const FAREWELL = 1500;
/** Seconds after which an event is made again before it is sent, because relays reject old ones. */
const FRESH = 20;

const bytes = (text) => new TextEncoder().encode(text);

/** Returns the identity of an event's message: no two messages of a device have the same nonce. */
const nameOf = ({ pubkey, content }) => pubkey + content.slice(0, NONCE_SIGNS);

/** Yields to the page's other work. In a hidden page, a timer would wait for a second, so this uses none. */
function breathe() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });
}

/** Derives the topic and the key from a word. */
async function derived(word) {
  const base = await crypto.subtle.importKey("raw", bytes(word), "HKDF", false, ["deriveBits", "deriveKey"]);
  const use = (info) => ({ name: "HKDF", hash: "SHA-256", salt: bytes(APP), info: bytes(info) });
  const topic = new Uint8Array(await crypto.subtle.deriveBits(use("topic"), base, 128));
  const aes = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.deriveKey(use("key"), base, aes, false, ["encrypt", "decrypt"]);
  return { topic: Array.from(topic, (byte) => byte.toString(16).padStart(2, "0")).join(""), key };
}

async function sealed(key, text) {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const content = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, await deflate(text));
  return toBase64([...nonce, ...new Uint8Array(content)]);
}

async function opened(key, content) {
  const all = fromBase64(content);
  const iv = all.slice(0, NONCE);
  return inflate(new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, all.slice(NONCE))));
}

/**
 * Enters the room with this word as the device with this key. `relaysJson` is a JSON list of the relays' addresses.
 *
 * `heard(text)` receives each message of the others once, provided that the device in its greeting has sent it, and
 * that each statement in it is signed by its device. `told(states)` receives a list of {url, state, why} as JSON after
 * each change. A state is one of those in relay.mjs, or insecure if the page's address forbids encryption. The relay's
 * own words are in `why`.
 *
 * The room has
 *
 *     send(text)      sends a message over all open relays; of several waiting messages, only the last is sent
 *     known(devices)  sets the devices that have a seat, a JSON list, whose messages strangers can't crowd out
 *     leave(text)     leaves, with a last message if there is one; nothing is heard afterwards
 */
// biome-ignore lint/complexity/useMaxParams: Python passes arguments more easily than JavaScript objects
export function enter(word, key, relaysJson, heard, told) {
  const own = deviceOf(key);
  const seen = memory(2000);
  const leaving = new AbortController();
  const { signal } = leaving;
  const keys = derived(word);
  const urls = [...new Set(JSON.parse(relaysJson))].slice(0, MOST_RELAYS);
  let seats = new Set();
  let relays = [];
  let states = "";
  /** The next message to send, and whether it is being prepared. */
  let [next, busy] = [undefined, false];
  let left = false;
  /** The last event that was made. */
  let last;

  /** Calls `work` in a new task, where the page catches its errors like any others. */
  const later = (work) => queueMicrotask(() => left || work());

  function changed() {
    later(() => {
      const now = JSON.stringify(relays.map(({ report }) => report()));
      if (now === states) return;
      states = now;
      told(now);
    });
  }

  function open({ topic }) {
    if (signal.aborted) return;
    const filter = { kinds: [KIND], [`#${TAG}`]: [topic], limit: 0 }; // without a time, because clocks are wrong
    relays = urls.map((url) => {
      const time = clock();
      const { take, from } = intake(topic, time);
      const opened = relay(url, filter, {
        took: take,
        eventOf: (content) => eventOf(topic, content, time.now()),
        correct: time.correct,
        changed,
      });
      from(opened);
      return opened;
    });
  }

  function eventOf(topic, content, now) {
    if (last?.content !== content || Math.abs(now - last.created_at) > FRESH) {
      last = signedEvent(key, { pubkey: own, created_at: now, kind: KIND, tags: [[TAG, topic]], content });
      seen.add(nameOf(last));
    }
    return last;
  }

  /**
   * The messages of one relay: they are read one by one, with pauses, within the limits of their senders. The relay's
   * clock uses the times of all its events, including those that another relay delivered first.
   */
  function intake(topic, time) {
    const allows = gate((sender) => seats.has(sender));
    const forgeries = bucket(5, 0.1);
    const waiting = [];
    let [source, working] = [undefined, false];

    /** Receives an event, and returns whether it belongs to the room. */
    function take(event) {
      if (!fits(event, topic)) return false;
      time.heard(event.pubkey, event.created_at);
      if (!seen.has(nameOf(event)) && waiting.length < MOST_WAITING && allows(event.pubkey)) {
        waiting.push(event);
        if (!working) work();
      }
      return true;
    }

    async function work() {
      working = true;
      while (waiting.length > 0 && !signal.aborted) {
        const event = waiting.shift();
        if (!seen.has(nameOf(event))) await read(event).catch(() => {}); // not a message
        await breathe();
      }
      working = false;
    }

    async function read(event) {
      if (!isGenuine(event)) {
        if (!forgeries.take()) source.fail("forged"); // most relays also check signatures
        return;
      }
      seen.add(nameOf(event));
      const text = await opened((await keys).key, event.content);
      if (await isSound(word, text, event.pubkey)) later(() => heard(text));
    }

    return {
      take,
      from(opened) {
        source = opened;
      },
    };
  }

  function send(text) {
    next = text;
    if (!busy) make().catch(() => {}); // without WebCrypto; the relays' states show this
  }

  async function make() {
    busy = true;
    try {
      while (next !== undefined && !signal.aborted) {
        const text = next;
        next = undefined;
        const content = await sealed((await keys).key, text);
        if (!signal.aborted) for (const { post } of relays) post(content);
      }
    } finally {
      busy = false;
    }
  }

  function known(devices) {
    seats = new Set(JSON.parse(devices));
  }

  function wake({ type }) {
    if (type !== "visibilitychange" || !document.hidden) for (const one of relays) one.wake();
  }

  function leave(text) {
    left = true;
    if (text) send(text);
    setTimeout(close, text ? FAREWELL : 0);
  }

  function close() {
    leaving.abort();
    for (const one of relays) one.close();
  }

  keys.then(open, (error) => {
    relays = urls.map((url) => ({ post() {}, wake() {}, close() {}, report: () => useless(url, error) }));
    changed();
  });
  document.addEventListener("visibilitychange", wake, { signal });
  for (const name of ["pageshow", "online"]) addEventListener(name, wake, { signal });
  return { send, known, leave };
}

/** Describes a relay in a page that can't use it: browsers encrypt only at https and local addresses. */
const useless = (url, error) =>
  crypto.subtle ? { url, state: "refused", why: String(error) } : { url, state: "insecure", why: "" };

/** Returns whether a value is a string that matches a pattern; relays may send anything. */
const isText = (something, pattern) => typeof something === "string" && pattern.test(something);

/**
 * Returns whether a value is an event of a room. It checks only the essentials, because verifying signatures takes
 * time.
 */
function fits(event, topic) {
  return (
    event?.kind === KIND &&
    isText(event.pubkey, /^[0-9a-f]{64}$/) &&
    Number.isSafeInteger(event.created_at) &&
    event.tags?.length === 1 &&
    event.tags[0]?.length === 2 &&
    event.tags[0][0] === TAG &&
    event.tags[0][1] === topic &&
    isText(event.content, CONTENT)
  );
}

/** Returns whether a message greets from its sender, and all lines are signed in this room. This takes time. */
async function isSound(room, text, sender) {
  const lines = signedLines(text);
  if (!lines || text.split(" ", 2)[1] !== sender) return false;
  for (const line of lines) {
    if (!isLineSigned(room, line)) return false;
    await breathe();
  }
  return true;
}
