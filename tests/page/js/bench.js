/** Timers of the benches, which report to Python through `tellBench`, and the page's reports about itself. */
(() => {
  /** Returns an element that will still change; older versions mark it by aria-busy. */
  const isBusy = () => document.querySelector("[data-busy], [aria-busy=true]");

  /** Returns the page's report on its snapshot of Python's memory; the control page has none. */
  const snapshot = () => globalThis.cartographers?.snapshot ?? globalThis.pythonSnapshot;

  /** Starts a clock for each tap: `painted` until the next frame, by the browser, and `settled` until all is drawn. */
  function startClocks() {
    const painted = [];
    const settled = [];
    let tapped;
    const events = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) painted.push(duration);
    });
    const changes = new MutationObserver(() => {
      if (isBusy()) return;
      const start = tapped;
      if (start === undefined) return; // no tap caused this
      tapped = undefined;
      requestAnimationFrame(() => setTimeout(() => settled.push(performance.now() - start)));
    });
    const begin = () => {
      tapped = undefined;
    };
    const end = ({ timeStamp }) => {
      tapped ??= timeStamp;
    };
    Object.assign(globalThis, { painted, settled });
    events.observe({ type: "event", durationThreshold: 16 });
    addEventListener("pointerdown", begin, true);
    for (const kind of ["pointerup", "click"]) addEventListener(kind, end, true);
    changes.observe(document.body, { attributeFilter: ["data-busy", "aria-busy"], subtree: true });
  }

  /** Forgets the taps so far. */
  function clearClocks() {
    globalThis.painted.length = 0;
    globalThis.settled.length = 0;
  }

  /** Waits until everything is drawn and the browser has reported its times. */
  const quiet = () =>
    new Promise((done) => {
      const look = () => (isBusy() ? setTimeout(look, 5) : setTimeout(done, 60));
      requestAnimationFrame(() => setTimeout(look));
    });

  /** Makes the page's button count taps and do nothing else. */
  function countTaps() {
    document.body.onpointerup = () => {
      document.querySelector("button").firstChild.data++;
    };
  }

  /** Notes the longest task and the longest frame from now on. */
  function watchWork() {
    const since = performance.now();
    const watched = { since, task: 0, frame: 0 };
    const tasks = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= since) watched.task = Math.max(watched.task, Math.round(duration));
    });
    tasks.observe({ type: "longtask" });
    let last = since;
    const frame = (now) => {
      watched.frame = Math.max(watched.frame, Math.round(now - last));
      last = now;
      watched.next = requestAnimationFrame(frame);
    };
    watched.next = requestAnimationFrame(frame);
    watched.end = () => {
      tasks.disconnect();
      cancelAnimationFrame(watched.next);
    };
    globalThis.watchedWork = watched;
  }

  /** Waits for a bot's shape or a hint, and returns the milliseconds since `watchWork`. */
  const thought = () =>
    new Promise((done) => {
      const look = () => {
        const isThere = document.querySelector(".tray [data-do=proceed], .tip:not(.thinking)");
        if (isThere) done(Math.round(performance.now() - globalThis.watchedWork.since));
        else setTimeout(look, 8);
      };
      look();
    });

  /** Notes the time of each tap. */
  function noteTap() {
    const note = () => {
      globalThis.tapped = Date.now();
    };
    addEventListener("click", note, true);
  }

  /** Notes the time when an element has appeared in the page and has been painted. */
  function noteShown(selector) {
    globalThis.shown = undefined;
    const look = () => {
      if (!document.querySelector(selector)) return;
      changes.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          globalThis.shown = Date.now();
        }),
      );
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true, attributes: true });
  }

  /** Returns the time noted as `tapped` or `shown`, as soon as it is known. */
  const timeOf = (name) =>
    new Promise((done) => {
      const look = () => (globalThis[name] ? done(globalThis[name]) : setTimeout(look, 5));
      look();
    });

  /** Returns the longest task and frame in milliseconds; tasks below 50 aren't counted. */
  function worked() {
    globalThis.watchedWork.end();
    const { task, frame } = globalThis.watchedWork;
    return { task, frame };
  }

  /** Reports when the loading panel has disappeared. `longTasks` lists the page's long tasks. */
  function watchStart() {
    const longTasks = [];
    const tasks = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) longTasks.push([startTime, duration]);
    });
    let panel;
    const changes = new MutationObserver(() => {
      panel ??= document.querySelector("section[aria-label=Loading]");
      if (!panel || panel.isConnected) return;
      globalThis.tellBench("ready", performance.now());
      changes.disconnect();
    });
    globalThis.longTasks = longTasks;
    tasks.observe({ type: "longtask", buffered: true });
    changes.observe(document, { childList: true, subtree: true });
  }

  /**
   * Reports a button's place after each change until the button answers: it looks different after a tap, or disappears
   * with its screen. Touches wait for the page, so each tap is sent only after the previous one is over.
   */
  function awaitAnswer() {
    let seen = false;
    let tapped = false;
    const note = () => {
      tapped = true;
    };
    const place = (door) => {
      const { left, right, top, bottom } = door.getBoundingClientRect();
      globalThis.tellBench("door", [(left + right) / 2, (top + bottom) / 2]);
    };
    const observer = new MutationObserver((changes) => {
      const buttons = [...document.querySelectorAll("#app button")];
      const door = buttons.find((one) => one.textContent.trim().startsWith("New game") && !one.closest("[hidden]"));
      const changed = changes.some(({ type, target }) => type === "attributes" && target === door);
      if (tapped && seen && (changed || !door)) {
        globalThis.tellBench("answer", performance.now());
        observer.disconnect();
      } else if (door && !door.closest("[inert]")) {
        seen = true;
        requestAnimationFrame(() => place(door));
      }
    });
    addEventListener("touchstart", note, { capture: true, passive: false });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
  }

  /** Returns the start of the page's clock, its first paint, its long tasks, and whether it used a snapshot. */
  function noted() {
    return {
      origin: performance.timeOrigin / 1000,
      paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      tasks: globalThis.longTasks,
      snapshot: Boolean(snapshot()?.used),
    };
  }

  /** Returns whether the page has finished its work: it started from a snapshot, or has made one, or makes none. */
  const isDone = () => !snapshot() || snapshot().used || snapshot().made !== undefined;

  return {
    awaitAnswer,
    clearClocks,
    countTaps,
    isDone,
    noteShown,
    noteTap,
    noted,
    quiet,
    startClocks,
    thought,
    timeOf,
    watchStart,
    watchWork,
    worked,
  };
})();
