/** Prints the maximum number of consecutive timers that a bucket needs before it allows another message. */
import { createBucket } from "../../../../web/rooms/limits.mjs";

const MANY = 10;
let now = 0;
performance.now = () => now;

function timers(start) {
  now = start;
  const { take, getDelay } = createBucket(1, 2);
  take();
  let count = 0;
  for (let pause = getDelay(); pause > 0 && count < MANY; pause = getDelay()) {
    now += pause;
    count++;
  }
  return count;
}

console.log(Math.max(...Array.from({ length: 1000 }, (_, number) => timers(8000 + number / 7))));
