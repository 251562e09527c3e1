/**
 * A relay: one socket, which is opened again and again until it is closed for good.
 *
 * Relays are strangers. They may be slow, deaf, full, gone or hostile, and they have rules of their own: they say no
 * to an event (OK), to a subscription (CLOSED), or complain (NOTICE). What they say is heeded, and told as it is.
 *
 * A relay that answers need not pass anything on. It is `open` only once an event of this device has come back through
 * the subscription: this proves that the relay takes events and delivers them. The device sends greetings anyway, so
 * the proof costs nothing. An OK alone proves it only for a relay that also delivers events of others.
 *
 *     connecting   the socket opens, or the subscription is not confirmed yet
 *     slow         the same, and it has taken 15 s already
 *     trying       subscribed; no event has come back yet
 *     open         events come back
 *     deaf         subscribed, but events have not come back for a while
 *     closed       the socket is closed; it will be opened again after a pause
 *     refused      the relay wants nothing to do with this device
 */
import { bucket, memory } from "./limits.mjs";

/** Milliseconds until a relay should have answered, until it is given up, and for one whose device was asleep. */
const [PATIENCE, MUCH_PATIENCE, LITTLE_PATIENCE] = [15_000, 60_000, 4000];
/** Milliseconds until the first event should have come back, and until one of several should have, later. */
const [FIRST_PROOF, NEXT_PROOF] = [15_000, 45_000];
/** Milliseconds after its first proof in which a socket is not counted as steady, and the lateness of a timer that slept. */
const [STEADY, SLEPT] = [30_000, 2000];
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
/** The states in which a relay has confirmed the subscription, and takes events. */
const SUBSCRIBED = ["trying", "open", "deaf"];
/** The most events that may still come back. */
const MOST_OUT = 64;

/** Longer each time, and never as long as others wait: they would all come back at once. */
const pauseAfter = (times) => Math.min(LATEST, SOONEST * 2 ** (times - 1)) * (1 - Math.random() / 2);

/**
 * Open a relay. `filter` is what to subscribe to. `took(event)` gets each event and returns whether it belongs to the
 * room, `eventOf(content)` makes the event to send, `correct()` corrects the time of events if it can, and `changed()`
 * hears of each new state.
 */
export function relay(url, filter, { took, eventOf, correct, changed }) {
  const incoming = bucket(MUCH, MUCH_PER_SECOND);
  const outgoing = bucket(4, 2);
  let [state, why] = ["connecting", ""];
  let socket;
  /** Number of failures since it was last steady, and of complaints about too many messages. */
  let [failures, complaints] = [0, 0];
  /** The events that have not come back yet. */
  let out = memory(MOST_OUT);
  /** When this socket first proved that it works, and whether it has delivered events of others since its last proof. */
  let [proven, delivers] = [undefined, false];
  /** No sending before. */
  let rest = 0;
  /** What is to be sent, and what was. */
  let [waiting, last] = [undefined, undefined];
  let [retrying, watching, sending, proving] = [0, 0, 0, 0];

  const answers = {
    EVENT: (name, event) => name === ROOM && delivered(event),
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
    watch(() => {
      become("slow", why);
      watch(fail, MUCH_PATIENCE - PATIENCE);
    }, PATIENCE);
  }

  function watch(work, pause) {
    clearTimeout(watching);
    watching = setTimeout(work, pause);
  }

  /** Let go of the socket, which is not heard any more. */
  function drop() {
    for (const timer of [retrying, watching, sending, proving]) clearTimeout(timer);
    [waiting, proven, proving, delivers, out] = [undefined, undefined, 0, false, memory(MOST_OUT)];
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null }).close();
    socket = undefined;
  }

  /** A socket that worked for a while is opened again soon; one that never works for long, later each time. */
  function fail(reason) {
    const wasSteady = performance.now() - proven > STEADY;
    failures = wasSteady ? 1 : failures + 1;
    drop();
    become("closed", reason || why);
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
    if (SUBSCRIBED.includes(state)) watch(() => ask(PATIENCE), QUIET);
  }

  function ended(name) {
    if (name === ALIVE) say("CLOSE", ALIVE);
    else if (name === ROOM && !SUBSCRIBED.includes(state)) become("trying", "");
  }

  function delivered(event) {
    if (out.has(event?.id)) prove();
    else if (took(event)) delivers = true;
  }

  /** An event has come back, so nothing waits for the others. */
  function prove() {
    clearTimeout(proving);
    [proving, complaints, out] = [0, 0, memory(MOST_OUT)];
    proven ??= performance.now();
    if (state !== "open" || why) become("open", "");
  }

  /** Give the relay some time to send an event back. */
  function expectProof() {
    const patience = state === "open" ? NEXT_PROOF : FIRST_PROOF;
    proving = setTimeout(unproven, patience, performance.now() + patience);
  }

  function unproven(due) {
    proving = 0;
    if (performance.now() - due > SLEPT) {
      expectProof(); // the device has slept, and so did the timer
      return;
    }
    delivers = false;
    become("deaf", why);
    say("REQ", ROOM, filter); // it may have forgotten the subscription
  }

  function closed(name, reason) {
    if (name !== ROOM) return;
    if (NEVER.test(reason)) refuse(reason);
    else fail(reason);
  }

  function answered(id, taken, reason) {
    if (taken === true || TAKEN.test(reason)) {
      accepted(id);
    } else if (NEVER.test(reason)) {
      refuse(reason);
    } else {
      become(state, reason);
      if (waitsFor(reason) && id === last?.id) post(waiting ?? last.content);
    }
  }

  function accepted(id) {
    complaints = 0;
    if (why) become(state, "");
    if (delivers && out.has(id)) prove();
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
    if (!SUBSCRIBED.includes(state)) return;
    waiting = content;
    clearTimeout(sending);
    const wait = Math.max(rest - performance.now(), outgoing.wait());
    if (wait > 0) {
      sending = setTimeout(post, wait, content);
    } else {
      outgoing.take();
      waiting = undefined;
      last = eventOf(content);
      out.add(last.id);
      if (!proving && state !== "deaf") expectProof();
      say("EVENT", last);
    }
  }

  /** The device is awake again, or has a network. */
  function wake() {
    if (SUBSCRIBED.includes(state)) {
      ask(LITTLE_PATIENCE);
    } else if (state !== "connecting") {
      drop();
      open();
    }
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
