/**
 * The doors (large buttons) of the prerendered first screen, shown as Python will show them. The page runs this script
 * after first.js.
 */
(() => {
  "use strict";
  /** The milliseconds of a minute, and the minutes of a day. */
  const [MINUTE, DAY] = [60_000, 1440];
  const { facts, asked, saved, now } = cartographers;

  const today = () => new Date(now()).toISOString().slice(0, 10);

  /**
   * Shows the first screen's doors as Python will show them: the doors that the last visit saved for today
   * (`app.screens.start.screen.doors_left`), or those that follow from the other saved data, and the door to a link's
   * game. Today's game is `done` when its run is over (py/app/game/daily.py); another door is then the main one.
   */
  function showDoors() {
    const door = (name) => document.querySelector(`#app [data-do="${facts.doors[name]}"]`);
    const link = door("link");
    link.hidden = asked.has("daily") || facts.links.every((word) => !asked.has(word));
    try {
      const left = doorsLeft();
      if (left) {
        link.parentElement.innerHTML = left;
        document.querySelector("#app .doors").prepend(link);
      } else {
        const kept = Boolean(saved(facts.keys.game));
        const taught = saved(facts.keys.lesson) === facts.lessonOver;
        door("kept").hidden = !kept;
        door("lesson").hidden = kept || taught;
        door("first").hidden = kept || !taught;
        const isOver = new RegExp(`\\b${today()}:\\w*:[^ ]`).test(saved(facts.keys.days));
        door("day").classList.toggle("done", isOver);
      }
    } catch {
      // storage is denied
    }
    if (asked.has("daily")) link.after(door("day"));
    for (const closed of document.querySelectorAll("#app .doors [hidden]")) closed.remove(); // because CSS counts them
  }

  /** Returns the saved doors as HTML; nothing if there are none in this language, or they are unreadable. */
  function doorsLeft() {
    try {
      const { language, ...days } = JSON.parse(saved(facts.keys.doors));
      if (language !== cartographers.language) return undefined;
      const minutes = DAY - (Math.floor(now() / MINUTE) % DAY);
      const html = days[today()] ?? days.later;
      return html.replace("{hours}", Math.floor(minutes / 60)).replace("{minutes}", `${minutes % 60}`.padStart(2, "0"));
    } catch {
      return undefined;
    }
  }

  cartographers.showDoors = showDoors;
})();
