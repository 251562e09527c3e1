/**
 * The doors (large buttons) of the prerendered first screen, shown as Python will show them. The page runs this script
 * after first.js.
 */
(() => {
  "use strict";
  /** The milliseconds of a minute, and the minutes of a day. */
  const [MILLISECONDS_PER_MINUTE, MINUTES_PER_DAY] = [60_000, 1440];
  /** The beginning of a game id with a custom map (py/cartographers/game_id.py). Its door has a picture. */
  const CUSTOM_MAP = /^c\d+-x/i;
  const { facts, asked, saved, now } = cartographers;

  const getToday = () => new Date(now()).toISOString().slice(0, 10);

  /**
   * Shows the first screen's doors as Python will show them: the doors that the last visit saved for today
   * (`app.screens.start.screen.doors_left`), or those that follow from the other saved data, and the door to a link's
   * game. Today's game is `done` when its run is over (py/app/game/daily.py); another door is then the main one.
   */
  function showDoors() {
    const findDoor = (name) => document.querySelector(`#app [data-do="${facts.doors[name]}"]`);
    const linkDoor = findDoor("link");
    linkDoor.hidden = asked.has("daily") || facts.links.every((name) => !asked.has(name));
    if (asked.get("map") || CUSTOM_MAP.test(asked.get("id"))) {
      linkDoor.classList.add("pictured");
      linkDoor.prepend(findDoor("kept").querySelector(".door-map").cloneNode(true));
      // Python replaces the space with the map's name.
      if (asked.get("map")) linkDoor.append(Object.assign(document.createElement("small"), { textContent: "\xa0" }));
    }
    try {
      const savedDoors = readSavedDoors();
      if (savedDoors) {
        linkDoor.parentElement.innerHTML = savedDoors;
        document.querySelector("#app .doors").prepend(linkDoor);
      } else {
        const hasSavedGame = Boolean(saved(facts.keys.game));
        const hasFinishedLesson = saved(facts.keys.lesson) === facts.lessonOver;
        findDoor("kept").hidden = !hasSavedGame;
        findDoor("lesson").hidden = hasSavedGame || hasFinishedLesson;
        findDoor("first").hidden = hasSavedGame || !hasFinishedLesson;
        const isOver = new RegExp(`\\b${getToday()}:\\w*:[^ ]`).test(saved(facts.keys.days));
        findDoor("day").classList.toggle("done", isOver);
      }
    } catch {
      // storage is denied
    }
    if (asked.has("daily")) linkDoor.after(findDoor("day"));
    for (const door of document.querySelectorAll("#app .doors [hidden]")) door.remove(); // because CSS counts them
  }

  /** Returns the saved doors as HTML; nothing if there are none in this language, or they are unreadable. */
  function readSavedDoors() {
    try {
      const { language, ...htmlByDay } = JSON.parse(saved(facts.keys.doors) ?? "{}");
      if (language !== cartographers.language) return undefined;
      const minutesLeft = MINUTES_PER_DAY - (Math.floor(now() / MILLISECONDS_PER_MINUTE) % MINUTES_PER_DAY);
      const html = htmlByDay[getToday()] ?? htmlByDay.later;
      return html.replace("{hours}", Math.floor(minutesLeft / 60)).replace("{minutes}", minutesLeft % 60);
    } catch {
      return undefined;
    }
  }

  cartographers.showDoors = showDoors;
})();
