"""The screen for pasting a link.

Installed apps can't open links, and some messaging apps open them elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import ClassVar

from app import messages as m
from app.arrival.link import MAX_LENGTH, NO_LINK, Link, link_of
from app.drawing.controls import back_header, button, file_field
from app.drawing.element import Element, h
from app.saved_names import FINISHED
from app.screens.start.screen import Start
from app.visit import Controls, Needs, Next, Screen, Traits, Visit
from cartographers.errors import Sentence
from words import Words

#: The space before another address in a message.
_NEXT_ADDRESS = re.compile(r"\s(?=\S*://)")
#: The codes that a message may have without an address: a room's word, a game id or record, or a packed record.
_BARE = re.compile(
    r"(?<![\w-])(?:(?P<room>[\w-]{22}\.[0-9a-f]{64})|(?P<plain>c[0-9]+-[\w-]*(?P<plies>\.)?)|[a-dx][0-9A-Za-z]{8,})",
    re.ASCII | re.IGNORECASE,
)
#: Maximum number of codes without an address that are tried, and of characters of each. A file can have thousands of
#: words that look like codes. The longest code is a room's word with a message (rooms.by_hand.MAX_WORD_LENGTH).
_MOST_CODES, _LONGEST_CODE = 50, 21_000


class LinkField(Screen):
    """The screen with a field for a link."""

    traits: ClassVar[Traits] = Traits("follow")

    #: The text in the field.
    text: str = ""
    #: The reason why the text couldn't be followed, after an attempt.
    wrong: Sentence | None = None

    def needs(self, visit: Visit) -> Needs:
        """Ask for the saved games: the door to a link's game shows the player's own result."""
        return Needs(library=True)

    def controls(self, visit: Visit) -> Controls:
        """Let Enter follow the link."""
        return Controls(fields={"link": m.FollowLink()})

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit with the field's text, or the visit at the destination of its link."""
        match message:
            case m.TypeText("link", text):
                return replace(visit, screen=LinkField(text))
            case m.FollowLink(text):
                link = link_in(text or self.text, visit.page.clock.day)
                if link.room or link.id:
                    return _followed(visit, link)
                return replace(visit, screen=replace(self, wrong=link.error or Sentence("follow.none", {})))
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the field with its button.

        The browser, not the view, holds the field's text.
        """
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "section",
                    # The error replaces the text, so the buttons don't move.
                    h("p", words.say(self.wrong), class_="error", role="alert", id="follow-text", key="wrong")
                    if self.wrong
                    else h("p", words("follow.text"), id="follow-text"),
                    h(
                        "textarea",
                        name="link",
                        rows=4,
                        autocomplete="off",
                        spellcheck="false",
                        aria_label=words("follow.label"),
                        aria_describedby="follow-text",
                        aria_invalid="true" if self.wrong else None,
                        key="field",
                    ),
                    button(m.FollowLink(), h("b", words("follow.go")), class_="confirm", key="go"),
                    file_field(words("follow.file"), "link"),
                    class_="part",
                ),
                class_="form",
            ),
            class_="setup follow",
            key="follow",
        )


def screen(_: Visit, __: str) -> Screen:
    """Return the screen with an empty field."""
    return LinkField()


def link_in(text: str, today: date) -> Link:
    """Return the first link to this page in a text, or else the first code without an address.

    Links without an error come first. Returns an empty link if there are none.
    """
    text = text[:MAX_LENGTH]
    found = [link for part in _NEXT_ADDRESS.split(text) if _leads(link := link_of(part, today))]
    found = found or [link for link in _bare(text, today) if _leads(link)]
    return next((link for link in found if not link.error), found[0] if found else NO_LINK)


def _leads(link: Link) -> bool:
    return bool(link.id or link.room or link.error)


def _bare(text: str, today: date) -> list[Link]:
    """Return the links of codes without an address, except words that only look like a packed record."""
    found = []
    for _, start in zip(range(_MOST_CODES), _BARE.finditer(text), strict=False):
        name = "#room=" if start["room"] else "?id=" if start["plain"] and not start["plies"] else "?record="
        link = link_of(name + text[start.start() : start.start() + _LONGEST_CODE], today)
        if start["room"] or start["plain"] or not link.error:
            found.append(link)
    return found


def _followed(visit: Visit, link: Link) -> Visit | Next:
    """Return the visit at a link's destination.

    That is its room, its replay, or the start screen with a door to its game.
    """
    finished = (text for name, text in visit.memory.library or () if name.startswith(FINISHED))
    link = replace(link, embedded=False).with_results(finished)
    start = replace(visit.with_only_screen(Start()), page=replace(visit.page, link=link))
    if link.room:
        return Next(start, then=m.FragmentChanged(str(link.room)))
    return Next(start, then=m.Begin("link")) if link.record != str(link.id) else start
