"""Tests of the map as a picture: all references exist, and each layer shows its data."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from app.drawing import map_art
from app.drawing.element import Element, text_of, to_html, walk
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.explore import EXPLORE
from cartographers.explore import RUINS as RUINS_CARDS
from cartographers.heroes import HEROES
from cartographers.region import BOARD, clusters, region_of, space_at
from cartographers.scoring import CARDS
from runtime.pack import module_named
from tasks.build import look
from tasks.delivery import FIRST_LOOKS, NEXT_LOOKS, part_of

ROOT = Path(__file__).parents[2]
PY, WEB = ROOT / "py", ROOT / "web"
SPRITE = "".join((WEB / f"looks/{name}.svg").read_text("utf-8") for name in ("map", "beasts"))
SPRITE += to_html(map_art.markers()) + to_html(map_art.beast_markers())
STYLE = (WEB / "looks/colors.css").read_text("utf-8")
TERRAINS = ("forest", "village", "farm", "water", "monster", "hero")
THEMES = (":root", '[data-theme="night"]', '[data-theme="contrast"]')
SEASONS = ("spring", "summer", "fall", "winter")
BEASTS = [beast.value for beast in Beast]
RUINS = region_of([space_at(1, 1), space_at(5, 5)])
SHAPE = region_of([space_at(1, 1), space_at(1, 2)])


def layers() -> list[Element]:
    """Return every layer with every possible drawing."""
    return [
        *(map_art.paper(season) for season in SEASONS),
        *(map_art.territory(terrain, BOARD, RUINS) for terrain in TERRAINS),
        *(map_art.miniature(terrain) for terrain in TERRAINS),
        map_art.features(BOARD, SHAPE, RUINS, SHAPE),
        map_art.ghost("farm", SHAPE, legal=True, ruins=RUINS),
        map_art.ghost("farm", SHAPE, legal=False, offending=SHAPE),
        map_art.ghost("hero", 1 << space_at(3, 3), legal=True, attack=SHAPE, struck=1 << space_at(1, 2)),
        map_art.ghost("hero", 1 << space_at(3, 3), legal=False, attack=SHAPE),
        map_art.ghost("destroyed", SHAPE, legal=True, ruins=RUINS),
        map_art.ghost("destroyed", SHAPE, legal=False),
        map_art.coordinates(),
        map_art.lit(SHAPE, ((space_at(1, 1), "3"),), ((space_at(2, 1), "-1"),)),
        map_art.walker(SHAPE),
        map_art.territory("destroyed", BOARD, RUINS),
        map_art.attacks(BOARD),
        *(map_art.territory("monster", BOARD, RUINS, ((beast, SHAPE),)) for beast in BEASTS),
        *(map_art.ghost("monster", SHAPE, legal=True, beast=beast) for beast in BEASTS),
        *(map_art.walker(SHAPE, beast) for beast in BEASTS),
        *(map_art.miniature("monster", beast) for beast in BEASTS),
        *(map_art.portrait(beast) for beast in BEASTS),
        map_art.pickable(SHAPE),
        map_art.arrivals("forest", SHAPE),
    ]


def test_every_reference_has_a_symbol() -> None:
    """Every ``href`` and ``url`` in the layers and the sprite refers to an existing symbol."""
    ids = re.findall(r'id="([^"]+)"', SPRITE)
    assert len(ids) == len(set(ids))
    drawn = SPRITE + "".join(map(to_html, layers()))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawn)) <= set(ids)


def test_every_symbol_is_used() -> None:
    """Every symbol in the sprite is used by a layer."""
    drawn = SPRITE + "".join(map(to_html, layers()))
    assert set(re.findall(r'id="([^"]+)"', SPRITE)) == set(re.findall(r'(?:href="|url\()#([^")]+)', drawn))


def colors(theme: str) -> dict[str, str]:
    """Return the custom properties of a theme with their values."""
    rules = re.search(re.escape(theme) + r" \{(.*?)\}", STYLE, re.DOTALL)
    assert rules is not None
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", rules[1]))


def lightness(color: str) -> float:
    """Return a color's perceived lightness from 0 to 100: L* of CIELAB."""
    digits = "".join(2 * digit for digit in color[1:]) if len(color) == 4 else color[1:]
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return float(116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light)


@pytest.mark.parametrize("theme", THEMES)
def test_terrains_differ_in_lightness(theme: str) -> None:
    """The terrains and the paper differ clearly in lightness, so that they can be told apart without color."""
    values = colors(theme)
    light = sorted(lightness(values[f"--{name}"]) for name in ("paper", *TERRAINS))
    assert all(lighter - darker > 6.5 for darker, lighter in pairwise(light))


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_defines_every_color(theme: str) -> None:
    """Every custom property of the drawings has a value in each theme."""
    defined = colors(theme).keys() | {"--season", "--season-light"}
    drawn = SPRITE + "".join(map(to_html, layers()))
    used = set(re.findall(r"var\((--[\w-]+)\)", drawn))
    assert used - defined == set()
    assert defined - used == set()


def test_drawings_have_no_ids_or_styles() -> None:
    """Drawings have no ids, so pages may repeat them, and no styles, which the content security policy forbids."""
    for layer in layers():
        for element in walk(layer):
            assert "id" not in element.attributes
            assert "style" not in element.attributes
    assert "style=" not in SPRITE


def test_layers_show_clusters_ruins_coins_and_crosses() -> None:
    """Layers show land for each cluster, a badge on covered ruins, unclaimed coins, and crosses on offending spaces."""
    region = SHAPE | 1 << space_at(5, 5)
    drawn = to_html(map_art.territory("water", region, RUINS))
    assert drawn.count('class="land"') == len(clusters(region))
    assert drawn.count("#ruins-covered-marker") == 2
    assert to_html(map_art.features(RUINS, 1 << space_at(1, 1), 0, 0)).count("#mountain-coin-marker") == 1
    assert to_html(map_art.ghost("farm", SHAPE, legal=False, offending=SHAPE)).count("#mark-bad-marker") == 2
    assert to_html(map_art.territory("destroyed", region, RUINS)).count("#ruins-covered-marker") == 2
    assert to_html(map_art.attacks(region)).count("#attacked-marker") == 3
    assert text_of(map_art.lit(SHAPE, ((space_at(1, 1), "+3"),))) == "+3"


@pytest.mark.parametrize("beast", BEASTS)
def test_beasts_have_their_own_symbols(beast: str) -> None:
    """Spaces of a beast have its symbol, in mirror image beside each other, and other monsters keep theirs."""
    for drawing in (
        map_art.territory("monster", SHAPE, 0, ((beast, SHAPE),)),
        map_art.ghost("monster", SHAPE, legal=True, beast=beast),
        map_art.walker(SHAPE, beast),
        map_art.overview((("monster", SHAPE),), 0, 0, ((beast, SHAPE),)),
    ):
        assert sorted(symbols_in(drawing)) == [f"{beast}-0", f"{beast}-1"]
    [one] = symbols_in(map_art.miniature("monster", beast))
    assert one.startswith(beast)
    mixed = symbols_in(map_art.territory("monster", SHAPE, 0, ((beast, 1 << space_at(1, 1)),)))
    assert [name.partition("-")[0] for name in mixed] == [beast, "monster"]
    assert all(name.startswith("monster") for name in symbols_in(map_art.territory("monster", SHAPE, 0)))


def symbols_in(drawing: Element) -> list[str]:
    """Return the names of the symbols in a drawing."""
    return re.findall(r"url\(#([\w-]+)-marker\)", to_html(drawing))


@pytest.mark.parametrize("legal", [True, False])
def test_each_attacked_space_has_a_line_and_a_mark(*, legal: bool) -> None:
    """Each attacked space has a line from the hero and a sword, or a cross if its monster would be destroyed."""
    hero, struck = 1 << space_at(3, 3), 1 << space_at(1, 2)
    ghost = map_art.ghost("hero", hero, legal=legal, attack=SHAPE, struck=struck)
    assert to_html(ghost).count("#mark-aim-marker") == to_html(ghost).count("#mark-struck-marker") == 1
    rays = next(element for element in walk(ghost) if element.key == "rays")
    assert all(line.attributes["d"].count("M140 140L") == 2 for line in rays.children if isinstance(line, Element))
    without_attack = map_art.ghost("hero", hero, legal=legal)
    assert "#mark" not in to_html(without_attack)
    assert not any(element.key == "rays" for element in walk(without_attack))


def test_attack_line_ends_at_edge_of_mark() -> None:
    """A line from the hero ends at the edge of the mark, also on the hero's own space."""
    hero = 1 << space_at(3, 3)
    ray, same = (
        next(
            element for element in walk(map_art.ghost("hero", hero, legal=True, attack=attack)) if element.key == "rays"
        )
        for attack in (1 << space_at(3, 5), hero)
    )
    assert 'd="M140 140L205.0 140.0"' in to_html(ray)
    assert 'd="M140 140L140.0 140.0"' in to_html(same)


def test_sibling_keys_are_unique() -> None:
    """Siblings have unique keys, so that elements keep their places on the page."""
    for layer in layers():
        for element in walk(layer):
            keys = [child.key for child in element.children if isinstance(child, Element) and child.key]
            assert len(keys) == len(set(keys))


def test_every_icon_is_used() -> None:
    """Every icon in the sprites is used by the page."""
    named = "".join(path.read_text("utf-8") for path in (PY / "app").rglob("*.py"))
    icons = re.findall(r'<symbol id="(icon-[\w-]+)"', symbols())
    assert [icon for icon in icons if not re.search(f'"#?{icon}"', named)] == []


def test_first_part_uses_only_its_own_icons() -> None:
    """Screens of the first part use only icons that arrive with it."""
    modules = (PY / "app").rglob("*.py")
    early = [path for path in modules if not part_of(module_named(path.relative_to(PY).as_posix()))]
    named = re.findall(r'"#?(icon-[\w-]+)"', "".join(path.read_text("utf-8") for path in early))
    there = "".join(look(*names).drawings for names in (FIRST_LOOKS, *NEXT_LOOKS.values()))
    assert named
    assert [icon for icon in named if f'id="{icon}"' not in there] == []


def test_every_scoring_and_deck_card_has_a_picture() -> None:
    """Each scoring card and each card of the decks has a picture, and there are no other pictures."""
    explore, ambush = [[card for cards in box.values() for card in cards] for box in (EXPLORE, AMBUSH)]
    pictures = set(re.findall(r'<symbol id="((?:edict|card)-[\w-]+)"', symbols()))
    decks = {f"card-{card.id}" for card in (*explore, *ambush, *RUINS_CARDS, *HEROES)}
    assert {f"edict-{card.id}" for card in CARDS} | decks == pictures


def symbols() -> str:
    """Return the sprites of icons and cards."""
    return "".join(path.read_text("utf-8") for path in (WEB / "looks").rglob("*.svg"))
