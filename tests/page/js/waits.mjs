/** Prints the maximum number of consecutive timers that a bucket needs before it allows another message. */
import { bucket } from "../../../web/rooms/limits.mjs";

const MANY = 10;
let now = 0;
performance.now = () => now;

function timers(start) {
  now = start;
  const { take, wait } = bucket(1, 2);
  take();
  let count = 0;
  for (let pause = wait(); pause > 0 && count < MANY; pause = wait()) {
    now += pause;
    count++;
  }
  return count;
}

console.log(Math.max(...Array.from({ length: 1000 }, (_, number) => timers(8000 + number / 7))));
