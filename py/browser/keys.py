"""Turns keys of the keyboard into messages."""

from __future__ import annotations

from typing import Any

from js import document

from app import messages as m
from app.page.keyboard import names_of, undo_or_redo
from browser.loop import Loop

#: The ``KeyboardEvent.keyCode`` of a key that an input method has handled.
_BY_INPUT_METHOD = 229
#: Inputs that aren't text fields: on them, keys belong to the page or the browser.
_NO_TEXT = frozenset({"range", "file"})


class KeyListener:
    """The listener for ``keydown``."""

    def __init__(self, loop: Loop) -> None:
        """Send messages to a loop."""
        self.loop = loop

    def pressed(self, event: Any) -> None:
        """Send the message of a key, unless the key belongs to the browser or to the focused control."""
        if not getattr(event, "key", "") or event.altKey:
            return  # browsers and extensions that fill in fields send events without a key
        control = event.target.closest("button, input, textarea, a")
        in_field = control and control.tagName in {"INPUT", "TEXTAREA"} and control.type not in _NO_TEXT
        # WebKit ends the composition before it reports the key that ended it. Only the key code reveals that key.
        by_input_method = event.keyCode == _BY_INPUT_METHOD
        if event.isComposing or (in_field and by_input_method):
            return
        key = "Process" if by_input_method else event.key
        if event.ctrlKey or event.metaKey:
            if not in_field:  # there, the browser undoes
                self._send(event, undo_or_redo(key, event.code, shift=event.shiftKey))
            return
        if in_field and key == "Escape" and control.type == "search" and not control.value:
            in_field = False  # Escape only clears a field that has text
        if event.repeat and not in_field and not key.startswith("Arrow") and key != "Tab":
            event.preventDefault()  # a held key must not draw several shapes
        elif in_field and key == "Enter" and (control.tagName == "INPUT" or self._sent_by(control)):
            event.preventDefault()  # otherwise, Enter would press the button that is focused next
            if not event.repeat:
                self._entered(event.target)
        elif not in_field and not (control and key in {"Enter", " "}):
            self._send(event, *names_of(key, event.code, shift=event.shiftKey))

    def _send(self, event: Any, *names: str) -> None:
        """Send the message of a key by its names, if the screen has one, and keep the key from the browser.

        While a key that undoes or redoes is held, only the maps that the player paints go on changing.
        """
        message = self.loop.visit.message_of(*names)
        if message:
            event.preventDefault()
            is_held = event.repeat and (event.ctrlKey or event.metaKey)
            if not is_held or self.loop.visit.screen.controls(self.loop.visit).paints:
                self.loop.send(message)

    def _sent_by(self, field: Any) -> m.Message | None:
        """Return the message that Enter sends in a field with a button of its own."""
        return self.loop.visit.screen.controls(self.loop.visit).fields.get(field.name)

    def _entered(self, field: Any) -> None:
        """Send the message of Enter in a field, or focus the next field. After the last one, hide the keyboard."""
        if answer := self._sent_by(field):
            self.loop.send(answer)
            return
        fields = list(document.querySelectorAll("#app input"))
        place = next(number for number, other in enumerate(fields) if other.isSameNode(field))
        message = self.loop.visit.screen.controls(self.loop.visit).enter
        if place + 1 < len(fields):
            fields[place + 1].focus()
        elif message:
            self.loop.send(message)
        else:
            field.blur()
