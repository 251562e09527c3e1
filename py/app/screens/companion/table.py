"""The table: the season with its time, the four edicts, the card in play, and the button for the next one."""

from __future__ import annotations

from collections.abc import Iterable

from app import messages as m
from app.board.board_view import time_button
from app.drawing.controls import button, icon, undo_button
from app.drawing.element import Element, h
from app.game.printed import PrintedGame
from app.screens.companion.faces import face
from cartographers.seasons import EDICTS
from words import Words


def table(words: Words, game: PrintedGame, notes: Iterable[str]) -> Element:
    """Return the table with notes, which are given by their keys in the catalogs."""
    return h(
        "main",
        _strip(words, game),
        h("section", [_edict(words, game, letter) for letter in EDICTS], class_="tiles", aria_label=words("edicts")),
        h("div", [h("p", words(note), class_="note", key=note) for note in notes], class_="status", role="status"),
        face(words, game),
        h("div", undo_button(words, enabled=game.steps > 0), _aside(words, game), _next(words, game), class_="thumb"),
        class_=f"companion season-{game.season.name}",
        key="table",
    )


def _strip(words: Words, game: PrintedGame) -> Element:
    """Return the header: the menu, the season, the order in which the edicts are scored, and the time."""
    now, moment = game.season, game.moment
    seasons = [dealt.season for dealt in game.deal.seasons]
    return h(
        "header",
        h("div", icon(f"sky-{now.name}", "sky"), class_="sky-now", key=now.name),
        button(m.Open("menu"), icon("icon-menu"), class_="menu", aria_label=words("menu")),
        h(
            "div",
            h("h1", words(f"season.{now.name}")),
            h(
                "p",
                [h("span", each.edicts, class_="now" if each == now else None, key=each.name) for each in seasons],
                class_="order",
                aria_hidden="true",
            ),
            class_="season",
        ),
        time_button(words, now.threshold, moment.time, moment.card_time),
        class_="strip",
    )


def _edict(words: Words, game: PrintedGame, letter: str) -> Element:
    """Return the tile of an edict, which opens its rule; a large screen also shows the gist of the rule.

    The tile shows whether the edict is scored this season.
    """
    card = game.deal.edicts[EDICTS.index(letter)]
    name, is_scored = words(f"name.{card.id}"), letter in game.season.edicts
    label = f"{letter} {name}"
    tile = button(
        m.Open("edict", letter),
        h("b", letter, class_="letter"),
        " ",
        icon(f"edict-{card.id}"),
        h("span", name),
        class_="tile scored" if is_scored else "tile",
        aria_label=label + words("edict.scored") if is_scored else label,
    )
    return h("div", tile, h("p", words(f"gist.{card.id}")), class_="tile-box", key=letter)


def _aside(words: Words, game: PrintedGame) -> Element:
    """Return the small button: the season's cards, or the scores of a season that is over, if another one follows."""
    message: m.Message = m.Open("cards")
    symbol, key = "icon-copy", "companion.cards"
    if game.is_season_over and not game.is_over:
        message, symbol, key = m.Go("scores"), "icon-star", "scores.go"
    return button(message, icon(symbol), h("span", words(key)), class_="key cards", key=key)


def _next(words: Words, game: PrintedGame) -> Element:
    """Return the large button: the next card, the end of the season, the next season, or the scores."""
    if game.is_over:
        return button(m.Go("scores"), h("b", words("scores.all")), class_="confirm")
    after = game.next_season if game.is_season_over else game.season
    if after and (game.is_season_over or not game.steps):
        label = words(f"companion.start.{after.name}")
    else:
        label = words("companion.end" if game.is_last_card else "companion.next")
    return button(m.Proceed(), h("b", label), class_="confirm")
