"""The panels and keyboard shortcuts for looking around on every screen with a game."""

from __future__ import annotations

from app import messages as m
from app.board.map_view import map_picture, small_map
from app.board.names import crest_of, player_name, sheet_name
from app.drawing.controls import button, icon, rules_button
from app.drawing.element import Element, h
from app.game.game import Game, Moment
from cartographers.seasons import EDICTS
from cartographers.sheet import COIN_TRACK
from words import Words, number


def looking_keys(game: Game) -> dict[str, m.Message]:
    """Return the keyboard shortcuts that look at something and change nothing."""
    keys: dict[str, m.Message] = {
        str(number): m.HighlightTopic(m.Topic(letter)) for number, letter in enumerate(EDICTS, start=1)
    }
    keys |= {"5": m.HighlightTopic(m.Topic.MONSTERS), "?": m.Open("keys")}
    return keys if game.is_solo else keys | {"m": m.Open("maps")}


def panel_of_game(
    words: Words, panel: m.Panel, game: Game, moment: Moment, looking: int | None
) -> tuple[str, list[Element]] | None:
    """Return the title and the content of a panel of screens with a game; None for other panels."""
    match panel:
        case m.Panel.CARDS:
            return words("cards.title"), cards_panel(words, moment)
        case m.Panel.MAPS:
            return words("maps.title"), maps_panel(words, game, moment, looking)
    return None


def tabs(words: Words, game: Game, values: dict[int, str], looking: int) -> Element:
    """Return a small button for each player, which shows the player's map."""
    return h(
        "div",
        [
            button(
                m.LookAtSheet(player),
                crest_of(words, game, player),
                h("span", value),
                class_="tab",
                aria_pressed="true" if player == looking else "false",
                aria_label=f"{player_name(words, game, player)} {value}",
                key=str(player),
            )
            for player, value in values.items()
        ],
        class_="tabs",
        role="group",
        aria_label=words("players"),
        key="tabs",
    )


def cards_panel(words: Words, moment: Moment) -> list[Element]:
    """Return the season's threshold, and its revealed cards in order, each with its time."""
    return [
        *([h("p", icon("icon-ruins"), h("b", words("cards.ruins")), class_="why")] if moment.after_ruins else []),
        h("p", words("cards.text", threshold=moment.season.threshold), _count(words, moment), class_="note"),
        h(
            "ol",
            [
                h(
                    "li",
                    icon(f"card-{card.id}", "picture"),
                    h("span", words(f"name.{card.id}")),
                    h("span", words("card.time", time=card.time)),
                    rules_button(words, card.id, words(f"name.{card.id}")),
                    key=card.id,
                )
                for card in moment.cards
            ],
            class_="revealed",
        ),
    ]


def _count(words: Words, moment: Moment) -> str:
    """Return the words before the list of the season's cards; empty before the first card."""
    return f" {words.plural('cards.count', len(moment.cards))}" if moment.cards else ""


def maps_panel(words: Words, game: Game, moment: Moment, looking: int | None) -> list[Element]:
    """Return the maps, coins, and stars of all players; the selected map is large."""
    season = moment.season.name
    large = None if looking is None else map_picture(season, moment.sheets[looking], sheet_name(words, game, looking))
    return [
        h("p", words("maps.text"), class_="note"),
        *([h("div", large, class_="large", key="large")] if large else []),
        h(
            "div",
            [
                button(
                    m.LookAtSheet(player),
                    small_map(sheet, sheet_name(words, game, player)),
                    h("span", crest_of(words, game, player), h("b", player_name(words, game, player)), class_="who"),
                    h(
                        "span",
                        icon("icon-star"),
                        number(game.state.total(player, moment.scored_seasons)),
                        icon("icon-coin"),
                        h(
                            "span",
                            str(sheet.coins),
                            aria_label=words("coins.label", coins=sheet.coins, track=COIN_TRACK),
                        ),
                        class_="worth",
                    ),
                    class_="one",
                    aria_pressed="true" if player == looking else "false",
                    key=str(player),
                )
                for player, sheet in enumerate(moment.sheets)
            ],
            class_="everybody",
        ),
    ]
