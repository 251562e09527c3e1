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
import { createBucket, createMemory } from "./limits.mjs";

/** Milliseconds until a silent relay is slow, until we give up on it, and until we give up on it after a sleep. */
const [SLOW_TIMEOUT, DEAD_TIMEOUT, WAKE_TIMEOUT] = [15_000, 60_000, 4000];
/** Milliseconds in which the first event should come back, and a later one. */
const [FIRST_PROOF_TIMEOUT, NEXT_PROOF_TIMEOUT] = [15_000, 45_000];
/** Milliseconds from a socket's first proof until it counts as steady, and the delay of a timer that shows a sleep. */
const [STEADY_TIME, SLEEP_DELAY] = [30_000, 2000];
/** Milliseconds of silence after which we ask whether the relay is still there. */
const SILENCE_BEFORE_PING = 30_000;
const [MIN_PAUSE, MAX_PAUSE] = [1000, 60_000];
/** Maximum number of characters in a relay's message, at a time, and per second, and the extra cost of a message. */
const [MAX_LENGTH, MAX_CHARACTERS, CHARACTERS_PER_SECOND, MESSAGE_COST] = [100_000, 2_000_000, 200_000, 200];
const MAX_REASON_LENGTH = 200;
/** The names of the two subscriptions: the room's messages, and the check whether the relay is still there. */
const [ROOM_SUBSCRIPTION, PING_SUBSCRIPTION] = ["room", "alive"];
/** Reasons given by a relay that won't change its mind soon. */
const PERMANENT_REFUSAL = /^(?:auth-required|restricted|blocked|pow)\b/;
const RATE_LIMITED = /rate|slow down|too (?:many|much|fast)/i;
const WRONG_TIME = /created_at|expired|too (?:early|late|old|new)|future|timestamp/i;
/** Reasons given by a relay that rejects an event because the other devices have it already. */
const ALREADY_DELIVERED = /^(?:duplicate|mute)\b/;
/** The states in which a relay has confirmed the subscription and accepts events. */
const SUBSCRIBED_STATES = ["trying", "open", "deaf"];
/** Maximum number of events that may still come back. */
const MAX_PENDING = 64;

/** Returns a pause that grows with each failure, with a random part to keep devices from coming back all at once. */
const getPause = (failures) => Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** (failures - 1)) * (1 - Math.random() / 2);

/**
 * Opens a relay with a subscription by `filter`. `onEvent(event)` receives each event and returns whether it belongs to
 * the room, `makeEvent(content)` makes an event to send, `correctTime()` corrects the time of events if possible, and
 * `onChange()` is called after each change of the state.
 */
export function openRelay(url, filter, { onEvent, makeEvent, correctTime, onChange }) {
  const incomingLimit = createBucket(MAX_CHARACTERS, CHARACTERS_PER_SECOND);
  const outgoingLimit = createBucket(4, 2);
  let [state, lastReason] = ["connecting", ""];
  let socket;
  /** The number of failures since it was last steady, and of complaints about too many messages. */
  let [failures, complaints] = [0, 0];
  /** The events that haven't come back yet. */
  let pendingEvents = createMemory(MAX_PENDING);
  /** The time of this socket's first proof, and whether it has delivered events of others since its last proof. */
  let [provenAt, hasDelivered] = [undefined, false];
  /** The time before which nothing may be sent. */
  let blockedUntil = 0;
  /** The content to send next, and the one sent last. */
  let [nextContent, lastEvent] = [undefined, undefined];
  let [retryTimer, watchTimer, sendTimer, proofTimer] = [0, 0, 0, 0];

  const handlers = {
    EVENT: (name, event) => name === ROOM_SUBSCRIPTION && handleEvent(event),
    EOSE: handleEndOfStoredEvents,
    CLOSED: (name, reason) => handleClosedSubscription(name, toText(reason)),
    OK: (id, isAccepted, reason) => handleOk(id, isAccepted, toText(reason)),
    NOTICE: (reason) => handleNotice(toText(reason)),
  };

  function setState(nextState, reason) {
    state = nextState;
    lastReason = toText(reason).slice(0, MAX_REASON_LENGTH);
    onChange();
  }

  function open() {
    clearTimeout(retryTimer);
    setState("connecting", lastReason);
    try {
      socket = new WebSocket(url);
    } catch (error) {
      refuse(error.message); // the address is invalid, or the browser doesn't allow it
      return;
    }
    socket.onopen = () => send("REQ", ROOM_SUBSCRIPTION, filter);
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = ({ reason }) => fail(reason);
    socket.onerror = () => fail(); // there is no close event if the page's policy forbids the address
    startWatch(() => {
      setState("slow", lastReason);
      startWatch(fail, DEAD_TIMEOUT - SLOW_TIMEOUT);
    }, SLOW_TIMEOUT);
  }

  function startWatch(onTimeout, delay) {
    clearTimeout(watchTimer);
    watchTimer = setTimeout(onTimeout, delay);
  }

  /** Closes the socket and ignores it from now on. */
  function dropSocket() {
    for (const timer of [retryTimer, watchTimer, sendTimer, proofTimer]) clearTimeout(timer);
    [nextContent, provenAt, proofTimer, hasDelivered, pendingEvents] = [
      undefined,
      undefined,
      0,
      false,
      createMemory(MAX_PENDING),
    ];
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null }).close();
    socket = undefined;
  }

  /** Reopens the socket: soon if it worked for a while, and after growing pauses if it never works for long. */
  function fail(reason) {
    const wasSteady = performance.now() - provenAt > STEADY_TIME;
    failures = wasSteady ? 1 : failures + 1;
    dropSocket();
    setState("closed", reason || lastReason);
    retryTimer = setTimeout(open, getPause(failures));
  }

  function refuse(reason) {
    dropSocket();
    setState("refused", reason);
  }

  function send(...message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function ping(timeout) {
    send("REQ", PING_SUBSCRIPTION, filter);
    startWatch(fail, timeout);
  }

  function receive(data) {
    if (typeof data !== "string" || data.length > MAX_LENGTH || !incomingLimit.take(data.length + MESSAGE_COST)) return;
    const [kind, ...values] = parseMessage(data);
    if (typeof kind === "string" && Object.hasOwn(handlers, kind)) handlers[kind](...values);
    if (SUBSCRIBED_STATES.includes(state)) startWatch(() => ping(SLOW_TIMEOUT), SILENCE_BEFORE_PING);
  }

  function handleEndOfStoredEvents(name) {
    if (name === PING_SUBSCRIPTION) send("CLOSE", PING_SUBSCRIPTION);
    else if (name === ROOM_SUBSCRIPTION && !SUBSCRIBED_STATES.includes(state)) setState("trying", "");
  }

  function handleEvent(event) {
    if (pendingEvents.has(event?.id)) markProven();
    else if (onEvent(event)) hasDelivered = true;
  }

  /** Notes that an event has come back, which proves that the relay works. */
  function markProven() {
    clearTimeout(proofTimer);
    [proofTimer, complaints, pendingEvents] = [0, 0, createMemory(MAX_PENDING)];
    provenAt ??= performance.now();
    if (state !== "open" || lastReason) setState("open", "");
  }

  /** Gives the relay some time to send an event back. */
  function expectProof() {
    const timeout = state === "open" ? NEXT_PROOF_TIMEOUT : FIRST_PROOF_TIMEOUT;
    proofTimer = setTimeout(handleMissingProof, timeout, performance.now() + timeout);
  }

  function handleMissingProof(dueTime) {
    proofTimer = 0;
    if (performance.now() - dueTime > SLEEP_DELAY) {
      expectProof(); // the device has slept, and its timer was late
      return;
    }
    hasDelivered = false;
    setState("deaf", lastReason);
    send("REQ", ROOM_SUBSCRIPTION, filter); // the relay may have forgotten the subscription
  }

  function handleClosedSubscription(name, reason) {
    if (name !== ROOM_SUBSCRIPTION) return;
    if (PERMANENT_REFUSAL.test(reason)) refuse(reason);
    else fail(reason);
  }

  function handleOk(id, isAccepted, reason) {
    if (isAccepted === true || ALREADY_DELIVERED.test(reason)) {
      handleAcceptance(id);
    } else if (PERMANENT_REFUSAL.test(reason)) {
      refuse(reason);
    } else {
      setState(state, reason);
      if (handleRejection(reason) && id === lastEvent?.id) post(nextContent ?? lastEvent.content);
    }
  }

  function handleAcceptance(id) {
    complaints = 0;
    if (lastReason) setState(state, "");
    if (hasDelivered && pendingEvents.has(id)) markProven();
  }

  /** Reacts to a reason, and returns whether the relay may accept the event then. */
  function handleRejection(reason) {
    if (WRONG_TIME.test(reason)) return correctTime();
    pauseSending();
    return RATE_LIMITED.test(reason);
  }

  function handleNotice(reason) {
    setState(state, reason);
    if (RATE_LIMITED.test(reason)) pauseSending();
  }

  function pauseSending() {
    complaints++;
    blockedUntil = performance.now() + getPause(complaints + 1);
  }

  /** Sends a content as soon as possible. Of several waiting contents, only the last is sent. */
  function post(content) {
    if (!SUBSCRIBED_STATES.includes(state)) return;
    nextContent = content;
    clearTimeout(sendTimer);
    const delay = Math.max(blockedUntil - performance.now(), outgoingLimit.getDelay());
    if (delay > 0) {
      sendTimer = setTimeout(post, delay, content);
    } else {
      outgoingLimit.take();
      nextContent = undefined;
      lastEvent = makeEvent(content);
      pendingEvents.add(lastEvent.id);
      if (!proofTimer && state !== "deaf") expectProof();
      send("EVENT", lastEvent);
    }
  }

  /** Reacts to the end of a sleep, or to a new network. */
  function wake() {
    if (SUBSCRIBED_STATES.includes(state)) {
      ping(WAKE_TIMEOUT);
    } else if (state !== "connecting") {
      dropSocket();
      open();
    }
  }

  open();
  return { post, fail, wake, close: dropSocket, report: () => ({ url, state, why: lastReason }) };
}

/** Returns a relay's reason as a string; it may be any value, even one that can't be converted. */
const toText = (reason) => (typeof reason === "string" ? reason : "");

function parseMessage(data) {
  try {
    const message = JSON.parse(data);
    return Array.isArray(message) ? message : [];
  } catch {
    return [];
  }
}
