"""The panels that can be over any screen: menu, preferences, keyboard help, questions, notices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app import messages as m
from app.arrival.invitation import ROOM_SCREEN
from app.arrival.page_load import PageLoad
from app.drawing.controls import button, choice, icon, reload_button
from app.drawing.element import Child, Element, h
from app.game.daily import day_of
from app.game.shelf import MAX_FILE_SIZE
from app.page.notice import Notice
from app.page.preferences import OPTIONS, ROOM_OPTIONS, Preferences
from app.screens.report import game_of
from app.visit import Dialog, GameScreen, Visit
from words import Words

#: The values to insert into the texts of notices.
_IN_NOTICES = {Notice.LARGE_FILE: {"most": MAX_FILE_SIZE // 1_000_000}}


def dialog_view(words: Words, visit: Visit, dialog: Dialog) -> Element | None:
    """Return the open panel; None if the screen has no such panel."""
    found = _content(words, visit, dialog)
    if found is None:
        return None
    title, body = found
    close = button(m.Close(), icon("icon-cross"), class_="close", aria_label=words("close"))
    head = h("header", h("h2", title, id="dialog-title"), close)
    panel = _modal("dialog", dialog.panel.value, head, body)
    return h("div", panel, class_="veil", data_do=m.command(m.Close()), key="dialog")


def _modal(role: str, about: str, *children: Child) -> Element:
    """Return a panel that takes the focus when it opens; its title has the id ``dialog-title``."""
    return h(
        "div",
        *children,
        class_=f"dialog about-{about}",
        role=role,
        aria_modal="true",
        aria_labelledby="dialog-title",
        tabindex="-1",
    )


def _content(words: Words, visit: Visit, dialog: Dialog) -> tuple[str, Sequence[Element | None]] | None:
    """Return the title and the content of a panel."""
    match dialog.panel:
        case m.Panel.MENU:
            return words("app.name"), _menu(words, visit)
        case m.Panel.KEYS:
            return words("keys.title"), _keys(words, visit)
        case m.Panel.PREFERENCES:
            return words("preferences"), _preferences(words, visit)
        case m.Panel.REPLACE:
            text = words("replace.unread" if visit.memory.shelf.error else "replace.text")
            return words("replace.title"), _question(words, text, "replace", dialog.then)
        case m.Panel.UNDO:
            return words("undo.title"), _question(words, words("undo.text"), "undo", m.Undo(sure=True))
        case m.Panel.HINT:
            return words("hint"), _question(words, words("hint.text"), "hint", m.AskForHint(sure=True))
        case m.Panel.SEAT | m.Panel.ROOM | m.Panel.CARDS | m.Panel.MAPS | m.Panel.EDICT | m.Panel.SHEET | m.Panel.ERASE:
            return visit.screen.panel(words, visit, dialog)
        case unknown:
            assert_never(unknown)


def _menu(words: Words, visit: Visit) -> list[Element | None]:
    game, saved = game_of(visit), visit.memory.shelf.saved
    day = day_of(game.id) if game else None
    return [
        h("p", words("daily", day=words.day(day))) if day else None,
        h("p", words("menu.id"), " ", h("code", str(game.id)), f" ({words('practice')})" if game.is_practice else None)
        if game
        else None,
        button(m.AskForHint(), icon("icon-hint"), words("hint"), class_="wide")
        if isinstance(visit.screen, GameScreen) and visit.screen.can_give_hint
        else None,
        button(m.Open("maps"), icon("icon-maps"), words("menu.maps"), class_="wide")
        if game and not game.is_solo
        else None,
        button(m.Go(ROOM_SCREEN, visit.room.word), icon("icon-players"), words("room"), class_="wide")
        if visit.room
        else None,
        button(m.Go("set-up"), icon("icon-plus"), words("end.new"), class_="wide") if _can_set_up(visit) else None,
        button(m.Go("start"), icon("icon-home"), words("menu.home"), class_="wide"),
        h(
            "p",
            words(f"menu.home.{visit.memory.save_notice}" if visit.memory.save_notice else "menu.home.note"),
            class_="note",
        )
        if saved and saved.game is game and (visit.memory.save_notice or not game.state.is_over)
        else None,
        button(m.Go("rules"), icon("icon-rules"), words("rules"), class_="wide"),
        _sound_switch(words, visit.memory.preferences),
        button(m.Open("preferences"), icon("icon-preferences"), words("preferences"), class_="wide"),
        button(m.Open("keys"), icon("icon-keys"), words("menu.keys"), class_="wide for-keyboard"),
        None
        if visit.page.link.embedded
        else button(m.Go("lesson", "anew"), icon("icon-quill"), words("menu.lesson"), class_="wide"),
        button(m.Go("about"), icon("icon-about"), words("about"), class_="wide"),
        reload_button(words, "wide") if visit.page.newer_version else None,
        h("p", words("app.unofficial"), class_="note"),
    ]


def _can_set_up(visit: Visit) -> bool:
    """Return whether the menu leads to the setup of another game: from a game in play, outside rooms and embeds."""
    screen = visit.screen
    return isinstance(screen, GameScreen) and not screen.traits.is_of_room and not visit.page.link.embedded


def _sound_switch(words: Words, preferences: Preferences) -> Element:
    """Return the switch for sounds, which many players look for in the menu."""
    on = preferences.sound == "on"
    return button(
        m.Prefer("sound", "off" if on else "on"),
        icon("icon-sound"),
        words("prefer.sound"),
        h("i", class_="knob"),
        class_="wide",
        role="switch",
        aria_checked="true" if on else "false",
    )


def _preferences(words: Words, visit: Visit) -> list[Element]:
    """Return all preferences except those of rooms, and those without effect in this browser."""
    preferences = visit.memory.preferences
    hidden = ROOM_OPTIONS if visit.page.edition.vibrates else {*ROOM_OPTIONS, "vibration"}

    def options(what: str, value: str) -> Element:
        return choice(words, what, OPTIONS[what], value, words(f"prefer.{what}"), lambda chosen: m.Prefer(what, chosen))

    return [
        h(
            "dl",
            [
                h("div", h("dt", words(f"prefer.{what}")), h("dd", options(what, getattr(preferences, what))), key=what)
                for what in OPTIONS
                if what not in hidden
            ],
            class_="preferences",
        )
    ]


def _keys(words: Words, visit: Visit) -> list[Element]:
    """Return a list of the screen's keyboard shortcuts and their effects."""
    return [
        h(
            "dl",
            [
                h("div", h("dt", words(f"keys.{key}")), h("dd", words(f"keys.{key}.text")), key=key)
                for key in visit.screen.controls(visit).listed
            ],
        )
    ]


def _question(words: Words, text: str, about: str, yes: m.Message | None) -> list[Element | None]:
    """Return a question before something is lost; the safe answer is the large button."""
    return [
        h("p", text),
        button(m.Close(), h("b", words(f"{about}.no")), class_="confirm"),
        button(yes, words(f"{about}.sure"), class_="wide") if yes else None,
    ]


def continued_elsewhere_view(words: Words) -> Element:
    """Return the panel over a game that has been continued in another tab."""
    panel = _modal(
        "alertdialog",
        "taken",
        h("h2", words("taken.title"), id="dialog-title"),
        h("p", words("taken.text")),
        button(m.PlayHere(), h("b", words("taken.back")), class_="confirm"),
        button(m.Go("start"), icon("icon-home"), words("menu.home"), class_="wide"),
    )
    return h("div", panel, class_="veil", key="taken")


#: The notices about files that couldn't be fetched.
_FETCHED = {Notice.LANGUAGE, Notice.ROOM}


def notice_view(words: Words, notice: Notice, page: PageLoad) -> Element:
    """Return a notice; if an update explains why a file couldn't be fetched, offer to reload."""
    is_updated = page.newer_version and notice in _FETCHED
    text = words("updated") if is_updated else words(f"notice.{notice}", **_IN_NOTICES.get(notice, {}))
    return h(
        "div",
        h("p", text),
        button(m.Reload(), words("reload"), class_="quiet") if is_updated else None,
        button(m.DismissNotice(), icon("icon-cross"), class_="close", aria_label=words("close")),
        class_="notice",
        role="alert",
        key="notice",
    )
