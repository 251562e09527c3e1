"""The keyboard, as messages."""

from __future__ import annotations

from typing import Any

from js import document

from app.keyboard import names_of
from app.messages import Message
from browser.loop import Loop

#: ``KeyboardEvent.keyCode`` of a key that an input method has handled.
_BY_INPUT_METHOD = 229
#: Inputs that are no text fields: the page has keys on them, or the browser has.
_NO_TEXT = frozenset({"range", "file"})


class Keys:
    """The keydown listener."""

    def __init__(self, loop: Loop) -> None:
        """Send what is meant to a loop."""
        self.loop = loop

    def pressed(self, event: Any) -> None:
        """Send the message of a key, unless it belongs to the browser or to the control that has the focus."""
        if not getattr(event, "key", "") or event.ctrlKey or event.metaKey or event.altKey:
            return  # browsers and extensions that fill fields in send events without a key
        control = event.target.closest("button, input, textarea, a")
        in_field = control and control.tagName in {"INPUT", "TEXTAREA"} and control.type not in _NO_TEXT
        # WebKit ends the composition before it tells of the key that ended it: then only the number is left.
        by_input_method = event.keyCode == _BY_INPUT_METHOD
        if event.isComposing or (in_field and by_input_method):
            return
        key = "Process" if by_input_method else event.key
        if in_field and key == "Escape" and control.type == "search" and not control.value:
            in_field = False  # with a text in it, the browser empties it
        if event.repeat and not in_field and not key.startswith("Arrow") and key != "Tab":
            event.preventDefault()  # a key held down draws one shape, not many
        elif in_field and key == "Enter" and (control.tagName == "INPUT" or self._sent_by(control)):
            event.preventDefault()  # or it would press the button that has the focus afterwards
            if not event.repeat:
                self._entered(event.target)
        elif not in_field and not (control and key in {"Enter", " "}):
            message = self.loop.visit.message_of(*names_of(key, event.code, shift=event.shiftKey))
            if message:
                event.preventDefault()
                self.loop.send(message)

    def _sent_by(self, field: Any) -> Message | None:
        """Return the message that Enter sends in a field with its own button."""
        return self.loop.visit.screen.on_enter_in(field.name)

    def _entered(self, field: Any) -> None:
        """Send what Enter means in a field, or go on to the next; after the last one, a phone's keyboard goes away."""
        if its := self._sent_by(field):
            self.loop.send(its)
            return
        fields = list(document.querySelectorAll("#app input"))
        place = next(number for number, other in enumerate(fields) if other.isSameNode(field))
        message = self.loop.visit.screen.on_enter(self.loop.visit)
        if place + 1 < len(fields):
            fields[place + 1].focus()
        elif message:
            self.loop.send(message)
        else:
            field.blur()
