/** Limits for what others do, so that nobody can take all of this device's time and memory. */

/** The most senders that are told apart. */
const MOST_SENDERS = 64;

/** How much comes of a stranger at once, and of a friend: of a whole season, where a page wakes that has slept so long. */
const [OF_A_STRANGER, OF_A_FRIEND] = [16, 48];

/** Remembers what was added last, up to so many. */
export function memory(most) {
  const all = new Set();
  return {
    has: (name) => all.has(name),
    add(name) {
      all.add(name);
      if (all.size > most) all.delete(all.values().next().value);
    },
  };
}

/** Allows so many at once, and so many per second. */
export function bucket(most, perSecond) {
  let left = most;
  let at = performance.now();

  /** Whole milliseconds until `many` are allowed: a timer for a part of one may end at the moment when it begins. */
  function wait(many = 1) {
    const now = performance.now();
    left = Math.min(most, left + ((now - at) / 1000) * perSecond);
    at = now;
    return Math.max(0, Math.ceil(((many - left) / perSecond) * 1000));
  }

  /** Take so many if they are allowed. */
  function take(many = 1) {
    const allowed = wait(many) === 0;
    if (allowed) left -= many;
    return allowed;
  }

  return { wait, take };
}

/** Allows each sender so much, and all that are not known together not much more. */
export function gate(isKnown) {
  const senders = new Map();
  const strangers = bucket(32, 2);

  function ownOf(sender) {
    const name = isKnown(sender) ? sender : `stranger ${sender}`;
    if (!senders.has(name)) {
      if (senders.size >= MOST_SENDERS) senders.delete([...senders.keys()].find((one) => !isKnown(one)));
      senders.set(name, bucket(name === sender ? OF_A_FRIEND : OF_A_STRANGER, 3));
    }
    return senders.get(name);
  }

  return (sender) => ownOf(sender).take() && (isKnown(sender) || strangers.take());
}
