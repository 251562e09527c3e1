/**
 * Taps before Python is ready: they are remembered, and the tapped control says that it is opening. After an update,
 * the commands that the older version has left in this tab count as taps.
 */
{
  const { facts, place, say, afterFrame } = cartographers;
  /** Returns the commands that an older version has left in this tab; they lead back to the player's screen. */
  function takeResumeCommands() {
    try {
      const key = place + facts.keys.resume;
      const savedCommands = sessionStorage.getItem(key) ?? "";
      sessionStorage.removeItem(key);
      return savedCommands.split("\n").filter(Boolean);
    } catch {
      return []; // storage is denied
    }
  }

  const commands = [];
  const tapController = new AbortController();
  /** Functions that restore the controls that taps have changed. */
  const restorers = [];

  /** Remembers a tap on the prerendered first screen for Python; the control shows that it was tapped. */
  function rememberTap({ target }) {
    const control = target.closest("#app [data-do]");
    if (!control || commands.includes(control.dataset.do)) return;
    commands.push(control.dataset.do);
    showOpening(control);
  }

  function showOpening(control) {
    const label = [":scope > b + span", ":scope > span"]
      .map((selector) => control.querySelector(selector))
      .find(Boolean);
    const text = (label ?? control).lastChild;
    const { data: originalText } = text;
    const { width, height } = control.getBoundingClientRect();
    Object.assign(control.style, { width: `${width}px`, height: `${height}px` });
    control.style.setProperty("--arrived", cartographers.arrived);
    control.classList.add("pressed");
    control.setAttribute("aria-busy", "true");
    text.data = say("opening");
    restorers.push(() => {
      text.data = originalText;
      Object.assign(control.style, { width: "", height: "" });
      control.classList.remove("pressed");
      control.removeAttribute("aria-busy");
    });
  }

  /**
   * Adds the commands that an older version has left, and shows their doors as if they had been tapped. The page calls
   * this after its first frame, because the first use of sessionStorage blocks it for milliseconds, or when Python asks
   * for the commands, because a hidden page has no frames.
   */
  function resume() {
    if (tapController.signal.aborted) return;
    const leftCommands = takeResumeCommands();
    commands.unshift(...leftCommands);
    for (const command of leftCommands) {
      const control = document.querySelector(`#app [data-do="${CSS.escape(command)}"]`);
      if (control) showOpening(control);
    }
  }

  function tapped() {
    resume();
    tapController.abort();
    return commands;
  }

  function takeBackTaps() {
    tapController.abort();
    for (const restore of restorers) restore();
  }

  if (!("unable" in document.documentElement.dataset)) {
    addEventListener("click", rememberTap, { signal: tapController.signal });
    afterFrame(resume);
  }
  Object.assign(cartographers, { tapped, takeBackTaps });
}
