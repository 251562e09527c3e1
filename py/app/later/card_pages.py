"""The chapters of the cards: a page for each, which says what it does and shows what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from app.drawing.element import Element, h
from app.drawing.map_art import miniature
from app.drawing.parts import icon
from app.drawing.shapes import pattern, shape_picture
from app.later import figures
from app.later.handbook import Chapter, Page
from app.later.sections import paragraphs
from app.text import Words
from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, terrains_of
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.scoring import CARDS, Family, ScoringCard
from cartographers.seasons import SEASONS

_BOXES = (Box.BASE, Box.HEROES)
#: With so many terrains, a card is for all of them.
_ANY = 5


def _scoring(words: Words, card: ScoringCard) -> Sequence[Element]:
    boxes = words(f"cards.{card.box.word}")
    return [h("p", card.explanation), h("p", words("rules.solo", box=boxes, number=card.solo), class_="note")]


def _explore(words: Words, card: ExploreCard) -> Sequence[Element]:
    terrains = [words(f"terrain.{terrain.value}") for terrain in terrains_of(card.options) if terrain]
    if len(terrains) >= _ANY:
        cards = {"first": words("name.greengold-plains"), "second": words("name.banded-hills")}
        text = words("rules.explore.any", **cards)
    elif len(terrains) == 1:
        text = words("rules.explore.shapes", terrain=terrains[0])
    else:
        text = words("rules.explore.terrains", first=terrains[0], second=terrains[1])
    return [*paragraphs(text), h("p", icon("icon-hourglass"), words("card.takes", time=card.time), ".", class_="note")]


def _offered(words: Words, card: ExploreCard) -> Sequence[Element]:
    """Return the terrains and the shapes that a card offers."""
    terrains = [terrain.value for terrain in terrains_of(card.options) if terrain]
    shapes = {option.shape: option.coin for option in card.options}
    return [
        h(
            "div",
            [
                h("figure", miniature(terrain), h("figcaption", words(f"terrain.{terrain}")), key=terrain)
                for terrain in terrains
            ],
            [
                h(
                    "figure",
                    h("span", shape_picture(shape), icon("icon-coin", "pays") if coin else None, class_="printed"),
                    h(
                        "figcaption",
                        _size(words, len(shape.cells), coin=coin),
                    ),
                )
                for shape, coin in shapes.items()
                if len(shape.cells) > 1
            ],
            class_="offered",
        )
    ]


def _size(words: Words, cells: int, *, coin: bool = False) -> str:
    size = words.plural("rules.shape", cells)
    return words("rules.shape.coin", size=size) if coin else size


def _ruins(words: Words, _: RuinsCard) -> Sequence[Element]:
    return [h("p", words("note.ruins")), h("p", words("card.takes", time=0), ".", class_="note")]


def _ambush(words: Words, card: AmbushCard) -> Sequence[Element | None]:
    corner, direction = words(f"corner.{card.corner}"), words(f"direction.{card.direction}")
    beast = card.beast
    return [
        h("p", h("b", words("rules.alone-is")), " ", words("ambush.note", corner=corner, direction=direction)),
        h("p", h("b", words("rules.together-is")), " ", words(f"rules.passed.{card.arrow}")),
        h("p", h("b", beast.letter, class_="beast-letter"), " ", words(f"beast.{beast.value}")) if beast else None,
    ]


def _ambush_figures(words: Words, card: AmbushCard) -> Sequence[Element]:
    cells = _size(words, len(card.shape.cells))
    shape = h("figure", h("span", shape_picture(card.shape), class_="printed"), h("figcaption", cells))
    return [shape, *figures.walk(words, card)]


def _hero(words: Words, _: HeroCard) -> Sequence[Element]:
    return paragraphs(words("rules.hero-card"))


def _hero_figures(words: Words, card: HeroCard) -> Sequence[Element]:
    printed = h("figure", pattern(words, card.attack), h("figcaption", words("hero.pattern")))
    return [printed, *figures.hero(words, card.attack)]


def _season(words: Words, place: int) -> Sequence[Element]:
    years = {box: SEASONS[box][place] for box in _BOXES}
    base, heroes = (season.threshold for season in years.values())
    edicts = years[Box.BASE].edicts
    lasts = words("rules.season.same", time=base) if base == heroes else words("rules.season", base=base, heroes=heroes)
    return [h("p", lasts), h("p", words("rules.season.counts", first=edicts[0], second=edicts[1]))]


def _chapter(name: str, title: str, pages: list[Page], see: str) -> Chapter:
    """Return a chapter of cards, which has the symbol of its first one."""
    return Chapter(name, title, pages[0].symbol, tuple(pages), see)


def _seasons() -> Chapter:
    names = [season.name for season in SEASONS[Box.BASE]]
    pages = [
        Page(name, f"season.{name}", partial(_season, place=place), symbol=f"sky-{name}")
        for place, name in enumerate(names)
    ]
    return _chapter("season-cards", "rules.season-cards", pages, "year")


def _family(family: Family) -> Chapter:
    """Return the chapter of a family of scoring cards."""
    pages = [
        Page(
            card.id,
            f"name.{card.id}",
            partial(_scoring, card=card),
            partial(figures.scored, card=card),
            symbol=f"edict-{card.id}",
        )
        for card in CARDS
        if card.family is family
    ]
    return _chapter(family.value, f"family.{family.value}", pages, "year")


def _explore_of(box: Box) -> Chapter:
    """Return the chapter of the explore cards of a box."""
    pages = [
        Page(
            card.id,
            f"name.{card.id}",
            partial(_explore, card=card),
            partial(_offered, card=card),
            symbol=f"card-{card.id}",
        )
        for card in EXPLORE[box]
    ]
    return _chapter(f"explore-{box.word}", f"rules.explore-{box.word}", pages, "play")


SCORING_CARDS = tuple(map(_family, Family))
OTHER_CARDS = (
    *map(_explore_of, _BOXES),
    _chapter(
        "ruins-cards",
        "rules.ruins-cards",
        [Page(card.id, f"name.{card.id}", partial(_ruins, _=card), symbol=f"card-{card.id}") for card in RUINS],
        "map",
    ),
    _chapter(
        "ambush-cards",
        "rules.ambush-cards",
        [
            Page(
                card.id,
                f"name.{card.id}",
                partial(_ambush, card=card),
                partial(_ambush_figures, card=card),
                symbol=f"card-{card.id}",
            )
            for box in _BOXES
            for card in AMBUSH[box]
        ],
        "ambushes",
    ),
    _chapter(
        "hero-cards",
        "mix.heroes",
        [
            Page(
                card.id,
                f"name.{card.id}",
                partial(_hero, _=card),
                partial(_hero_figures, card=card),
                symbol=f"card-{card.id}",
            )
            for card in HEROES
        ],
        "heroes",
    ),
    _seasons(),
)
