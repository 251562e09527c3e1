/**
 * Taps before Python is ready: they are remembered, and the tapped control says that it is opening. After an update,
 * the commands that the older version has left in this tab count as taps.
 */
{
  const { facts, place, say } = cartographers;
  /** Returns the commands that an older version has left in this tab; they lead back to the player's screen. */
  function resumed() {
    try {
      const name = place + facts.keys.resume;
      const left = sessionStorage.getItem(name) ?? "";
      sessionStorage.removeItem(name);
      return left.split("\n").filter(Boolean);
    } catch {
      return []; // storage is denied
    }
  }

  const commands = resumed();
  const taken = new AbortController();
  /** Functions that restore the controls that taps have changed. */
  const opening = [];

  /** Remembers a tap on the prerendered first screen for Python; the control shows that it was tapped. */
  function keepTap({ target }) {
    const control = target.closest("#app [data-do]");
    if (!control || commands.includes(control.dataset.do)) return;
    commands.push(control.dataset.do);
    showOpening(control);
  }

  function showOpening(control) {
    const label = [":scope > b + span", ":scope > span"].map((one) => control.querySelector(one)).find(Boolean);
    const text = (label ?? control).lastChild;
    const { data } = text;
    const { width } = control.getBoundingClientRect();
    control.style.width = `${width}px`;
    control.classList.add("pressed");
    control.setAttribute("aria-busy", "true");
    text.data = say("opening");
    opening.push(() => {
      text.data = data;
      control.style.width = "";
      control.classList.remove("pressed");
      control.removeAttribute("aria-busy");
    });
  }

  function tapped() {
    taken.abort();
    return commands;
  }

  function takeBackTaps() {
    taken.abort();
    for (const takeBack of opening) takeBack();
  }

  function showTaps() {
    for (const command of commands) {
      const control = document.querySelector(`#app [data-do="${CSS.escape(command)}"]`);
      if (control) showOpening(control);
    }
  }

  if (!("unable" in document.documentElement.dataset)) addEventListener("click", keepTap, { signal: taken.signal });
  Object.assign(cartographers, { tapped, takeBackTaps, showTaps });
}
