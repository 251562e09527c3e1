"""The chapters on cards, with a page for each card that explains and shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from app.drawing.controls import icon
from app.drawing.element import Element, h
from app.drawing.map_art import miniature, portrait
from app.drawing.shapes import pattern, shape_picture
from app.screens.rules import figures
from app.screens.rules.handbook import Chapter, Content, Page, no_content
from app.screens.rules.sections import paragraphs
from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, terrains_of
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.scoring import CARDS, Family, ScoringCard
from cartographers.seasons import SEASONS
from cartographers.terrain import ANY_TERRAIN
from words import Words

_BOXES = (Box.BASE, Box.HEROES)


def _scoring(words: Words, card: ScoringCard) -> Sequence[Element]:
    boxes = words(f"cards.{card.box.word}")
    return [h("p", words(f"rule.{card.id}")), h("p", words("rules.solo", box=boxes, number=card.solo), class_="note")]


def _explore(words: Words, card: ExploreCard) -> Sequence[Element]:
    terrains = [words(f"terrain.{terrain.value}") for terrain in terrains_of(card.options) if terrain]
    if len(terrains) == len(ANY_TERRAIN):
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
                    h("figcaption", _size(words, len(shape.cells), coin=coin)),
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


def _ruins(words: Words) -> Sequence[Element]:
    return [h("p", words("note.ruins")), h("p", words("card.takes", time=0), ".", class_="note")]


def _ambush(words: Words, card: AmbushCard) -> Sequence[Element | None]:
    corner, direction = words(f"corner.{card.corner}"), words(f"direction.{card.direction}")
    beast = card.beast
    return [
        h("p", h("b", words("rules.alone-is")), " ", words("ambush.note", corner=corner, direction=direction)),
        h("p", h("b", words("rules.together-is")), " ", words(f"rules.passed.{card.arrow}")),
        h("p", portrait(beast.value), " ", words(f"beast.{beast.value}"), class_="effect") if beast else None,
    ]


def _ambush_figures(words: Words, card: AmbushCard) -> Sequence[Element]:
    cells = _size(words, len(card.shape.cells))
    shape = h("figure", h("span", shape_picture(card.shape), class_="printed"), h("figcaption", cells))
    return [shape, *figures.walk(words, card)]


def _hero(words: Words) -> Sequence[Element]:
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


def _page(symbol: str, card: str, text: Content, drawn: Content = no_content) -> Page:
    """Return the page of the card with the given id.

    ``symbol`` is the prefix of its symbol's name.
    """
    return Page(card, f"name.{card}", text, drawn, f"{symbol}-{card}")


def _chapter(name: str, title: str, pages: Iterable[Page], see: str) -> Chapter:
    """Return a chapter of cards, with the symbol of its first card."""
    found = tuple(pages)
    return Chapter(name, title, found[0].symbol, found, see)


def _family(family: Family) -> Chapter:
    """Return the chapter on a family of scoring cards."""
    pages = (
        _page("edict", card.id, partial(_scoring, card=card), partial(figures.scored, card=card))
        for card in CARDS
        if card.family is family
    )
    return _chapter(family.value, f"family.{family.value}", pages, "beside")


def _explore_of(box: Box) -> Chapter:
    """Return the chapter on a box's explore cards."""
    pages = (
        _page("card", card.id, partial(_explore, card=card), partial(_offered, card=card)) for card in EXPLORE[box]
    )
    return _chapter(f"explore-{box.word}", f"rules.explore-{box.word}", pages, "play")


def _ambushes() -> Chapter:
    pages = (
        _page("card", card.id, partial(_ambush, card=card), partial(_ambush_figures, card=card))
        for box in _BOXES
        for card in AMBUSH[box]
    )
    return _chapter("ambush-cards", "rules.ambush-cards", pages, "ambushes")


def _heroes() -> Chapter:
    pages = (_page("card", card.id, _hero, partial(_hero_figures, card=card)) for card in HEROES)
    return _chapter("hero-cards", "mix.heroes", pages, "heroes")


def _seasons() -> Chapter:
    names = (season.name for season in SEASONS[Box.BASE])
    pages = (
        Page(name, f"season.{name}", partial(_season, place=place), symbol=f"sky-{name}")
        for place, name in enumerate(names)
    )
    return _chapter("season-cards", "rules.season-cards", pages, "year")


SCORING_CARDS = tuple(map(_family, Family))
OTHER_CARDS = (
    *map(_explore_of, _BOXES),
    _chapter("ruins-cards", "rules.ruins-cards", (_page("card", card.id, _ruins) for card in RUINS), "map"),
    _ambushes(),
    _heroes(),
    _seasons(),
)
