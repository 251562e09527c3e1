/**
 * A room on the network: messages among the devices that have its word, over several relays at once.
 *
 * The word makes a topic, under which relays pass events on, and a key, with which what they carry is encrypted. It is
 * the whole word: a link that names somebody else as the one who has opened the room leads to another room.
 * Relays keep none of them (the kind is ephemeral), and each message goes to all relays: whoever hears it twice takes
 * it once. What gets lost is the business of whoever sends: messages are repeated, and each says all that matters.
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
/** The signs of a nonce. */
const NONCE_SIGNS = 16;
/** The most relays, and the most messages of one that wait until there is time for them. */
const [MOST_RELAYS, MOST_WAITING] = [8, 64];
const CONTENT = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** Milliseconds that a last message has to get through. */
const FAREWELL = 1500;
/** Seconds after which an event is made anew before it is sent: relays refuse old ones. */
const FRESH = 20;

const bytes = (text) => new TextEncoder().encode(text);

/** What makes an event's message one of its own: no two of a device have the same nonce. */
const nameOf = ({ pubkey, content }) => pubkey + content.slice(0, NONCE_SIGNS);

/** Let the page do something else; timers would wait a second where it is hidden. */
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

/** The topic and the key that follow from a word. */
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
 * Go into the room of a word, as the device with a key, over relays: a list of their addresses, as JSON.
 *
 * `heard(text)` gets each message of the others once, if the device that it greets from has sent it, and each statement
 * in it is signed by its device. `told(states)` gets a list of {url, state, why} as JSON whenever that changes; a state
 * is one of those in relay.mjs, or insecure if the page's address forbids encryption, and why is what the relay says,
 * in its own words.
 *
 * The room has
 *
 *     send(text)      send a message over all relays that are open; of several that must wait, the last is sent
 *     known(devices)  the devices that have a seat, a list as JSON: what strangers send does not keep theirs out
 *     leave(text)     leave, with a last message if there is one; nothing is heard from now on
 */
// biome-ignore lint/complexity/useMaxParams: Python makes no objects of JavaScript as plainly as arguments
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
  /** What is to be sent; and whether it is being made ready. */
  let [next, busy] = [undefined, false];
  let left = false;
  /** The event that was made last. */
  let last;

  /** What goes wrong there is a fault of the page, which finds it like any other. */
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
    const filter = { kinds: [KIND], [`#${TAG}`]: [topic], limit: 0 }; // no time: clocks are wrong
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
   * What comes from one relay: looked at one by one, with pauses, as far as its senders are allowed to send. The clock
   * for this relay hears all times, also those of what another one has brought: it has let them pass.
   */
  function intake(topic, time) {
    const allows = gate((sender) => seats.has(sender));
    const forgeries = bucket(5, 0.1);
    const waiting = [];
    let [source, working] = [undefined, false];

    /** Take an event; return whether it belongs to the room. */
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
        if (!seen.has(nameOf(event))) await read(event).catch(() => {}); // rubbish
        await breathe();
      }
      working = false;
    }

    async function read(event) {
      if (!isGenuine(event)) {
        if (!forgeries.take()) source.fail("forged"); // most relays look at signatures, too
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
    if (!busy) make().catch(() => {}); // without WebCrypto, which the relays' states say
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

/** Browsers encrypt only on https addresses and on this device's own. */
const useless = (url, error) =>
  crypto.subtle ? { url, state: "refused", why: String(error) } : { url, state: "insecure", why: "" };

/** Not everything that a relay sends can become a text. */
const isText = (something, pattern) => typeof something === "string" && pattern.test(something);

/** Whether something is an event of a room. Only what is needed: its signature takes time. */
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

/** Whether a message greets from the device that has sent it, and each line is signed in this room. That takes time, too. */
async function isSound(room, text, sender) {
  const lines = signedLines(text);
  if (!lines || text.split(" ", 2)[1] !== sender) return false;
  for (const line of lines) {
    if (!isLineSigned(room, line)) return false;
    await breathe();
  }
  return true;
}
