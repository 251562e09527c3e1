"""The embed screen, in somebody else's page: the empty map of the game, and one large button to begin it."""

from __future__ import annotations

from app.element import Element, h
from app.map_view import map_picture
from app.model import Model
from app.parts import banner, button, error_note
from app.text import Words
from cartographers.boxes import Box
from cartographers.maps import SIDES_OF, blank_sheet


def embed_view(words: Words, model: Model) -> Element:
    """Return the embed screen.

    The build prints it for each side of the map; the page's script then adds the game to the address of the full page.
    """
    link = model.link
    side = link.id.side if link.id else SIDES_OF[Box.BASE][0]
    return h(
        "main",
        banner(),
        h("header", h("h1", words("app.name")), h("p", words(f"side.{side}"))),
        h("div", map_picture("spring", blank_sheet(side), words(f"side.{side}")), class_="map-box"),
        h("section", _doors(words, model), class_="doors"),
        h(
            "footer",
            h("a", words("embed.page"), href=link.page, target="_blank", rel="noopener", class_="quiet"),
            h("p", words("app.unofficial")),
        ),
        class_="embed",
        key="embed",
    )


def _doors(words: Words, model: Model) -> list[Element | None]:
    """Return the way into the game, or why there is none; a game that is over can be looked at, or begun again."""
    if model.link.error:
        return [error_note(words, "link.unread", model.link.error)]
    if model.saved and model.saved.game.state.over:
        return [
            button(f"begin-surely {model.link.begins}", h("b", words("end.again")), class_="confirm", key="again"),
            button("continue", h("b", words("start.last")), class_="confirm", key="last"),
        ]
    return [
        button("play-embedded", h("b", words("embed.play")), class_="confirm", key="play"),
        error_note(words, "save.unread", model.save_error),
    ]
