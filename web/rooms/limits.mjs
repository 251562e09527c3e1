/** Limits for other devices, so that none of them can use up this device's time and memory. */

/** Maximum number of senders with a limit of their own. */
const MAX_SENDERS = 64;

/** Maximum messages at a time from a stranger, and from a friend, who may send a season's worth while we sleep. */
const [STRANGER_LIMIT, FRIEND_LIMIT] = [16, 48];

/** Returns a memory of the last `capacity` entries. */
export function createMemory(capacity) {
  const entries = new Set();
  return {
    has: (name) => entries.has(name),
    add(name) {
      entries.add(name);
      if (entries.size > capacity) entries.delete(entries.values().next().value);
    },
  };
}

/** Returns a limit of `capacity` at a time, which recovers by `perSecond`. */
export function createBucket(capacity, perSecond) {
  let available = capacity;
  let updatedAt = performance.now();

  /** Returns the milliseconds until `count` are allowed, rounded up: a timer for a fraction may end immediately. */
  function getDelay(count = 1) {
    const now = performance.now();
    available = Math.min(capacity, available + ((now - updatedAt) / 1000) * perSecond);
    updatedAt = now;
    return Math.max(0, Math.ceil(((count - available) / perSecond) * 1000));
  }

  /** Takes `count` if they are allowed, and returns whether they are. */
  function take(count = 1) {
    const isAllowed = getDelay(count) === 0;
    if (isAllowed) available -= count;
    return isAllowed;
  }

  return { getDelay, take };
}

/** Returns a limit for each sender, with a lower one for all unknown senders together. */
export function createGate(isKnown) {
  const senders = new Map();
  const strangerBucket = createBucket(32, 2);

  function findBucket(sender) {
    const key = isKnown(sender) ? sender : `stranger ${sender}`;
    if (!senders.has(key)) {
      if (senders.size >= MAX_SENDERS) senders.delete([...senders.keys()].find((knownKey) => !isKnown(knownKey)));
      senders.set(key, createBucket(key === sender ? FRIEND_LIMIT : STRANGER_LIMIT, 3));
    }
    return senders.get(key);
  }

  return (sender) => findBucket(sender).take() && (isKnown(sender) || strangerBucket.take());
}
