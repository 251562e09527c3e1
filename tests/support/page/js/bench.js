/** Timers of the benches, and the page's reports about itself. */
(() => {
  /** Returns an element that will still change. */
  const findBusyElement = () => document.querySelector("[data-busy]");

  /** Returns the page's report on its snapshot of Python's memory. */
  const getSnapshot = () => globalThis.cartographers?.snapshot;

  /**
   * Starts a clock for each tap: `paintTimes` until the next frame, by the browser, and `settleTimes` until everything
   * is drawn.
   */
  function startClocks() {
    const paintTimes = [];
    const settleTimes = [];
    let tapTime;
    const events = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) paintTimes.push(duration);
    });
    const changes = new MutationObserver(() => {
      if (findBusyElement()) return;
      const start = tapTime;
      if (start === undefined) return; // no tap caused this
      tapTime = undefined;
      requestAnimationFrame(() => setTimeout(() => settleTimes.push(performance.now() - start)));
    });
    const forgetTap = () => {
      tapTime = undefined;
    };
    const noteTapEnd = ({ timeStamp }) => {
      tapTime ??= timeStamp;
    };
    Object.assign(globalThis, { paintTimes, settleTimes });
    events.observe({ type: "event", durationThreshold: 16 });
    addEventListener("pointerdown", forgetTap, true);
    for (const kind of ["pointerup", "click"]) addEventListener(kind, noteTapEnd, true);
    changes.observe(document.body, { attributeFilter: ["data-busy"], subtree: true });
  }

  /** Forgets the taps so far. */
  function clearClocks() {
    globalThis.paintTimes.length = 0;
    globalThis.settleTimes.length = 0;
  }

  /** Waits until everything is drawn and the browser has reported its times. */
  const waitUntilQuiet = () =>
    new Promise((resolve) => {
      const check = () => (findBusyElement() ? setTimeout(check, 5) : setTimeout(resolve, 60));
      requestAnimationFrame(() => setTimeout(check));
    });

  /** Notes the longest task and the longest frame from now on. */
  function watchWork() {
    const watchedSince = performance.now();
    const work = { since: watchedSince, task: 0, frame: 0 };
    const tasks = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= watchedSince) work.task = Math.max(work.task, Math.round(duration));
    });
    tasks.observe({ type: "longtask" });
    let lastFrameTime = watchedSince;
    const countFrame = (now) => {
      work.frame = Math.max(work.frame, Math.round(now - lastFrameTime));
      lastFrameTime = now;
      work.next = requestAnimationFrame(countFrame);
    };
    work.next = requestAnimationFrame(countFrame);
    work.end = () => {
      tasks.disconnect();
      cancelAnimationFrame(work.next);
    };
    globalThis.watchedWork = work;
  }

  /** Waits for a bot's shape or a hint, and returns the milliseconds since `watchWork`. */
  const measureThinking = () =>
    new Promise((resolve) => {
      const check = () => {
        const answer = document.querySelector(".tray [data-do=proceed], .tip:not(.thinking)");
        if (answer) resolve(Math.round(performance.now() - globalThis.watchedWork.since));
        else setTimeout(check, 8);
      };
      check();
    });

  /** Notes the time of each tap. */
  function noteTap() {
    const recordTapTime = () => {
      globalThis.tapTime = Date.now();
    };
    addEventListener("click", recordTapTime, true);
  }

  /** Notes the time when an element has appeared in the page and has been painted. */
  function noteShown(selector) {
    globalThis.shownTime = undefined;
    const check = () => {
      if (!document.querySelector(selector)) return;
      changes.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          globalThis.shownTime = Date.now();
        }),
      );
    };
    const changes = new MutationObserver(check);
    changes.observe(document.body, { childList: true, subtree: true, attributes: true });
  }

  /** Returns the time noted as `tapTime` or `shownTime`, as soon as it is known. */
  const waitForTime = (name) =>
    new Promise((resolve) => {
      const check = () => (globalThis[name] ? resolve(globalThis[name]) : setTimeout(check, 5));
      check();
    });

  /** Returns the longest task and frame in milliseconds; tasks below 50 aren't counted. */
  function stopWatchingWork() {
    globalThis.watchedWork.end();
    const { task, frame } = globalThis.watchedWork;
    return { task, frame };
  }

  /** Notes the page's long tasks, and promises the time when the loading panel disappears. */
  function watchStart() {
    const longTasks = [];
    const tasks = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) longTasks.push([startTime, duration]);
    });
    const whenReady = new Promise((resolve) => {
      let panel;
      const changes = new MutationObserver(() => {
        panel ??= document.querySelector("section[aria-label=Loading]");
        if (!panel || panel.isConnected) return;
        resolve(performance.now());
        changes.disconnect();
      });
      changes.observe(document, { childList: true, subtree: true });
    });
    Object.assign(globalThis, { longTasks, whenReady });
    tasks.observe({ type: "longtask", buffered: true });
  }

  /**
   * Notes a button's place as `door` after each change until the button answers: it looks different after a tap, or
   * disappears with its screen. Touches wait for the page, so each tap is sent only after the previous one is over.
   */
  function watchForAnswer() {
    let isTapped = false;
    const noted = {};
    const noteTouch = () => {
      isTapped = true;
    };
    const notePlace = (door) => {
      const { left, right, top, bottom } = door.getBoundingClientRect();
      noted.door = [(left + right) / 2, (top + bottom) / 2];
    };
    const observer = new MutationObserver((changes) => {
      const buttons = [...document.querySelectorAll("#app button")];
      const door = buttons.find(
        (button) => button.textContent.trim().startsWith("New game") && !button.closest("[hidden]"),
      );
      const hasDoorChanged = changes.some(({ type, target }) => type === "attributes" && target === door);
      if (isTapped && noted.door && (hasDoorChanged || !door)) {
        noted.answer = performance.now();
        observer.disconnect();
      } else if (door && !door.closest("[inert]")) requestAnimationFrame(() => notePlace(door));
    });
    globalThis.noted = noted;
    addEventListener("touchstart", noteTouch, { capture: true, passive: false });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
  }

  /** Returns the start of the page's clock, its first paint, its long tasks, and whether it used a snapshot. */
  function getStartReport() {
    return {
      origin: performance.timeOrigin / 1000,
      paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      tasks: globalThis.longTasks,
      snapshot: Boolean(getSnapshot()?.used),
    };
  }

  /** Returns whether the page has finished its work: it started from a snapshot, or has made one, or makes none. */
  const isDone = () => !getSnapshot() || getSnapshot().used || getSnapshot().made !== undefined;

  return {
    clearClocks,
    getStartReport,
    isDone,
    measureThinking,
    noteShown,
    noteTap,
    startClocks,
    stopWatchingWork,
    waitForTime,
    waitUntilQuiet,
    watchForAnswer,
    watchStart,
    watchWork,
  };
})();
