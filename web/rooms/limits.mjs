/** Limits for other devices, so that none of them can use up this device's time and memory. */

/** Maximum number of senders with a limit of their own. */
const MOST_SENDERS = 64;

/** Maximum messages at a time from a stranger, and from a friend, who may send a season's worth while we sleep. */
const [OF_A_STRANGER, OF_A_FRIEND] = [16, 48];

/** Returns a memory of the last `most` entries. */
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

/** Returns a limit of `most` at a time, which recovers by `perSecond`. */
export function bucket(most, perSecond) {
  let left = most;
  let at = performance.now();

  /** Returns the milliseconds until `many` are allowed, rounded up: a timer for a fraction may end immediately. */
  function wait(many = 1) {
    const now = performance.now();
    left = Math.min(most, left + ((now - at) / 1000) * perSecond);
    at = now;
    return Math.max(0, Math.ceil(((many - left) / perSecond) * 1000));
  }

  /** Takes `many` if they are allowed, and returns whether they are. */
  function take(many = 1) {
    const allowed = wait(many) === 0;
    if (allowed) left -= many;
    return allowed;
  }

  return { wait, take };
}

/** Returns a limit for each sender, with a lower one for all unknown senders together. */
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
