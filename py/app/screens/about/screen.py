"""The About screen: the board game and its makers, how to report a problem, version, licenses, and links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.page.outgoing import Text
from app.screens.report import report
from app.visit import Next, Screen, Traits, Visit
from words import Words

#: The publisher's page, where players can buy the board game.
_PUBLISHER = "https://www.thunderworksgames.com/"
#: The thing that can be shared here.
_REPORT = "report"


class About(Screen):
    """The About screen."""

    traits: ClassVar[Traits] = Traits("about.title")

    #: The key of the sentence about the last attempt to copy the report.
    outcome: str = ""

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after an attempt to copy the report."""
        match message:
            case m.Shared(what, how) if what == _REPORT:
                outcome = "about.copied" if how == "copied" else "about.by-hand"
                return replace(visit, screen=replace(self, outcome=outcome))
            case _:
                return super().update(visit, message)

    def outgoing(self, words: Words, visit: Visit, what: str) -> Text | None:
        """Return the report."""
        return Text(report(visit)) if what == _REPORT else None

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the outcome of the last attempt to copy the report."""
        if self.outcome:
            yield Announcement("news", words(self.outcome))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the makers of the board game, a report to copy, the links, the version, and the licenses."""
        edition = visit.page.edition
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                _part(
                    words,
                    "what",
                    h("p", words("app.unofficial")),
                    h("p", words("about.version", version=edition.version, python=edition.python)),
                    h("p", words(f"about.offline.{visit.page.offline}"), key="offline"),
                ),
                _part(
                    words,
                    "boxes",
                    h("p", words("about.boxes.text")),
                    _link(_PUBLISHER, words("about.boxes.link"), "wide"),
                ),
                _part(
                    words,
                    "fault",
                    h("p", words("about.fault.text")),
                    h(
                        "textarea",
                        report(visit),
                        readonly=True,
                        rows=6,
                        spellcheck="false",
                        aria_label=words("about.report"),
                        class_="by-hand" if self.outcome == "about.by-hand" else None,
                        key="report",
                    ),
                    self._copy_button(words),
                    _link(f"{edition.source}/issues/new/choose", words("about.fault.link")) if edition.source else None,
                ),
                _part(words, "source", _link(edition.source, words("about.source.link"))) if edition.source else None,
                _part(
                    words,
                    "licenses",
                    h("p", words("about.licenses.text")),
                    _link("web/licenses.txt", words("about.licenses.link")),
                ),
                class_="form",
            ),
            class_="setup about",
            key="about",
        )

    def _copy_button(self, words: Words) -> Element:
        """Return the button that copies the report, or a note in its place if the browser doesn't allow that."""
        if self.outcome == "about.by-hand":
            return h("p", words(self.outcome), class_="note", key="by-hand")
        return button(
            m.Share(_REPORT, "copy"),
            icon("icon-check" if self.outcome else "icon-copy"),
            words(self.outcome or "about.copy"),
            class_="wide",
            key="copy",
        )


def screen(_: Visit, __: str) -> Screen:
    """Return the About screen."""
    return About()


def _part(words: Words, name: str, *children: Element | None) -> Element:
    return h(
        "section",
        h("h2", words(f"about.{name}"), id=f"about-{name}"),
        children,
        class_="part",
        aria_labelledby=f"about-{name}",
        key=name,
    )


def _link(address: str, text: str, look: str = "quiet") -> Element:
    return h("a", text, href=address, target="_blank", rel="noopener", class_=look)
