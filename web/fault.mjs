/**
 * The fault panel, for unexpected errors during the game, in Python or JavaScript.
 *
 * It says that an error occurred, offers ways to continue, and shows a report to copy, which isn't sent anywhere.
 * Python sets `cartographers.recover`, which can show the game again. Without it, or if it also fails, the page
 * reloads.
 */
import { copy } from "./copy.mjs";

const { cartographers } = globalThis;
const { say } = cartographers;
const createMarkup = () => `
  <dialog id="fault" role="alertdialog" aria-modal="true" aria-labelledby="fault-title" aria-describedby="fault-kept">
    <h2 id="fault-title">${say("fault")}</h2>
    <p id="fault-kept">${say("fault.kept")}</p>
    <button type="button" class="confirm" name="redraw" autofocus><b>${say("fault.redraw")}</b></button>
    <button type="button" class="wide" name="home">${say("fault.home")}</button>
    <label for="fault-report">${say("fault.report")}</label>
    <textarea id="fault-report" rows="5" readonly spellcheck="false"></textarea>
    <button type="button" class="wide" name="copy">${say("fault.copy")}</button>
    <output></output>
  </dialog>`;

let panel;

/** Shows the panel, unless it is open already: errors while it is open follow from the first one. */
export function show(error) {
  if (panel) return;
  document.body.insertAdjacentHTML("beforeend", createMarkup());
  panel = document.body.lastElementChild;
  if (!isGameSaved()) panel.querySelector("p").remove();
  panel.querySelector("textarea").value = createReport(error);
  panel.addEventListener("click", handleClick);
  panel.addEventListener("keydown", (event) => event.stopPropagation()); // the game behind the panel has its own keys
  panel.addEventListener("cancel", (event) => {
    event.preventDefault();
    recover("redraw");
  });
  panel.showModal();
}

function handleClick({ target }) {
  const name = target.closest("button")?.name;
  if (name === "copy") copyReport();
  else if (name) recover(name);
}

/** Closes the panel, so that the game can take the focus, and recovers. */
async function recover(name) {
  panel.close();
  panel.remove();
  panel = undefined;
  try {
    await cartographers.recover[name]();
  } catch (error) {
    if (name === "home" || !cartographers.recover) location.reload();
    else show(error);
  }
}

/** Returns whether the game was saved, which is impossible if storage is denied. */
function isGameSaved() {
  try {
    const prefix = cartographers.place + cartographers.facts.keys.game;
    return Object.keys(localStorage).some((name) => name.startsWith(prefix));
  } catch {
    return false;
  }
}

function createReport(error) {
  const { theme } = document.documentElement.dataset;
  return [
    describeError(error),
    describePage(),
    `window: ${innerWidth} x ${innerHeight} at ${devicePixelRatio}, ${theme}`,
  ].join("\n");
}

/** Returns Python's facts about the versions and the game (`app/screens/report.py`), or the page's if Python doesn't answer. */
function describePage() {
  try {
    return cartographers.recover.report();
  } catch (error) {
    const { version, python } = cartographers.facts;
    const game = `unknown, because ${error.message}`;
    return `version: ${version}\nPython: ${python}\nbrowser: ${navigator.userAgent}\ngame: ${game}`;
  }
}

/** Returns the message and the stack of an error. In some browsers the stack begins with the message. */
function describeError(error) {
  const { message = String(error), stack = "" } = Object(error);
  return stack.includes(message) ? stack : `${message}\n${stack}`.trim();
}

async function copyReport() {
  const [text, status] = ["textarea", "output"].map((selector) => panel.querySelector(selector));
  const isCopied = await copy(text.value, text);
  status.value = say(isCopied ? "fault.copied" : "fault.select");
}
