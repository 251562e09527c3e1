"""The screens that share a result as a picture."""

from __future__ import annotations

from dataclasses import replace

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.visit import Next, Screen, Visit
from words import Words

#: The ways to share a drawn picture, each with its symbol.
_PICTURE_WAYS = {"share": "icon-share", "copy": "icon-copy", "save": "icon-file"}


class PictureScreen(Screen):
    """A screen that shares its result, also as a picture, which the browser draws first."""

    #: The last thing shared, and the outcome: one in ``web/share.mjs``, or ``begun`` for an unfinished picture.
    outcome: tuple[str, str] = ("", "")
    #: The picture, once the browser has drawn it.
    drawn: m.PictureDrawn | None = None

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about sharing."""
        match message:
            case m.Share("picture", "draw"):
                begun = replace(self, outcome=("picture", "begun"), drawn=None)
                return super().update(replace(visit, screen=begun), message)
            case m.PictureDrawn():
                return replace(visit, screen=replace(self, outcome=("picture", ""), drawn=message))
            case m.Shared(what, how):
                return replace(visit, screen=replace(self, outcome=(what, how)))
            case _:
                return super().update(visit, message)


def drawn_picture(words: Words, drawn: m.PictureDrawn) -> Element:
    """Return the picture with the ways to share it.

    A long press on it opens the browser's own menu.
    """
    return h(
        "figure",
        h("img", src=drawn.address, alt=words("share.picture.alt")),
        h("figcaption", words("share.picture.hold" if drawn.form == "png" else "share.picture.svg"), class_="note"),
        h(
            "div",
            [
                button(
                    m.Share("picture", way),
                    icon(symbol),
                    h("small", words(f"share.way.{way}")),
                    class_="wide small",
                    key=way,
                )
                for way, symbol in _PICTURE_WAYS.items()
                if way in drawn.ways.split(",")
            ],
            class_="picture-ways",
        ),
        class_="own-picture",
        key="drawn",
    )
