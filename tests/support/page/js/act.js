/** Touches, pens, keys, and forbidden code that the test's own mouse and keyboard can't produce. */
(() => {
  /** Taps a button twice at the same moment; on a busy machine, two real taps could be too far apart. */
  function tapTwice(button, clientX, clientY) {
    const finger = { pointerType: "touch", isPrimary: true, bubbles: true, clientX, clientY };
    for (const kind of ["down", "up", "down", "up"]) button.dispatchEvent(new PointerEvent(`pointer${kind}`, finger));
  }

  /** Puts a finger down on a button and lifts it, without a click. */
  function tapWithoutClick(button) {
    const { x, y } = button.getBoundingClientRect();
    const finger = { pointerType: "touch", isPrimary: true, bubbles: true, clientX: x + 9, clientY: y + 9 };
    for (const kind of ["down", "up"]) button.dispatchEvent(new PointerEvent(`pointer${kind}`, finger));
  }

  /** Taps a button with a pen. A click always follows, because there is no touch event that could prevent it. */
  function tapWithPen(button) {
    const { x, y } = button.getBoundingClientRect();
    const pen = { pointerType: "pen", isPrimary: true, bubbles: true, clientX: x + 9, clientY: y + 9, detail: 1 };
    for (const kind of ["pointerdown", "pointerup", "click"]) button.dispatchEvent(new PointerEvent(kind, pen));
  }

  /** Touches a space with a pen's other end. */
  function eraseWithPen(space) {
    const eraser = { pointerType: "pen", pointerId: 9, isPrimary: true, bubbles: true, button: 5, buttons: 32 };
    for (const kind of ["down", "up"]) space.dispatchEvent(new PointerEvent(`pointer${kind}`, eraser));
  }

  /** Presses Enter on the map, and returns the text in storage at the moment when the page has answered. */
  function pressEnter(key) {
    const target = document.querySelector(".spaces");
    target.focus();
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    return localStorage.getItem(cartographers.place + key);
  }

  /** Presses a key a number of times before the next frame. */
  function pressInOneFrame(key, times) {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let index = 0; index < times; index++) press();
  }

  /** Skips the edicts of a new game unless they have flown to their tiles already. */
  function skipEdicts({ ownerDocument }) {
    ownerDocument.querySelector(".dealing .confirm")?.click();
  }

  /** Picks a word in a field with Enter, as WebKit does: it reports the key after the word is in the field. */
  function pressEnterAfterWord(field) {
    const options = { key: "Enter", code: "Enter", keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", options));
  }

  /** Sends a keydown event without a key, as some browser extensions and password managers do. */
  function sendKeyWithoutName(field) {
    field.dispatchEvent(new Event("keydown", { bubbles: true }));
  }

  /** Tries actions that the page's policy forbids, and returns the violated directives and whether any code ran. */
  async function tryForbiddenActions() {
    const code = "globalThis.ran = true";
    const violatedDirectives = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      violatedDirectives.push(effectiveDirective),
    );
    setTimeout(code);
    document.body.append(Object.assign(document.createElement("script"), { text: code }));
    document.body.setAttribute("onclick", code);
    await fetch("https://example.org/").catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [...violatedDirectives, Boolean(globalThis.ran)];
  }

  return {
    eraseWithPen,
    pressEnter,
    pressEnterAfterWord,
    pressInOneFrame,
    sendKeyWithoutName,
    skipEdicts,
    tapTwice,
    tapWithPen,
    tapWithoutClick,
    tryForbiddenActions,
  };
})();
