"""The faces on the table: a card as large as the window allows, the edicts of a new game, and a season's end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from app.board.board_view import explain_seasons
from app.board.forms import describe_form
from app.board.names import map_name
from app.drawing.controls import icon
from app.drawing.element import Child, Element, h
from app.drawing.map_art import miniature, portrait
from app.drawing.shapes import pattern, shape_picture
from app.game.ghost import shapes_of
from app.game.printed import PrintedGame
from app.screens.parts.printed_game import name_of
from app.screens.rules.figures import walk
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, Option, RuinsCard, terrains_of
from cartographers.seasons import EDICTS
from words import Words

#: The largest number of terrains that share a row with their shapes.
_FEW = 2


def face(words: Words, game: PrintedGame) -> Element:
    """Return the card in play, or the edicts of a new game, or the end of a season."""
    if game.card:
        return _card(words, game, game.card)
    return _season_end(words, game) if game.steps else _edicts(words, game)


def describe_step(words: Words, game: PrintedGame) -> str:
    """Return the card in play, or the end of the season, as sentences for screen readers."""
    if game.card:
        return " ".join(f"{said.removesuffix('.')}." for said in _sentences(words, game, game.card) if said)
    if not game.steps:
        return f"{words('edicts.title')}. {explain_seasons(words, (dealt.season for dealt in game.deal.seasons))}"
    names = [words(f"name.{game.deal.edicts[EDICTS.index(letter)].id}") for letter in game.season.edicts]
    over = f" {words('end.over')}" if game.is_over else ""
    return f"{_over(words, game)}. {words('companion.score', edicts=words.list(names))}{over}"


def _sentences(words: Words, game: PrintedGame, card: Card) -> Iterator[str]:
    yield words(f"name.{card.id}")
    yield words("card.takes", time=card.time)
    match card:
        case ExploreCard():
            yield words("companion.ruins") if game.must_cover_ruins else ""
            terrains = [words(f"terrain.{terrain.value}") for terrain in terrains_of(card.options) if terrain]
            yield words.alternatives(terrains)
            yield "; ".join(_shape_name(words, number, option) for number, option in enumerate(shapes_of(card.options)))
        case RuinsCard():
            yield words("note.ruins")
        case AmbushCard():
            yield describe_form(words, card.shape.cells)
            yield _way(words, game, card)
        case HeroCard():
            yield words(f"attack.{card.id}")


def _over(words: Words, game: PrintedGame) -> str:
    """Return the sentence that the season is over, without its period."""
    return words("reckoning", season=words(f"season.{game.season.name}"))


# ------------------------------------------------------------------- cards


def _card(words: Words, game: PrintedGame, card: Card) -> Element:
    """Return a card with its name, its time, and its options or its rule."""
    return h(
        "section",
        h(
            "header",
            h("h2", words(f"name.{card.id}")),
            h("p", icon("icon-hourglass"), h("b", str(card.time)), role="img", aria_label=_time(words, card)),
        ),
        _due(words, game),
        h("div", _content(words, game, card), class_="content"),
        class_=f"face of-card of-{card.kind}",
        key=f"{card.id}-{game.steps}",
    )


def _time(words: Words, card: Card) -> str:
    return words("card.takes", time=card.time)


def _due(words: Words, game: PrintedGame) -> Element | None:
    """Return the note on ruins that the shape must cover, or that still wait for the next explore card."""
    if game.must_cover_ruins:
        return h(
            "p",
            h("b", icon("icon-ruins"), words("companion.ruins")),
            h("span", words("companion.ruins.text")),
            class_="ruins-note",
        )
    return h("p", h("span", words("companion.ruins.wait")), class_="ruins-note") if game.ruins_wait else None


def _content(words: Words, game: PrintedGame, card: Card) -> list[Element | None]:
    match card:
        case ExploreCard():
            return _options(words, card.options)
        case RuinsCard():
            return [_picture(card), _text(h("p", words("note.ruins")))]
        case AmbushCard():
            return _ambush(words, game, card)
        case HeroCard():
            return [h("div", pattern(words, card.attack), class_="forms"), _text(h("p", words("rules.hero-card")))]


def _options(words: Words, options: tuple[Option, ...]) -> list[Element | None]:
    """Return the terrains and the shapes of an explore card."""
    terrains = [terrain.value for terrain in terrains_of(options) if terrain]
    return [
        h(
            "div",
            [
                h("figure", miniature(terrain), h("figcaption", words(f"terrain.{terrain}")), key=terrain)
                for terrain in terrains
            ],
            class_="lands many" if len(terrains) > _FEW else "lands",
        ),
        h("div", [_shape(words, number, option) for number, option in enumerate(shapes_of(options))], class_="forms"),
    ]


def _shape(words: Words, number: int, option: Option) -> Element:
    """Return a shape as on its card, with the coin that it earns."""
    return h(
        "div",
        shape_picture(option.shape, has_coin=option.coin),
        role="img",
        aria_label=_shape_name(words, number, option),
        class_="form-of",
        key=str(number),
    )


def _shape_name(words: Words, number: int, option: Option) -> str:
    key = "shape.coin" if option.coin else "shape.label"
    return words(key, number=number + 1, form=describe_form(words, option.shape.cells))


def _picture(card: Card) -> Element:
    return h("div", icon(f"card-{card.id}", "art-of"), class_="forms")


def _text(*children: Child) -> Element:
    return h("div", *children, class_="text")


def _ambush(words: Words, game: PrintedGame, card: AmbushCard) -> list[Element | None]:
    """Return an ambush: its shape, how the maps are passed or where a solo game puts it, and a beast's effect."""
    beast = card.beast
    is_last = game.next_season is None
    names = _chain(words, game, card)
    return [
        h(
            "div",
            h(
                "div",
                shape_picture(card.shape),
                role="img",
                aria_label=describe_form(words, card.shape.cells),
                class_="form-of",
            ),
            h("div", walk(words, card), class_="figures") if game.is_solo else None,
            class_="forms",
        ),
        _text(
            h("p", icon("icon-ambush"), h("b", words("ambush")), class_="kicker"),
            h("p", _way(words, game, card)),
            h("p", names, class_="chain") if names else None,
            h("p", portrait(beast.value), " ", words(f"beast.{beast.value}"), class_="effect")
            if beast and beast.acts(last_season=is_last)
            else None,
        ),
    ]


def _way(words: Words, game: PrintedGame, card: AmbushCard) -> str:
    """Return how the maps are passed, or where the search for a place begins in a solo game."""
    if not game.is_solo:
        return words(f"companion.pass.{card.arrow}")
    return words("ambush.note", corner=words(f"corner.{card.corner}"), direction=words(f"direction.{card.direction}"))


def _chain(words: Words, game: PrintedGame, card: AmbushCard) -> list[Element]:
    """Return each player with the next one, who gets the map; empty if no player has a name."""
    if game.is_solo or not any(game.names):
        return []
    named = [name_of(words, game, player) for player in range(game.id.players)]
    if card.arrow == "counterclockwise":
        named = [named[0], *reversed(named[1:])]
    pairs = pairwise([*named, named[0]])
    return [h("span", f"{giver} → {taker}", key=str(number)) for number, (giver, taker) in enumerate(pairs)]


# ------------------------------------------------------------------- edicts and seasons


def _edicts(words: Words, game: PrintedGame) -> Element:
    """Return the edicts of a new game, with the seasons that score them."""
    return h(
        "section",
        h("header", h("h2", words("edicts.title"))),
        h("ul", [_edict(words, game, letter) for letter in EDICTS], class_="scores"),
        _text(
            h("p", explain_seasons(words, (dealt.season for dealt in game.deal.seasons))),
            h("p", words("companion.map", map=map_name(words, game.id.side))),
        ),
        class_="face",
        key="edicts",
    )


def _season_end(words: Words, game: PrintedGame) -> Element:
    """Return the end of a season: the two edicts to score, the coins, the monsters, and the beasts that act then."""
    beasts = () if game.is_over else (beast for beast in game.beasts if beast.acts_after_seasons)
    return h(
        "section",
        h("header", h("h2", _over(words, game))),
        h(
            "ul",
            [_edict(words, game, letter) for letter in game.season.edicts],
            _score(icon("icon-coin"), words("coins"), words("companion.coins"), "coins"),
            _score(icon("icon-monster"), words("monsters"), words("companion.monsters"), "monsters"),
            [
                _score(
                    portrait(beast.value), words(f"terrain.{beast.value}"), words(f"beast.{beast.value}"), beast.value
                )
                for beast in beasts
            ],
            class_="scores",
        ),
        _end(words, game) if game.is_over else None,
        class_="face",
        key=f"end-{game.steps}",
    )


def _edict(words: Words, game: PrintedGame, letter: str) -> Element:
    """Return an edict with the gist of its rule."""
    card = game.deal.edicts[EDICTS.index(letter)]
    return _score(icon(f"edict-{card.id}"), words(f"name.{card.id}"), words(f"gist.{card.id}"), letter)


def _score(picture: Element, name: str, text: str, key: str) -> Element:
    """Return a row of things to score."""
    letter = h("b", key, class_="letter") if key in tuple(EDICTS) else None
    return h("li", letter, picture, h("div", h("b", name), h("span", text)), key=key)


def _end(words: Words, game: PrintedGame) -> Element:
    """Return the end of the game: how the winner or the rating follows from the stars."""
    solo = sum(card.solo for card in game.deal.edicts)
    return _text(
        h("p", h("b", words("end.over"))),
        h("p", words("companion.rating", number=solo) if game.is_solo else words("companion.winner")),
    )
