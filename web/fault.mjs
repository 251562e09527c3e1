/**
 * The panel for what nobody expected: something was raised while the game was played, in Python or in JavaScript.
 *
 * It says so, shows the way on, and offers a report to copy, which is sent nowhere. `cartographers.recover`, which Python
 * sets, knows how to show the game again; without it, or where that fails too, the page is loaded anew.
 */
import { copy } from "./copy.mjs";

const { cartographers } = globalThis;
const { say } = cartographers;
const markup = () => `
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

/** One panel is enough: what is raised while it is shown follows from the first. */
export function show(error) {
  if (panel) return;
  document.body.insertAdjacentHTML("beforeend", markup());
  panel = document.body.lastElementChild;
  if (!isKept()) panel.querySelector("p").remove();
  panel.querySelector("textarea").value = report(error);
  panel.addEventListener("click", pressed);
  panel.addEventListener("keydown", (event) => event.stopPropagation()); // the game behind has keys of its own
  panel.addEventListener("cancel", (event) => {
    event.preventDefault();
    goOn("redraw");
  });
  panel.showModal();
}

function pressed({ target }) {
  const name = target.closest("button")?.name;
  if (name === "copy") copyReport();
  else if (name) goOn(name);
}

/** The panel goes first, or the game could not take the focus. */
async function goOn(name) {
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

/** Not where storage is denied. */
function isKept() {
  try {
    const game = cartographers.place + cartographers.facts.keys.game;
    return Object.keys(localStorage).some((name) => name.startsWith(game));
  } catch {
    return false;
  }
}

function report(error) {
  const { theme } = document.documentElement.dataset;
  return [told(error), known(), `window: ${innerWidth} x ${innerHeight} at ${devicePixelRatio}, ${theme}`].join("\n");
}

/** Python knows the versions and the game (`app/report.py`). If it does not answer, the page tells what it knows. */
function known() {
  try {
    return cartographers.recover.report();
  } catch (error) {
    const { version, python } = cartographers.facts;
    const game = `unknown, because ${error.message}`;
    return `version: ${version}\nPython: ${python}\nbrowser: ${navigator.userAgent}\ngame: ${game}`;
  }
}

/** In some browsers the stack begins with the message, in others it does not. */
function told(error) {
  const { message = String(error), stack = "" } = Object(error);
  return stack.includes(message) ? stack : `${message}\n${stack}`.trim();
}

async function copyReport() {
  const [text, status] = ["textarea", "output"].map((part) => panel.querySelector(part));
  const copied = await copy(text.value, text);
  status.value = say(copied ? "fault.copied" : "fault.select");
}
