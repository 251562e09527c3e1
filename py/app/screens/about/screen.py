"""The About screen: version, licenses, links, and how to report a bug."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.drawing.controls import back_header
from app.drawing.element import Element, h
from app.messages import Back, Message
from app.report import report
from app.visit import Screen, Visit
from words import Words


@dataclass(frozen=True, slots=True)
class About(Screen):
    """The About screen."""

    def title(self, words: Words) -> str:
        """Return the title of the screen."""
        return words("about.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the version, the licenses, a bug report to copy, and the link to the source code."""
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
                ),
                _part(
                    words,
                    "licenses",
                    h("p", words("about.licenses.text")),
                    _link("web/licenses.txt", words("about.licenses.link")),
                ),
                _part(
                    words,
                    "fault",
                    h("p", words("about.fault.text")),
                    _link(f"{edition.source}/issues", words("about.fault.link")) if edition.source else None,
                    h(
                        "textarea",
                        report(visit),
                        readonly=True,
                        rows=6,
                        spellcheck="false",
                        aria_label=words("about.report"),
                        key="report",
                    ),
                ),
                _part(words, "source", _link(edition.source, words("about.source.link"))) if edition.source else None,
                class_="form",
            ),
            class_="setup about",
            key="about",
        )

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return the shortcuts: Escape goes back."""
        return {"Escape": Back()}


def screen(_: str) -> Screen:
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


def _link(address: str, text: str) -> Element:
    return h("a", text, href=address, target="_blank", rel="noopener", class_="quiet")
