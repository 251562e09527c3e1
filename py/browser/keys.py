"""The keyboard, as messages."""

from __future__ import annotations

from typing import Any

from js import document

from browser.loop import Loop


class Keys:
    """What a key means where it is pressed."""

    def __init__(self, loop: Loop) -> None:
        """Send what is meant to a loop."""
        self.loop = loop

    def pressed(self, event: Any) -> None:
        """Send the message of a key, unless it belongs to the browser or to the control that has the focus."""
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        control = event.target.closest("button, input, textarea, a")
        in_field = control and control.tagName in {"INPUT", "TEXTAREA"} and control.type != "range"
        if in_field and event.key == "Escape" and control.type == "search" and not control.value:
            in_field = False  # with a text in it, the browser empties it
        if event.repeat and not in_field and not event.key.startswith("Arrow") and event.key != "Tab":
            event.preventDefault()  # a key held down draws one shape, not many
        elif in_field and event.key == "Enter" and control.tagName == "INPUT":
            event.preventDefault()  # or it would press the button that has the focus afterwards
            if not event.repeat:
                self._entered(event.target)
        elif not in_field and not (control and event.key in {"Enter", " "}):
            message = self.loop.visit.message_of(event.key)
            if message:
                event.preventDefault()
                self.loop.send(message)

    def _entered(self, field: Any) -> None:
        """Send what Enter means in a field, or go on to the next; after the last one, a phone's keyboard goes away."""
        fields = list(document.querySelectorAll("#app input"))
        place = next(number for number, other in enumerate(fields) if other.isSameNode(field))
        screen = self.loop.visit.screen
        message = screen.on_enter(self.loop.visit)
        if its := screen.on_enter_in(field.name):
            self.loop.send(its)
        elif place + 1 < len(fields):
            fields[place + 1].focus()
        elif message:
            self.loop.send(message)
        else:
            field.blur()
