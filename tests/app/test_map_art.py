"""The map as a picture: that all it refers to exists, and that each layer shows what it is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app import map_art
from app.element import Element, text_of, to_html, walk
from cartographers.ambush import AMBUSH
from cartographers.explore import EXPLORE
from cartographers.explore import RUINS as RUINS_CARDS
from cartographers.region import BOARD, clusters, region_of, space_at
from cartographers.scoring import CARDS

WEB = Path(__file__).parents[2] / "web"
SPRITE = (WEB / "art" / "map.svg").read_text("utf-8")
STYLE = (WEB / "map.css").read_text("utf-8")
TERRAINS = ("forest", "village", "farm", "water", "monster")
SEASONS = ("spring", "summer", "fall", "winter")
RUINS = region_of([space_at(1, 1), space_at(5, 5)])
SHAPE = region_of([space_at(1, 1), space_at(1, 2)])


def layers() -> list[Element]:
    """Return every layer, with every drawing that the map can ask for."""
    return [
        *(map_art.paper(season) for season in SEASONS),
        *(map_art.territory(terrain, BOARD, RUINS) for terrain in TERRAINS),
        *(map_art.miniature(terrain) for terrain in TERRAINS),
        map_art.features(BOARD, SHAPE, RUINS, SHAPE),
        map_art.ghost("farm", SHAPE, legal=True, ruins=RUINS),
        map_art.ghost("farm", SHAPE, legal=False, offending=SHAPE),
        map_art.lit(SHAPE, ((space_at(1, 1), "3"),)),
        map_art.walker(SHAPE),
    ]


def test_every_symbol_is_in_the_sprite() -> None:
    """No ``href`` or ``url`` points at nothing, in the layers and in the sprite itself."""
    ids = re.findall(r'id="([^"]+)"', SPRITE)
    assert len(ids) == len(set(ids))
    drawn = SPRITE + "".join(map(to_html, layers()))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawn)) <= set(ids)


def test_every_symbol_is_used() -> None:
    """The sprite carries nothing that no layer draws."""
    drawn = SPRITE + "".join(map(to_html, layers()))
    assert set(re.findall(r'id="([^"]+)"', SPRITE)) == set(re.findall(r'(?:href="|url\()#([^")]+)', drawn))


@pytest.mark.parametrize("theme", [":root", '[data-theme="night"]', '[data-theme="contrast"]'])
def test_every_colour_is_in_every_theme(theme: str) -> None:
    """Every custom property that is drawn with has a value in each theme."""
    rules = re.search(re.escape(theme) + r" \{(.*?)\}", STYLE, re.DOTALL)
    assert rules is not None
    defined = set(re.findall(r"(--[\w-]+):", rules[1])) | {"--season", "--season-light"}
    drawn = SPRITE + "".join(map(to_html, layers()))
    used = set(re.findall(r"var\((--[\w-]+)\)", drawn))
    assert used - defined == set()
    assert defined - used == set()


def test_nothing_has_an_id_or_a_style() -> None:
    """A page may show several maps, and a strict content security policy forbids styles in attributes."""
    for layer in layers():
        for element in walk(layer):
            assert "id" not in element.attributes
            assert "style" not in element.attributes
    assert "style=" not in SPRITE


def test_each_layer_shows_what_it_is_asked_for() -> None:
    """A land for each cluster, a badge for each covered ruins, a coin unless claimed, a cross for each offence."""
    region = SHAPE | 1 << space_at(5, 5)
    drawn = to_html(map_art.territory("water", region, RUINS))
    assert drawn.count('class="land"') == len(clusters(region))
    assert drawn.count("#ruins-covered") == 2
    assert to_html(map_art.features(RUINS, 1 << space_at(1, 1), 0, 0)).count("#mountain-coin") == 1
    assert to_html(map_art.ghost("farm", SHAPE, legal=False, offending=SHAPE)).count("#mark-bad") == 2
    assert text_of(map_art.lit(SHAPE, ((space_at(1, 1), "+3"),))) == "+3"


def test_keys_are_unique_among_siblings() -> None:
    """What is drawn once more keeps its place on the page."""
    for layer in layers():
        for element in walk(layer):
            keys = [child.key for child in element.children if isinstance(child, Element) and child.key]
            assert len(keys) == len(set(keys))


def test_every_icon_is_named_somewhere() -> None:
    """The sprite of icons carries nothing that the page does not name, and each edict and card has its picture."""
    icons = (WEB / "art" / "icons.svg").read_text("utf-8")
    cards = (WEB / "art" / "cards.svg").read_text("utf-8")
    named = "".join(path.read_text("utf-8") for path in (WEB.parent / "py" / "app").glob("*.py"))
    for icon in re.findall(r'<symbol id="(icon-[\w-]+)"', icons):
        assert re.search(f'"#?{icon}"', named), icon
    assert {f"edict-{card.id}" for card in CARDS} == set(re.findall(r'<symbol id="(edict-[\w-]+)"', icons))
    ids = {f"card-{card.id}" for card in (*EXPLORE, *RUINS_CARDS, *AMBUSH)}
    assert ids == set(re.findall(r'<symbol id="(card-[\w-]+)"', cards))
