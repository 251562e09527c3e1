/**
 * The time for a relay's events. A device's own clock may be wrong, and relays refuse events that are a minute old.
 * Each relay has its own clock, so a relay's times, its own and those it forwards, don't affect other relays.
 */

/** Maximum seconds of a correction, and minimum seconds worth correcting. */
const MOST = 7 * 86_400;
const FEWEST = 5;
const MOST_PASSED = 32;

const seconds = () => Math.floor(cartographers.now() / 1000);

export function clock() {
  /** The seconds by which other devices' clocks are ahead of this one's, according to events from the relay. */
  const passed = new Map();
  let ahead = 0;

  function heard(device, time) {
    if (passed.size < MOST_PASSED || passed.has(device)) passed.set(device, time - seconds());
  }

  /** Corrects the time after the relay has rejected it, and returns whether that changes it. */
  function correct() {
    const found = [...passed.values()].sort((a, b) => a - b)[Math.floor(passed.size / 2)] ?? ahead;
    if (Math.abs(found) > MOST || Math.abs(found - ahead) < FEWEST) return false;
    ahead = found;
    return true;
  }

  return { heard, correct, now: () => seconds() + ahead };
}
