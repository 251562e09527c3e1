/**
 * Notifications: a card waits for a player, and another tab or app covers the page.
 *
 * A service worker shows them where there is one: Android allows no other way, and a click then leads to this very page.
 */

/** One notification replaces the one before. */
const TAG = "cartographers";
/** Milliseconds that the service worker has to answer; one of an older version never does. */
const PATIENCE = 1000;

/** The notification that this page itself shows, and the number of times that one was shown or taken away. */
let [own, times] = [undefined, 0];

/** The browser's permission: "granted", "denied" or "default"; empty if this page can't have notifications. */
export const permission = () => globalThis.Notification?.permission ?? "";

/** Ask the player for permission, in the handler of a tap. `tell` gets what the browser allows then. */
export function askPermission(tell) {
  const done = () => tell(permission());
  Promise.resolve(globalThis.Notification?.requestPermission()).then(done, done);
}

/** Show a notification until it is hushed. `vibrates` and `isSilent` exclude each other. */
export async function notify(title, body, vibrates, isSilent) {
  times++;
  const now = times;
  const options = { body, tag: TAG, icon: document.querySelector("link[rel=icon]")?.href, silent: isSilent };
  if (vibrates) options.vibrate = [60, 60, 60];
  const registration = await workerOf();
  if (registration) {
    const client = await nameFor(registration.active);
    await registration.showNotification(title, { ...options, data: { client, url: location.href } });
  } else {
    own = new Notification(title, options);
    own.onclick = ({ target }) => {
      focus();
      target.close();
    };
  }
  if (now !== times) await hush(); // the player has come meanwhile
}

/** Take the notification away: the page is seen, or the game continues without this player. */
export async function hush() {
  times++;
  own?.close();
  own = undefined;
  const registration = await workerOf();
  const shown = await registration?.getNotifications({ tag: TAG }).catch(() => []);
  for (const one of shown ?? []) one.close();
}

async function workerOf() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration?.active ? registration : undefined;
}

/** The name that the service worker has for this page. */
function nameFor(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    worker.postMessage("name", [port2]);
  });
}
