"""Tests of the map as a picture: all references exist, and each layer shows its data."""

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

PY, WEB = (Path(__file__).parents[2] / folder for folder in ("py", "web"))
SPRITE = "".join((WEB / f"looks/{name}.svg").read_text("utf-8") for name in ("map", "beasts"))
SPRITE += to_html(map_art.markers()) + to_html(map_art.beast_markers())
#: The sprites of icons and cards.
SYMBOLS = "".join(path.read_text("utf-8") for path in (WEB / "looks").rglob("*.svg"))
TERRAINS = ("forest", "village", "farm", "water", "monster", "hero")
BEASTS = [beast.value for beast in Beast]
RUINS = region_of([space_at(1, 1), space_at(5, 5)])
SHAPE = region_of([space_at(1, 1), space_at(1, 2)])
HERO = 1 << space_at(3, 3)


#: Every layer with every possible drawing.
LAYERS = [
    *(map_art.paper(season) for season in ("spring", "summer", "fall", "winter")),
    *(map_art.territory(terrain, BOARD, RUINS) for terrain in TERRAINS),
    *(map_art.miniature(terrain) for terrain in TERRAINS),
    map_art.features(BOARD, SHAPE, RUINS, SHAPE),
    map_art.ghost("farm", SHAPE, legal=True, ruins=RUINS),
    map_art.ghost("farm", SHAPE, legal=False, offending=SHAPE),
    map_art.ghost("hero", HERO, legal=True, attack=SHAPE, struck=1 << space_at(1, 2)),
    map_art.ghost("hero", HERO, legal=False, attack=SHAPE),
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
ELEMENTS = [element for layer in LAYERS for element in walk(layer)]
#: All drawings as HTML.
DRAWN = SPRITE + "".join(map(to_html, LAYERS))


def test_symbols_ids_and_keys() -> None:
    """References lead to the only symbol with an id, and all are used; drawings have no ids, styles, or equal keys."""
    ids = re.findall(r'id="([^"]+)"', SPRITE)
    assert len(ids) == len(set(ids))
    assert set(ids) == set(re.findall(r'(?:href="|url\()#([^")]+)', DRAWN))
    for element in ELEMENTS:
        assert not element.attributes.keys() & {"id", "style"}
        keys = [child.key for child in element.children if isinstance(child, Element) and child.key]
        assert len(keys) == len(set(keys))
    assert "style=" not in SPRITE


def lightness(color: str) -> float:
    """Return a color's perceived lightness from 0 to 100: L* of CIELAB."""
    digits = "".join(2 * digit for digit in color[1:]) if len(color) == 4 else color[1:]
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return float(116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light)


@pytest.mark.parametrize("theme", [":root", '[data-theme="night"]', '[data-theme="contrast"]'])
def test_every_theme_defines_every_color(theme: str) -> None:
    """Each theme defines all colors of the drawings, and its terrains and its paper differ clearly in lightness."""
    style = (WEB / "looks/colors.css").read_text("utf-8")
    rules = re.search(re.escape(theme) + r" \{(.*?)\}", style, re.DOTALL)
    assert rules is not None
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", rules[1]))
    assert values.keys() | {"--season", "--season-light"} == set(re.findall(r"var\((--[\w-]+)\)", DRAWN))
    light = sorted(lightness(values[f"--{name}"]) for name in ("paper", *TERRAINS))
    assert all(lighter - darker > 6.5 for darker, lighter in pairwise(light))


def symbols_in(drawing: Element) -> list[str]:
    """Return the names of the symbols in a drawing."""
    return re.findall(r"url\(#([\w-]+)-marker\)", to_html(drawing))


def rays_in(drawing: Element) -> list[Element]:
    """Return the lines from a hero to the attacked spaces."""
    return [element for element in walk(drawing) if element.key == "rays"]


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


def test_each_attacked_space_has_a_line_and_a_mark() -> None:
    """Each attacked space has a line that ends at its mark: a sword, or a cross if its monster would be destroyed."""
    for legal in (True, False):
        ghost = map_art.ghost("hero", HERO, legal=legal, attack=SHAPE, struck=1 << space_at(1, 2))
        assert to_html(ghost).count("#mark-aim-marker") == to_html(ghost).count("#mark-struck-marker") == 1
        [rays] = rays_in(ghost)
        assert all(line.attributes["d"].count("M140 140L") == 2 for line in rays.children if isinstance(line, Element))
        without_attack = map_art.ghost("hero", HERO, legal=legal)
        assert "#mark" not in to_html(without_attack)
        assert rays_in(without_attack) == []
    for attack, end in ((1 << space_at(3, 5), "205.0"), (HERO, "140.0")):
        [rays] = rays_in(map_art.ghost("hero", HERO, legal=True, attack=attack))
        assert f'd="M140 140L{end} 140.0"' in to_html(rays)


def test_icons_and_pictures_of_cards_are_used() -> None:
    """Every icon is used, early screens use only early icons, and each card has a picture, without other pictures."""
    modules = {path: path.read_text("utf-8") for path in (PY / "app").rglob("*.py")}
    icons = re.findall(r'<symbol id="(icon-[\w-]+)"', SYMBOLS)
    assert [icon for icon in icons if not re.search(f'"#?{icon}"', "".join(modules.values()))] == []
    early = [path for path in modules if not part_of(module_named(path.relative_to(PY).as_posix()))]
    named = re.findall(r'"#?(icon-[\w-]+)"', "".join(modules[path] for path in early))
    there = "".join(look(*names).drawings for names in (FIRST_LOOKS, *NEXT_LOOKS.values()))
    assert named
    assert [icon for icon in named if f'id="{icon}"' not in there] == []
    explore, ambush = [[card for cards in box.values() for card in cards] for box in (EXPLORE, AMBUSH)]
    pictures = set(re.findall(r'<symbol id="((?:edict|card)-[\w-]+)"', SYMBOLS))
    decks = {f"card-{card.id}" for card in (*explore, *ambush, *RUINS_CARDS, *HEROES)}
    assert {f"edict-{card.id}" for card in CARDS} | decks == pictures
