/**
 * Flights: the gains of a shape fly from the map to their counters, stars to their edicts and coins to the track.
 *
 *     fly(space, gains)  `space` is the id of a space of the map; `gains` is a JSON list of pairs: a label, or "" for a
 *                        coin, and a selector
 *
 * Flights are decoration. They take no taps, and any tap ends them.
 */
const { cartographers } = globalThis;
const DURATION = 760;
/** Milliseconds between the starts of two flights. */
const STAGGER = 110;

const getCenter = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/** Starts flights in the next frame, because the page has just changed and has no layout yet. */
export function fly(...args) {
  cartographers.afterFrame(() => launchAll(...args));
}

function launchAll(spaceId, gainsJson) {
  const gains = JSON.parse(gainsJson);
  const start = document.getElementById(spaceId)?.getBoundingClientRect();
  if (!start) return;
  const targets = gains.map(([, selector]) => document.querySelector(selector)?.getBoundingClientRect());
  for (const [index, [label]] of gains.entries()) {
    if (targets[index]?.width) launch(label, getCenter(start), getCenter(targets[index]), index * STAGGER);
  }
}

function launch(label, [x, y], [targetX, targetY], delay) {
  const flight = document.createElement("span");
  flight.className = label ? "flight" : "flight coin";
  flight.setAttribute("aria-hidden", "true");
  if (label) flight.textContent = label;
  else flight.innerHTML = '<svg class="icon"><use href="#icon-coin"/></svg>';
  document.body.append(flight);
  const formatPosition = (x, y) => `${x}px ${y}px`;
  const topY = y - 26;
  const animation = flight.animate(
    [
      { translate: formatPosition(x, y), scale: 0.5, opacity: 0 },
      { translate: formatPosition(x, topY), scale: 1.25, opacity: 1, offset: 0.28, easing: "ease-in" },
      { translate: formatPosition(targetX, targetY), scale: 0.8, opacity: 1, offset: 0.92 },
      { translate: formatPosition(targetX, targetY), scale: 0.6, opacity: 0 },
    ],
    { duration: DURATION, delay, fill: "both", easing: "ease-out" },
  );
  const finish = () => animation.finish();
  addEventListener("pointerdown", finish, true);
  animation.onfinish = () => {
    removeEventListener("pointerdown", finish, true);
    flight.remove();
  };
}
