/**
 * The time for a relay's events. A device's own clock may be wrong, and relays refuse events that are a minute old.
 * Each relay has its own clock, so a relay's times, its own and those it forwards, don't affect other relays.
 */

/** Maximum seconds of a correction, and minimum seconds worth correcting. */
const MAX_CORRECTION = 7 * 86_400;
const MIN_CORRECTION = 5;
const MAX_OFFSETS = 32;

const nowInSeconds = () => Math.floor(cartographers.now() / 1000);

export function createClock() {
  /** The seconds by which other devices' clocks are ahead of this one's, according to events from the relay. */
  const offsets = new Map();
  let correction = 0;

  function recordTime(device, time) {
    if (offsets.size < MAX_OFFSETS || offsets.has(device)) offsets.set(device, time - nowInSeconds());
  }

  /** Corrects the time after the relay has rejected it, and returns whether that changes it. */
  function correct() {
    const medianOffset = [...offsets.values()].sort((a, b) => a - b)[Math.floor(offsets.size / 2)] ?? correction;
    if (Math.abs(medianOffset) > MAX_CORRECTION || Math.abs(medianOffset - correction) < MIN_CORRECTION) return false;
    correction = medianOffset;
    return true;
  }

  return { recordTime, correct, now: () => nowInSeconds() + correction };
}
