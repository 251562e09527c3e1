"""Small elements that all screens use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from app import messages as m
from app.drawing.element import Child, Element, h
from cartographers.errors import Sentence
from words import Words, signed


def button(
    message: m.Message, *children: Child, class_: str, key: str = "", **attributes: str | bool | None
) -> Element:
    """Return a button that sends a message."""
    return h("button", *children, key=key, type="button", data_do=m.command(message), class_=class_, **attributes)


def reload_button(words: Words, look: str) -> Element:
    """Return the button that loads the newer version of the page."""
    return button(m.Reload(), icon("icon-turn"), words("newer"), class_=look, key="reload")


def fetch_failure(words: Words, again: m.Message, *, newer: bool) -> tuple[str, Element]:
    """Return the reason why a file didn't arrive, and a button to try again or to load the newer version."""
    if newer:
        return words("updated"), button(m.Reload(), h("b", words("reload")), class_="confirm")
    return words("fetching.failed"), button(again, h("b", words("fetching.again")), class_="confirm")


def rules_button(words: Words, about: str, name: str) -> Element:
    """Return the button that opens the rules about a subject, with the given name."""
    label = words("card.rules", name=name)
    return button(
        m.Go("rules", about), icon("icon-rules"), h("span", words("rules")), class_="to-rules", aria_label=label
    )


def undo_button(words: Words, *, enabled: bool) -> Element:
    """Return the button that undoes the last ply."""
    label = h("span", words("undo"))
    return button(m.Undo(), icon("icon-undo"), label, class_="key undo", aria_disabled=None if enabled else "true")


def error_note(words: Words, key: str, error: Sentence | None = None) -> Element:
    """Return an error notice, with its cause if there is one."""
    text = words(key, error=words.say(error)) if error else words(key)
    return h("p", text, class_="error", role="alert", key=key)


def status(*children: Child) -> Element:
    """Return a box whose changes screen readers announce.

    The box must exist before its content does.
    """
    return h("div", *children, class_="status", role="status", key="status")


def file_field(label: str, name: str) -> Element:
    """Return the button for choosing a text file; the field's name determines the file's use."""
    field = h("input", type="file", name=name, accept=".txt,text/plain")
    return h("label", label, field, class_="wide file", key="file")


def back_header(words: Words, title: str, *more: Child) -> Element:
    """Return the header of a screen: the Back button, the title, and perhaps more."""
    back = button(m.Back(), icon("icon-undo"), class_="menu", aria_label=words("back"))
    return h("header", back, h("h1", title), *more)


@cache
def icon(name: str, class_: str = "icon") -> Element:
    """Return a symbol of the page's art as decoration, without a name for screen readers."""
    return h("svg", h("use", href=f"#{name}"), class_=class_, aria_hidden="true")


def banner() -> Element:
    """Return the picture at the top of a screen outside games."""
    return h("div", icon("sky-start", "sky"), icon("emblem", "emblem"), class_="banner")


def labeled_icon(symbol: str, name: str, class_: str = "icon", **attributes: str) -> Element:
    """Return a symbol of the page's art with a name for screen readers."""
    return h("svg", h("title", name), h("use", href=f"#{symbol}"), class_=class_, role="img", **attributes)


def difference(stars: int) -> Element:
    """Return the ghost's gain or loss with its sign; an empty element for 0."""
    return h("span", signed(stars) if stars else "", class_=f"delta {'more' if stars > 0 else 'less'}")


def choice(
    words: Words, what: str, values: tuple[str, ...], now: str, label: str, message: Callable[[str], m.Message]
) -> Element:
    """Return a button for each value, the current one pressed; their texts have the keys ``what.value``."""
    return h(
        "div",
        [
            button(
                message(value),
                words(f"{what}.{value}"),
                class_="choice",
                aria_pressed="true" if value == now else "false",
                key=value,
            )
            for value in values
        ],
        class_="choose",
        role="group",
        aria_label=label,
    )
