"""The screen on which a game is set up: players, cards, map side, edicts and seed."""

from __future__ import annotations

from app.crest import crest
from app.element import Element, h
from app.map_view import small_map
from app.model import Model
from app.parts import button, choice, icon
from app.setup import LONGEST_NAME, Setup
from app.text import Words
from cartographers.game_id import LONGEST_SEED, MOST_PLAYERS, GameId
from cartographers.maps import SIDES, blank_sheet
from cartographers.scoring import Family, cards_of
from cartographers.seasons import EDICTS

_ONE_BOX = ("base", "heroes")
_ANY_BOX = ("base", "heroes", "both")


def setup_view(words: Words, model: Model) -> Element:
    """Return the setup screen."""
    setup = model.setup
    return h(
        "main",
        h(
            "header",
            button("home", icon("icon-undo"), class_="menu", aria_label=words("setup.back")),
            h("h1", words("setup.title")),
        ),
        h(
            "div",
            _first_games(words),
            _players(words, setup),
            _cards(words, setup),
            _side(words, setup),
            _edicts(words, setup),
            _seed(words, setup),
            class_="form",
        ),
        h("div", button("begin", h("b", words("start.begin")), class_="confirm"), class_="thumb"),
        class_="setup",
        key="setup",
    )


def _part(words: Words, name: str, *children: Element | None, symbol: str = "") -> Element:
    return h(
        "section",
        h("h2", icon(symbol) if symbol else None, words(f"setup.{name}"), id=f"setup-{name}"),
        children,
        class_="part",
        aria_labelledby=f"setup-{name}",
        key=name,
    )


def _first_games(words: Words) -> Element:
    return _part(
        words,
        "first",
        h(
            "div",
            [button(f"begin {box}", words(f"first.{box}"), class_="wide", key=box) for box in _ONE_BOX],
            class_="choose",
        ),
    )


def _players(words: Words, setup: Setup) -> Element:
    count = setup.game.players
    return _part(
        words,
        "players",
        h(
            "div",
            _step(words, "fewer", count - 1, off=count == 1),
            h("output", words.plural("setup.count", count), class_="count"),
            _step(words, "more", count + 1, off=count == MOST_PLAYERS),
            class_="stepper",
        ),
        h("ol", [_cartographer(words, setup, player) for player in range(count)], class_="cartographers"),
        button(
            f"choose headings {'hidden' if setup.headings else 'shown'}",
            words("headings"),
            class_="choice",
            aria_pressed="true" if setup.headings else "false",
            key="headings",
        )
        if count > 1
        else None,
        symbol="icon-players",
    )


def _step(words: Words, name: str, count: int, *, off: bool) -> Element:
    symbol = icon("icon-minus" if name == "fewer" else "icon-plus")
    return button(
        f"choose players {count}",
        symbol,
        class_="key",
        aria_label=words(f"setup.{name}"),
        aria_disabled="true" if off else None,
    )


def _cartographer(words: Words, setup: Setup, player: int) -> Element:
    """Return what a player writes at the top of the sheet; a lone cartographer's title is given at the end."""
    who = setup.cartographers[player]
    by_number = words("player", number=player + 1)
    lines = {"name": who.name, "title": who.title, "land": who.land}
    if setup.game.players == 1:
        del lines["title"]
    elif not setup.headings:
        lines = {"name": who.name}
    return h(
        "li",
        crest(who.name.strip() or by_number),
        [
            h(
                "input",
                name=f"{line} {player}",
                value=text,
                placeholder=by_number if line == "name" else words(f"line.{line}"),
                aria_label=f"{by_number}, {words(f'line.{line}')}",
                maxlength=LONGEST_NAME,
                autocomplete="off",
                class_=line,
                key=line,
            )
            for line, text in lines.items()
        ],
        key=str(player),
    )


def _cards(words: Words, setup: Setup) -> Element:
    game = setup.game
    now = setup.cards
    mix = {
        "explore": (_ONE_BOX, game.explore.word),
        "seasons": (_ONE_BOX, game.seasons.word),
        "ambush": (_ANY_BOX, game.ambush.word),
        "heroes": (("yes", "no"), "yes" if game.heroes else "no"),
        "scoring": (_ANY_BOX, game.scoring.word),
    }
    return _part(
        words,
        "cards",
        choice(words, "choose cards", ("base", "heroes", "mixed"), now, words("setup.cards")),
        h(
            "dl",
            [
                h(
                    "div",
                    h("dt", words(f"mix.{what}")),
                    h("dd", choice(words, f"choose {what}", values, value, words(f"mix.{what}"))),
                    key=what,
                )
                for what, (values, value) in mix.items()
            ],
            class_="mix",
            key="mix",
        )
        if now == "mixed"
        else None,
        h("p", words("ruins.in" if game.ruins else "ruins.out"), class_="note", key="ruins"),
        symbol="icon-box",
    )


def _side(words: Words, setup: Setup) -> Element:
    return _part(
        words,
        "side",
        h(
            "div",
            [
                button(
                    f"choose side {side}",
                    small_map(blank_sheet(side), words(f"side.{side}")),
                    h("b", side),
                    class_="choice",
                    aria_pressed="true" if side == setup.game.side else "false",
                    aria_label=words(f"side.{side}"),
                    key=side,
                )
                for side in SIDES
            ],
            class_="sides",
            role="group",
            aria_label=words("setup.side"),
        ),
    )


def _edicts(words: Words, setup: Setup) -> Element:
    edicts = setup.game.edicts
    return _part(
        words,
        "edicts",
        choice(words, "choose edicts", ("dealt", "chosen"), "chosen" if edicts else "dealt", words("setup.edicts")),
        h(
            "div",
            [
                button(
                    f"open edict {letter}",
                    h("b", letter, class_="letter"),
                    icon(f"edict-{card.id}"),
                    h("span", words(f"name.{card.id}")),
                    class_="choice",
                    key=letter,
                )
                for letter, card in zip(EDICTS, edicts, strict=True)
            ],
            class_="chosen",
            key="chosen",
        )
        if edicts
        else None,
    )


def edict_choice(words: Words, game: GameId, letter: str) -> list[Element]:
    """Return all scoring cards that can be chosen for an edict, by family."""
    now = game.edicts[EDICTS.index(letter)]
    return [
        h(
            "section",
            h("h3", words(f"family.{family.value}")),
            [
                button(
                    f"choose {letter} {card.id}",
                    icon(f"edict-{card.id}"),
                    h("span", h("b", words(f"name.{card.id}")), h("small", card.explanation)),
                    class_="card-choice",
                    aria_pressed="true" if card is now else "false",
                    key=card.id,
                )
                for card in cards_of(family, game.scoring)
            ],
            key=family.value,
        )
        for family in Family
    ]


def _seed(words: Words, setup: Setup) -> Element:
    return _part(
        words,
        "seed",
        h(
            "div",
            h(
                "input",
                id="seed",
                name="seed",
                value=setup.seed,
                maxlength=LONGEST_SEED,
                autocomplete="off",
                autocapitalize="none",
                spellcheck="false",
                aria_label=words("setup.seed"),
                aria_describedby="seed-note",
                aria_invalid="true" if setup.seed_error else None,
                key="seed",
            ),
            button("reroll", icon("icon-dice"), class_="key", aria_label=words("start.reroll")),
            class_="seed",
        ),
        h(
            "p",
            setup.seed_error or words("start.seed.note"),
            id="seed-note",
            class_="error" if setup.seed_error else "note",
            role="alert" if setup.seed_error else None,
        ),
    )
