"""The result of a game with several players: the winners, and all players with their maps, best first.

The module comes with the later part of the page.
"""

from __future__ import annotations

from functools import lru_cache

from app import messages as m
from app.board.board import Board
from app.board.board_view import describe_practice
from app.board.event_texts import describe_winners, has_broken_tie, ranking
from app.board.map_view import small_map
from app.board.names import crest_of, player_name, sheet_name
from app.drawing.controls import button, labeled_icon
from app.drawing.element import Element, h
from app.game.game import Game
from cartographers.events import GameEnd
from words import Words, number

#: The maximum number of winners whose crests are shown.
_MAX_CRESTS = 3
# Twelve players may look at each other's maps; only the pressed row changes.
_thumbnail = lru_cache(maxsize=16)(small_map)


def ranking_card(words: Words, board: Board, end: GameEnd, following: str) -> Element:
    """Return the card with the winners and the ranking. ``following`` is a sentence about a room's next game."""
    game = board.game
    practice = describe_practice(words, game)
    return h(
        "div",
        h(
            "div",
            h("div", [crest_of(words, game, player) for player in end.winners[:_MAX_CRESTS]], class_="crests"),
            h(
                "div",
                h("h2", describe_winners(words, game, end)),
                h("p", words("standings.tie"), class_="sum") if has_broken_tie(end) else None,
                h("p", practice, class_="sum practice") if practice else None,
                h("p", following, class_="sum", role="status", key="following") if following else None,
            ),
            class_="winners",
        ),
        h(
            "div",
            [_rank(words, game, end, player, board.owner) for player in ranking(end)],
            class_="ranks",
            role="group",
            aria_label=words("players"),
        ),
        class_="card",
    )


def place_of(end: GameEnd, player: int) -> int:
    """Return a player's place in the ranking. Players with the same stars and losses share a place."""
    results = list(zip(end.totals, end.monsters, strict=True))
    return 1 + sum(other > results[player] for other in results)


def _rank(words: Words, game: Game, end: GameEnd, player: int, looking: int) -> Element:
    """Return a player's line of the ranking, as a button that shows the map.

    After a tie on stars, it also has the stars lost to monsters.
    """
    lost = end.monsters[player] if end.totals.count(end.totals[player]) > 1 else None
    return button(
        m.LookAtSheet(player),
        h("b", str(place_of(end, player)), class_="place-won"),
        " ",
        crest_of(words, game, player),
        h(
            "span",
            h("b", player_name(words, game, player)),
            " ",
            h("small", labeled_icon("icon-monster", words("monsters")), " ", number(lost))
            if lost is not None
            else None,
            class_="whose-standing",
        ),
        " ",
        _thumbnail(game.state.sheets[player], sheet_name(words, game, player)),
        " ",
        h("b", number(end.totals[player]), class_="stars-won"),
        class_="standing winner" if player in end.winners else "standing",
        aria_pressed="true" if player == looking else "false",
        key=str(player),
    )
