/**
 * Flights: the gains of a shape fly from the map to their counters, stars to their edicts and coins to the track; the
 * edicts of a new game fly from the map to their tiles.
 *
 *     fly(space, gains)        `space` is the id of a space of the map; `gains` is a JSON list of pairs: a label, or ""
 *                              for a coin, and a selector
 *     arrive(flying, targets)  two selectors, of the elements that fly and of their targets, in the same order
 *
 * Flights are decoration. They take no taps, and any tap ends those of gains.
 */
const { cartographers } = globalThis;
const DURATION = 760;
/** Milliseconds between the starts of two flights. */
const STAGGER = 110;
/** The same for elements that fly to their targets, and how long a target shows that its element has arrived. */
const ARRIVAL = { duration: 380, stagger: 30, pulse: 260 };

/** The layer of the flights. It contains their layout, so nothing else is laid out again when they begin and end. */
const layer = document.createElement("div");
layer.className = "flights";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const getCenter = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/** Starts flights in the next frame, because the page has just changed and has no layout yet. */
export function fly(...args) {
  cartographers.afterFrame(() => launchAll(...args));
}

/** The flights begin one after the other, but are added and removed together. */
function launchAll(spaceId, gainsJson) {
  const start = document.getElementById(spaceId)?.getBoundingClientRect();
  if (!start) return;
  const flights = JSON.parse(gainsJson)
    .map(([label, selector]) => ({ label, target: document.querySelector(selector)?.getBoundingClientRect() }))
    .filter(({ target }) => target?.width)
    .map(({ label, target }) => ({ item: createItem(label), end: getCenter(target) }));
  layer.append(...flights.map(({ item }) => item));
  const animations = flights.map(({ item, end }, index) => launch(item, getCenter(start), end, index * STAGGER));
  const finish = () => {
    for (const animation of animations) animation.finish();
  };
  addEventListener("pointerdown", finish, true);
  Promise.allSettled(animations.map(({ finished }) => finished)).then(() => {
    removeEventListener("pointerdown", finish, true);
    for (const { item } of flights) item.remove();
  });
}

function createItem(label) {
  const item = document.createElement("span");
  item.className = label ? "flight" : "flight coin";
  if (label) item.textContent = label;
  else item.innerHTML = '<svg class="icon"><use href="#icon-coin"/></svg>';
  return item;
}

function launch(item, [x, y], [endX, endY], delay) {
  const formatPosition = (x, y) => `${x}px ${y}px`;
  const topY = y - 26;
  return item.animate(
    [
      { translate: formatPosition(x, y), scale: 0.5, opacity: 0 },
      { translate: formatPosition(x, topY), scale: 1.25, opacity: 1, offset: 0.28, easing: "ease-in" },
      { translate: formatPosition(endX, endY), scale: 0.8, opacity: 1, offset: 0.92 },
      { translate: formatPosition(endX, endY), scale: 0.6, opacity: 0 },
    ],
    { duration: DURATION, delay, fill: "both", easing: "ease-out" },
  );
}

/** Makes elements shrink into their targets, in the next frame. They stay invisible until the page removes them. */
export function arrive(flying, targets) {
  cartographers.afterFrame(() => {
    const ends = [...document.querySelectorAll(targets)];
    for (const [index, element] of document.querySelectorAll(flying).entries()) {
      if (ends[index]) shrinkInto(element, ends[index], index * ARRIVAL.stagger);
    }
  });
}

function shrinkInto(element, target, delay) {
  const [box, end] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  if (!box.width || !end.width) return;
  const [[x, y], [endX, endY]] = [getCenter(box), getCenter(end)];
  const arrived = {
    translate: `${endX - x}px ${endY - y}px`,
    scale: `${end.width / box.width} ${end.height / box.height}`,
  };
  const { duration, pulse } = ARRIVAL;
  element.animate(
    [
      { translate: "0 0", scale: 1 },
      { ...arrived, opacity: 1, offset: 0.88 },
      { ...arrived, opacity: 0 },
    ],
    {
      duration,
      delay,
      easing: "cubic-bezier(0.6, 0, 0.8, 0.6)",
      fill: "forwards",
    },
  );
  target.animate([{ scale: 1 }, { scale: 1.07 }, { scale: 1 }], { duration: pulse, delay: delay + 0.8 * duration });
}
