/**
 * A relay: one socket, which is opened again and again until it is closed for good.
 *
 * Relays are strangers. They may be slow, silent, full, gone or hostile, and they have rules of their own: they say no
 * to an event (OK), to a subscription (CLOSED), or complain (NOTICE). What they say is heeded, and told as it is.
 */
import { bucket } from "./limits.mjs";

/** Milliseconds until a relay must have answered, and must have answered a device that was asleep. */
const PATIENCE = 15_000;
const LITTLE_PATIENCE = 4000;
/** Milliseconds of silence after which it is asked whether it is still there. */
const QUIET = 30_000;
const [SOONEST, LATEST] = [1000, 60_000];
/** The most signs of what it says, at once and per second, and what each word of it costs besides. */
const [LONGEST, MUCH, MUCH_PER_SECOND, EACH] = [100_000, 2_000_000, 200_000, 200];
const LONGEST_REASON = 200;
/** The names of the two subscriptions: what is said in the room, and whether the relay is still there. */
const [ROOM, ALIVE] = ["room", "alive"];
/** A relay that says this will not change its mind soon. */
const NEVER = /^(?:auth-required|restricted|blocked|pow)\b/;
const TOO_MUCH = /rate|slow down|too (?:many|much|fast)/i;
const WRONG_TIME = /created_at|expired|too (?:early|late|old|new)|future|timestamp/i;
/** It says no, but the others have the event. */
const TAKEN = /^(?:duplicate|mute)\b/;

/** Longer each time, and never as long as others wait: they would all come back at once. */
const pauseAfter = (times) => Math.min(LATEST, SOONEST * 2 ** (times - 1)) * (1 - Math.random() / 2);

/**
 * Open a relay. `filter` is what to subscribe to. `took(event)` gets what comes, `eventOf(content)` makes the event to
 * send, `correct()` corrects the time of events if it can, and `changed()` hears of each new state.
 */
export function relay(url, filter, { took, eventOf, correct, changed }) {
  const incoming = bucket(MUCH, MUCH_PER_SECOND);
  const outgoing = bucket(4, 2);
  let [state, why] = ["connecting", ""];
  let socket;
  /** How often it has failed since it was last of use, and how often it has said that there is too much. */
  let [failures, complaints] = [0, 0];
  /** No sending before. */
  let rest = 0;
  /** What is to be sent, and what was. */
  let [waiting, last] = [undefined, undefined];
  let [retrying, watching, sending] = [0, 0, 0];

  const answers = {
    EVENT: (name, event) => name === ROOM && took(event),
    EOSE: ended,
    CLOSED: (name, reason) => closed(name, textOf(reason)),
    OK: (id, taken, reason) => answered(id, taken, textOf(reason)),
    NOTICE: (reason) => complained(textOf(reason)),
  };

  function become(next, reason) {
    state = next;
    why = textOf(reason).slice(0, LONGEST_REASON);
    changed();
  }

  function open() {
    clearTimeout(retrying);
    become("connecting", why);
    try {
      socket = new WebSocket(url);
    } catch (error) {
      refuse(error.message); // no address, or one that the browser does not allow
      return;
    }
    socket.onopen = () => say("REQ", ROOM, filter);
    socket.onmessage = ({ data }) => hear(data);
    socket.onclose = ({ reason }) => fail(reason);
    socket.onerror = () => fail(); // with what the page's policy forbids, nothing is closed
    watch(fail, PATIENCE);
  }

  function watch(work, pause) {
    clearTimeout(watching);
    watching = setTimeout(work, pause);
  }

  /** Let go of the socket, which is not heard any more. */
  function drop() {
    for (const timer of [retrying, watching, sending]) clearTimeout(timer);
    waiting = undefined;
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null }).close();
    socket = undefined;
  }

  function fail(reason) {
    drop();
    become("closed", reason || why);
    failures++;
    retrying = setTimeout(open, pauseAfter(failures));
  }

  function refuse(reason) {
    drop();
    become("refused", reason);
  }

  function say(...words) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(words));
  }

  function ask(patience) {
    say("REQ", ALIVE, filter);
    watch(fail, patience);
  }

  function hear(data) {
    if (typeof data !== "string" || data.length > LONGEST || !incoming.take(data.length + EACH)) return;
    const [kind, ...words] = wordsOf(data);
    if (typeof kind === "string" && Object.hasOwn(answers, kind)) answers[kind](...words);
    if (state === "open") watch(() => ask(PATIENCE), QUIET);
  }

  function ended(name) {
    if (name === ROOM && state === "connecting") {
      become("open", "");
    } else if (name === ALIVE) {
      say("CLOSE", ALIVE);
      failures = 0;
    }
  }

  function closed(name, reason) {
    if (name !== ROOM) return;
    if (NEVER.test(reason)) refuse(reason);
    else fail(reason);
  }

  function answered(id, taken, reason) {
    if (taken === true || TAKEN.test(reason)) {
      [failures, complaints] = [0, 0];
      if (why) become(state, "");
    } else if (NEVER.test(reason)) {
      refuse(reason);
    } else {
      become(state, reason);
      if (waitsFor(reason) && id === last?.id) post(waiting ?? last.content);
    }
  }

  /** Do what helps against a reason. Return whether the event may be taken then. */
  function waitsFor(reason) {
    if (WRONG_TIME.test(reason)) return correct();
    pause();
    return TOO_MUCH.test(reason);
  }

  function complained(reason) {
    become(state, reason);
    if (TOO_MUCH.test(reason)) pause();
  }

  function pause() {
    complaints++;
    rest = performance.now() + pauseAfter(complaints + 1);
  }

  /** Send a content as soon as that is allowed. Of several, only the last is sent. */
  function post(content) {
    if (state !== "open") return;
    waiting = content;
    clearTimeout(sending);
    const wait = Math.max(rest - performance.now(), outgoing.wait());
    if (wait > 0) {
      sending = setTimeout(post, wait, content);
    } else {
      outgoing.take();
      waiting = undefined;
      last = eventOf(content);
      say("EVENT", last);
    }
  }

  /** The device is awake again, or has a network. */
  function wake() {
    if (state === "open") ask(LITTLE_PATIENCE);
    else if (state !== "connecting") open();
  }

  open();
  return { post, fail, wake, close: drop, report: () => ({ url, state, why }) };
}

/** What a relay gives as a reason: it need not be a text, nor anything that can become one. */
const textOf = (reason) => (typeof reason === "string" ? reason : "");

function wordsOf(data) {
  try {
    const words = JSON.parse(data);
    return Array.isArray(words) ? words : [];
  } catch {
    return [];
  }
}
