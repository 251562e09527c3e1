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
const APART = 110;

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/** Starts flights in the next frame, because the page has just changed and has no layout yet. */
export function fly(...flights) {
  cartographers.afterFrame(() => measure(...flights));
}

function measure(space, json) {
  const gains = JSON.parse(json);
  const from = document.getElementById(space)?.getBoundingClientRect();
  if (!from) return;
  const places = gains.map(([, to]) => document.querySelector(to)?.getBoundingClientRect());
  for (const [number, [text]] of gains.entries()) {
    if (places[number]?.width) launch(text, middle(from), middle(places[number]), number * APART);
  }
}

function launch(text, [x, y], [toX, toY], delay) {
  const flight = document.createElement("span");
  flight.className = text ? "flight" : "flight coin";
  flight.setAttribute("aria-hidden", "true");
  if (text) flight.textContent = text;
  else flight.innerHTML = '<svg class="icon"><use href="#icon-coin"/></svg>';
  document.body.append(flight);
  const at = (x, y) => `${x}px ${y}px`;
  const rise = y - 26;
  const animation = flight.animate(
    [
      { translate: at(x, y), scale: 0.5, opacity: 0 },
      { translate: at(x, rise), scale: 1.25, opacity: 1, offset: 0.28, easing: "ease-in" },
      { translate: at(toX, toY), scale: 0.8, opacity: 1, offset: 0.92 },
      { translate: at(toX, toY), scale: 0.6, opacity: 0 },
    ],
    { duration: DURATION, delay, fill: "both", easing: "ease-out" },
  );
  const end = () => animation.finish();
  addEventListener("pointerdown", end, true);
  animation.onfinish = () => {
    removeEventListener("pointerdown", end, true);
    flight.remove();
  };
}
