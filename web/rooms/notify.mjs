/**
 * Notifications: a card waits for a player whose page is covered by another tab or app.
 *
 * The service worker shows them if there is one, because Android allows no other way, and a click then leads to this
 * page.
 */

/** The notifications' tag, which makes each one replace the last. */
const TAG = "cartographers";
/** Milliseconds for the service worker to answer; an older version never does. */
const PATIENCE = 1000;

/** The notification that this page itself shows, and the number of times that one was shown or removed. */
let [own, times] = [undefined, 0];

/** Returns the browser's permission: "granted", "denied", or "default"; empty if this page can't have notifications. */
export const permission = () => globalThis.Notification?.permission ?? "";

/** Asks the player for permission; must be called from a tap handler. Calls `tell` with the browser's decision. */
export function askPermission(tell) {
  const done = () => tell(permission());
  Promise.resolve(globalThis.Notification?.requestPermission()).then(done, done);
}

/** Shows a notification until `hush()`. `vibrates` and `isSilent` are mutually exclusive. */
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
  if (now !== times) await hush(); // the player has come back in the meantime
}

/** Removes the notification: the player sees the page, or the game continues without the player. */
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

/** Returns the service worker's name for this page. */
function nameFor(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE);
    worker.postMessage("name", [port2]);
  });
}
