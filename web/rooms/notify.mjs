/**
 * Notifications: a card waits for a player whose page is covered by another tab or app.
 *
 * The service worker shows them if there is one, because Android allows no other way, and a click then leads to this
 * page.
 */

/** The notifications' tag, which makes each one replace the last. */
const TAG = "cartographers";
/** Milliseconds for the service worker to answer; an older version never does. */
const NAME_TIMEOUT = 1000;

/** The notification that this page itself shows, and the number of times that one was shown or removed. */
let [ownNotification, changeCount] = [undefined, 0];

/** Returns the browser's permission: "granted", "denied", or "default"; empty if this page can't have notifications. */
export const permission = () => globalThis.Notification?.permission ?? "";

/**
 * Asks the player for permission; must be called from a tap handler. Calls `callback` with the browser's decision.
 */
export function askPermission(callback) {
  const report = () => callback(permission());
  Promise.resolve(globalThis.Notification?.requestPermission()).then(report, report);
}

/** Shows a notification until `hush()`. `vibrates` and `isSilent` are mutually exclusive. */
export async function notify(title, body, vibrates, isSilent) {
  changeCount++;
  const changeNumber = changeCount;
  const options = { body, tag: TAG, icon: document.querySelector("link[rel=icon]")?.href, silent: isSilent };
  if (vibrates) options.vibrate = [60, 60, 60];
  const registration = await findRegistration();
  if (registration) {
    const client = await askForName(registration.active);
    await registration.showNotification(title, { ...options, data: { client, url: location.href } });
  } else {
    ownNotification = new Notification(title, options);
    ownNotification.onclick = ({ target }) => {
      focus();
      target.close();
    };
  }
  if (changeNumber !== changeCount) await hush(); // the player has come back in the meantime
}

/** Removes the notification: the player sees the page, or the game continues without the player. */
export async function hush() {
  changeCount++;
  ownNotification?.close();
  ownNotification = undefined;
  const registration = await findRegistration();
  const notifications = await registration?.getNotifications({ tag: TAG }).catch(() => []);
  for (const notification of notifications ?? []) notification.close();
}

async function findRegistration() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration?.active ? registration : undefined;
}

/** Returns the service worker's name for this page. */
function askForName(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, NAME_TIMEOUT);
    worker.postMessage("name", [port2]);
  });
}
