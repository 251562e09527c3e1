/** What fingers, pens, keys and forbidden code do, where the test's own mouse and keyboard cannot do it. */
(() => {
  /** A finger taps a button twice at one moment. A busy machine could take too long between two real taps. */
  function tapTwice(button, clientX, clientY) {
    const finger = { pointerType: "touch", isPrimary: true, bubbles: true, clientX, clientY };
    for (const kind of ["down", "up", "down", "up"]) button.dispatchEvent(new PointerEvent(`pointer${kind}`, finger));
  }

  /** A finger is put down on a button and lifted there, and no click follows. */
  function lift(button) {
    const { x, y } = button.getBoundingClientRect();
    const finger = { pointerType: "touch", isPrimary: true, bubbles: true, clientX: x + 9, clientY: y + 9 };
    for (const kind of ["down", "up"]) button.dispatchEvent(new PointerEvent(`pointer${kind}`, finger));
  }

  /** A pen taps a button. There is no touch that could be kept from becoming a click. */
  function tapWithPen(button) {
    const { x, y } = button.getBoundingClientRect();
    const pen = { pointerType: "pen", isPrimary: true, bubbles: true, clientX: x + 9, clientY: y + 9, detail: 1 };
    for (const kind of ["pointerdown", "pointerup", "click"]) button.dispatchEvent(new PointerEvent(kind, pen));
  }

  /** The player presses Enter on the map. The result is what the storage has when the key is answered. */
  function pressEnter(key) {
    const target = document.querySelector(".spaces");
    target.focus();
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    return localStorage.getItem(cartographers.place + key);
  }

  /** A key is pressed so often before anything is drawn. */
  function pressAtOnce(key, times) {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let time = 0; time < times; time++) press();
  }

  /** Enter picks a word in a field, and WebKit tells of the key when the word is there already. */
  function pressEnterAfterWord(field) {
    const enter = { key: "Enter", code: "Enter", keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", enter));
  }

  /** Something else than a keyboard tells of a key. */
  function sendKeyWithoutName(field) {
    field.dispatchEvent(new Event("keydown", { bubbles: true }));
  }

  /** The page tries what its policy forbids. The result names what was refused, and says whether some code ran. */
  async function tryForbidden() {
    const code = "globalThis.ran = true";
    const refused = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
    setTimeout(code);
    document.body.append(Object.assign(document.createElement("script"), { text: code }));
    document.body.setAttribute("onclick", code);
    await fetch("https://example.org/").catch(() => null);
    await new Promise((done) => setTimeout(done, 50));
    return [...refused, Boolean(globalThis.ran)];
  }

  return { lift, pressAtOnce, pressEnter, pressEnterAfterWord, sendKeyWithoutName, tapTwice, tapWithPen, tryForbidden };
})();
