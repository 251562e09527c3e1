/** The time for events. A device's own clock may be wrong, and relays refuse what is a minute old. */

/** The most seconds that a clock is corrected by, and the fewest that matter. */
const MOST = 7 * 86_400;
const FEWEST = 5;
const MOST_OTHERS = 32;

const seconds = () => Math.floor(Date.now() / 1000);

export function clock() {
  /** By how much the clocks of the others are ahead. */
  const others = new Map();
  let ahead = 0;

  function heard(device, time) {
    if (others.size < MOST_OTHERS || others.has(device)) others.set(device, time - seconds());
  }

  /** A relay says that the time is wrong. The others' events have passed: take theirs. Return whether that is another. */
  function correct() {
    const found = [...others.values()].sort((a, b) => a - b)[Math.floor(others.size / 2)] ?? ahead;
    if (Math.abs(found) > MOST || Math.abs(found - ahead) < FEWEST) return false;
    ahead = found;
    return true;
  }

  return { heard, correct, now: () => seconds() + ahead };
}
