/**
 * The time for a relay's events. A device's own clock may be wrong, and relays refuse what is a minute old. Each relay
 * has a clock of its own: what one of them says, or passes on, moves nothing for the others.
 */

/** The most seconds that a clock is corrected by, and the fewest that matter. */
const MOST = 7 * 86_400;
const FEWEST = 5;
const MOST_PASSED = 32;

const seconds = () => Math.floor(cartographers.now() / 1000);

export function clock() {
  /** By how much the clocks of those are ahead whose events the relay has passed on. */
  const passed = new Map();
  let ahead = 0;

  function heard(device, time) {
    if (passed.size < MOST_PASSED || passed.has(device)) passed.set(device, time - seconds());
  }

  /** The relay says that the time is wrong: take that of what has passed. Return whether it is another one. */
  function correct() {
    const found = [...passed.values()].sort((a, b) => a - b)[Math.floor(passed.size / 2)] ?? ahead;
    if (Math.abs(found) > MOST || Math.abs(found - ahead) < FEWEST) return false;
    ahead = found;
    return true;
  }

  return { heard, correct, now: () => seconds() + ahead };
}
