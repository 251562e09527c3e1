"""The chapters that explain the rules.

Numbers and figures come from the engine, texts from the catalog.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.drawing.element import Element, h
from app.game.setup import FIRST_EDICTS
from app.screens.rules import figures
from app.screens.rules.handbook import Chapter, Content, Page, no_content
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.game_id import MAX_PLAYERS
from cartographers.heroes import HEROES
from cartographers.region import SIZE
from cartographers.scoring import Family
from cartographers.seasons import EDICTS, SEASONS
from cartographers.sheet import COIN_TRACK, DRAGON_COINS
from cartographers.solo import TITLES
from cartographers.terrain import ANY_TERRAIN
from words import Words, number

_SUMMER = 1
_BOXES = (Box.BASE, Box.HEROES)

FactsOf = Callable[[Words], dict[str, object]]


def paragraphs(text: str) -> list[Element]:
    """Return the lines of a text as paragraphs."""
    return [h("p", line) for line in text.split("\n")]


def _no_facts(_: Words) -> dict[str, object]:
    return {}


def _section(
    name: str,
    drawn: Content = no_content,
    *,
    title: str = "",
    before: Content = no_content,
    after: Content = no_content,
    facts: FactsOf = _no_facts,
    **numbers: int,
) -> Page:
    """Return a section whose paragraphs are the lines of a text, with content before and after them."""

    def text(words: Words) -> Sequence[Element | None]:
        own = paragraphs(words(f"rules.{name}.text", **numbers, **facts(words)))
        return (*before(words), *own, *after(words))

    return Page(name, title or f"rules.{name}", text, drawn)


def _said(*keys: str) -> Content:
    """Return a function for paragraphs whose texts other screens also use."""
    return lambda words: [h("p", words(key)) for key in keys]


def _list(tag: str, key: str, facts: FactsOf = _no_facts) -> Content:
    """Return a function for a list with an item for each line of a text."""
    return lambda words: [h(tag, [h("li", line) for line in words(key, **facts(words)).split("\n")])]


def _names(*cards: str) -> FactsOf:
    """Return a function for the names of the cards that a text mentions, in the order of the text."""
    return lambda words: {f"card{place}": words(f"name.{card}") for place, card in enumerate(cards, start=1)}


def _beast(beast: Beast) -> Page:
    drawn = partial(figures.reach, beast=beast)
    return _section(beast.value, drawn, title=f"terrain.{beast.value}", before=_said(f"beast.{beast.value}"))


def _question(name: str, *cards: str) -> Page:
    return _section(name, facts=_names(*cards))


def _seasons(words: Words) -> list[Element]:
    """Return the table of the seasons: the edicts that each scores, and its time threshold in each box."""
    heads = [words("end.season"), words("end.edicts")]
    heads += [words("rules.seasons.time", box=words(f"cards.{box.word}")) for box in _BOXES]
    return [
        h(
            "table",
            h("thead", h("tr", [h("th", head, scope="col", key=head) for head in heads])),
            h(
                "tbody",
                [
                    h(
                        "tr",
                        h("th", words(f"season.{years[0].name}"), scope="row"),
                        h("td", ", ".join(years[0].edicts)),
                        [h("td", str(season.threshold)) for season in years],
                    )
                    for years in zip(*(SEASONS[box] for box in _BOXES), strict=True)
                ],
            ),
            class_="facts",
        )
    ]


def _titles(words: Words) -> list[Element]:
    """Return the table of the titles, with the lowest rating of each."""
    rows = [
        h(
            "tr",
            h("th", words(f"title.{title}"), scope="row"),
            h("td", words("rules.rating.from", rating=number(least))),
        )
        for least, title in TITLES
    ]
    return [h("table", h("tbody", rows), class_="facts")]


def _monsters(words: Words) -> list[Element]:
    return [h("p", words("rule.monsters"))]


def _summers(_: Words) -> dict[str, object]:
    return {box.word: SEASONS[box][_SUMMER].threshold for box in _BOXES}


def _any_terrain(words: Words) -> dict[str, object]:
    return {"terrains": ", ".join(words(f"terrain.{terrain.value}") for terrain in ANY_TERRAIN)}


def _families(words: Words) -> dict[str, object]:
    return {"families": ", ".join(words(f"family.{family.value}").lower() for family in Family)}


def _first_edicts(words: Words) -> dict[str, object]:
    edicts = {letter.lower(): words(f"name.{card.id}") for letter, card in zip(EDICTS, FIRST_EDICTS, strict=True)}
    return {**edicts, "choice": words("edicts.first"), "more": words("setup.everything")}


PLAY = Chapter(
    "play",
    "rules.play",
    "icon-quill",
    (
        _section("goal", size=SIZE, players=MAX_PLAYERS),
        _section("turn", figures.turn, before=_list("ol", "rules.turn.steps")),
        _section("beside", figures.beside),
        _section("apart", figures.apart),
        _section("nothing-fits", figures.crowded, facts=_any_terrain),
    ),
)
MAP = Chapter(
    "map",
    "rules.map",
    "icon-maps",
    (
        _section("grounds", figures.legend),
        _section("sides", figures.sides),
        _section("mountains", figures.mountains),
        _section("coins", title="coins", before=_said("tip.coins.text"), track=COIN_TRACK, dragon=DRAGON_COINS),
        _section("ruins", figures.ruins, facts=_names("golden-granary")),
        _section("due", facts=_any_terrain),
        _section("wasteland", title="terrain.wasteland", before=_said("note.wasteland")),
    ),
)
YEAR = Chapter(
    "year",
    "rules.year",
    "icon-hourglass",
    (
        _section("time"),
        _section("seasons", after=_seasons, facts=_families),
        _section("stars", before=_list("ul", "rules.stars.steps")),
    ),
)
ENDING = Chapter("ending", "rules.ending", "icon-trophy", (_section("rating", after=_titles), _section("winner")))
AMBUSHES = Chapter(
    "ambushes",
    "mix.ambush",
    "icon-ambush",
    (
        _section("monsters", figures.cost_of_monsters, title="monsters", before=_monsters),
        _section("alone", lambda words: figures.landing(words, AMBUSH[Box.BASE][0])),
        _section("together"),
    ),
)
HEROES_BOX = Chapter(
    "heroes",
    "cards.heroes",
    "icon-hero",
    (
        _section("hero", lambda words: figures.hero(words, HEROES[0].attack), title="rules.hero"),
        _section("destroyed", title="terrain.destroyed", before=_said("note.destroyed")),
        _section("beasts", figures.beasts),
        *map(_beast, Beast),
    ),
)
MIXING = Chapter(
    "mixing", "rules.mixing", "icon-box", (_section("mix", before=_list("ul", "rules.mix.steps", _summers)),)
)
QUESTIONS = Chapter(
    "questions",
    "rules.questions",
    "icon-help",
    (
        _question("after-seasons"),
        _question("many-clusters", "shieldgate", "great-city", "outer-enclave", "caravansary"),
        _question("many-mountains", "borderlands", "dwarvenholds"),
        _question("terrain-types", "greengold-plains"),
        _question("filled-ruins", "golden-granary"),
        _question("single-on-ruins", "rift-lands", "kethras-gates"),
        _question("diagonals", "broken-road"),
        _question("columns", "silos"),
        _question("straight", "traylo-monastery"),
        _question("once", "gnomish-colony", "traylo-monastery"),
        _question("attack-over"),
        _question("full-map"),
        _section("first-edicts", facts=_first_edicts),
    ),
)
