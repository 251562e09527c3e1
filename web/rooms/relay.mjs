/**
 * A relay: one socket, which is reopened until it is closed for good.
 *
 * Relays are strangers. They may be slow, deaf (they pass nothing on), full, gone, or hostile, and they have their own
 * rules: they reject an event (OK) or a subscription (CLOSED), or complain (NOTICE). This script obeys them, and passes
 * their reasons on to the player.
 *
 * A relay that answers may still not forward anything. It is `open` only once an event of this device has come back
 * through the subscription, which proves that the relay accepts and delivers events. The device sends greetings anyway,
 * so the proof costs nothing. An OK alone proves it only for a relay that also delivers events of others.
 *
 *     connecting   the socket is opening, or the subscription isn't confirmed yet
 *     slow         the same, after 15 s
 *     trying       subscribed; no event has come back yet
 *     open         events come back
 *     deaf         subscribed, but events haven't come back for a while
 *     closed       the socket is closed and will be reopened after a pause
 *     refused      the relay doesn't accept this device
 */
import { bucket, memory } from "./limits.mjs";

/** Milliseconds until a silent relay is slow, until we give up on it, and until we give up on it after a sleep. */
const [PATIENCE, MUCH_PATIENCE, LITTLE_PATIENCE] = [15_000, 60_000, 4000];
/** Milliseconds in which the first event should come back, and a later one. */
const [FIRST_PROOF, NEXT_PROOF] = [15_000, 45_000];
/** Milliseconds from a socket's first proof until it counts as steady, and the delay of a timer that shows a sleep. */
const [STEADY, SLEPT] = [30_000, 2000];
/** Milliseconds of silence after which we ask whether the relay is still there. */
const QUIET = 30_000;
const [SOONEST, LATEST] = [1000, 60_000];
/** Maximum number of characters in a relay's message, at a time, and per second, and the extra cost of a message. */
const [LONGEST, MUCH, MUCH_PER_SECOND, EACH] = [100_000, 2_000_000, 200_000, 200];
const LONGEST_REASON = 200;
/** The names of the two subscriptions: the room's messages, and the check whether the relay is still there. */
const [ROOM, ALIVE] = ["room", "alive"];
/** Reasons given by a relay that won't change its mind soon. */
const NEVER = /^(?:auth-required|restricted|blocked|pow)\b/;
const TOO_MUCH = /rate|slow down|too (?:many|much|fast)/i;
const WRONG_TIME = /created_at|expired|too (?:early|late|old|new)|future|timestamp/i;
/** Reasons given by a relay that rejects an event because the other devices have it already. */
const TAKEN = /^(?:duplicate|mute)\b/;
/** The states in which a relay has confirmed the subscription and accepts events. */
const SUBSCRIBED = ["trying", "open", "deaf"];
/** Maximum number of events that may still come back. */
const MOST_OUT = 64;

/** Returns a pause that grows with each failure, with a random part to keep devices from coming back all at once. */
const pauseAfter = (times) => Math.min(LATEST, SOONEST * 2 ** (times - 1)) * (1 - Math.random() / 2);

/**
 * Opens a relay with a subscription by `filter`. `took(event)` receives each event and returns whether it belongs to
 * the room, `eventOf(content)` makes an event to send, `correct()` corrects the time of events if possible, and
 * `changed()` is called after each change of the state.
 */
export function relay(url, filter, { took, eventOf, correct, changed }) {
  const incoming = bucket(MUCH, MUCH_PER_SECOND);
  const outgoing = bucket(4, 2);
  let [state, why] = ["connecting", ""];
  let socket;
  /** The number of failures since it was last steady, and of complaints about too many messages. */
  let [failures, complaints] = [0, 0];
  /** The events that haven't come back yet. */
  let out = memory(MOST_OUT);
  /** The time of this socket's first proof, and whether it has delivered events of others since its last proof. */
  let [proven, delivers] = [undefined, false];
  /** The time before which nothing may be sent. */
  let rest = 0;
  /** The content to send next, and the one sent last. */
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
      refuse(error.message); // the address is invalid, or the browser doesn't allow it
      return;
    }
    socket.onopen = () => say("REQ", ROOM, filter);
    socket.onmessage = ({ data }) => hear(data);
    socket.onclose = ({ reason }) => fail(reason);
    socket.onerror = () => fail(); // there is no close event if the page's policy forbids the address
    watch(() => {
      become("slow", why);
      watch(fail, MUCH_PATIENCE - PATIENCE);
    }, PATIENCE);
  }

  function watch(work, pause) {
    clearTimeout(watching);
    watching = setTimeout(work, pause);
  }

  /** Closes the socket and ignores it from now on. */
  function drop() {
    for (const timer of [retrying, watching, sending, proving]) clearTimeout(timer);
    [waiting, proven, proving, delivers, out] = [undefined, undefined, 0, false, memory(MOST_OUT)];
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null }).close();
    socket = undefined;
  }

  /** Reopens the socket: soon if it worked for a while, and after growing pauses if it never works for long. */
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

  /** Notes that an event has come back, which proves that the relay works. */
  function prove() {
    clearTimeout(proving);
    [proving, complaints, out] = [0, 0, memory(MOST_OUT)];
    proven ??= performance.now();
    if (state !== "open" || why) become("open", "");
  }

  /** Gives the relay some time to send an event back. */
  function expectProof() {
    const patience = state === "open" ? NEXT_PROOF : FIRST_PROOF;
    proving = setTimeout(unproven, patience, performance.now() + patience);
  }

  function unproven(due) {
    proving = 0;
    if (performance.now() - due > SLEPT) {
      expectProof(); // the device has slept, and its timer was late
      return;
    }
    delivers = false;
    become("deaf", why);
    say("REQ", ROOM, filter); // the relay may have forgotten the subscription
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

  /** Reacts to a reason, and returns whether the relay may accept the event then. */
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

  /** Sends a content as soon as possible. Of several waiting contents, only the last is sent. */
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

  /** Reacts to the end of a sleep, or to a new network. */
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

/** Returns a relay's reason as a string; it may be any value, even one that can't be converted. */
const textOf = (reason) => (typeof reason === "string" ? reason : "");

function wordsOf(data) {
  try {
    const words = JSON.parse(data);
    return Array.isArray(words) ? words : [];
  } catch {
    return [];
  }
}
