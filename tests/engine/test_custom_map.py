"""Codes of custom maps: existing codes keep their maps, damaged codes are refused, and games are played on them."""

from dataclasses import replace
from itertools import islice

import pytest

from cartographers import CARDS, Box, GameId, InvalidRecord, Sheet, Terrain, pure_game, read_record, stars, write_record
from cartographers.custom_map import _check_character, custom_sheet, custom_side
from cartographers.diagram import diagram, read_diagram
from cartographers.maps import blank_sheet
from cartographers.packed import pack, read_any
from cartographers.region import BOARD, SIZE, region_of, spaces
from cartographers.sides import CUSTOM, SIDES
from support.refusals import refused
from support.simulated import chance, played_game

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The codes of the printed maps, as players have sent them in links. None of them may change.
CODES = {"A": "X3UGU2OPOB8QGTHR", "B": "XBRIXUHDDB6YW45RRM3N0A", "C": "X4QTI1765BFUI0TU", "D": "XVS6JRVKAGKD46WAWHLVOE"}
SPACES = list(spaces(BOARD))


def filled(counts: tuple[int, int, int], order: list[int] = SPACES) -> Sheet:
    """Return the map with these numbers of mountains, ruins, and wasteland, filled in the order of the spaces."""
    spaces_left = iter(order)
    mountain, ruins, wasteland = (region_of(islice(spaces_left, count)) for count in counts)
    return Sheet(mountain=mountain, ruins=ruins, wasteland=wasteland)


@pytest.mark.parametrize("side", SIDES)
def test_codes_never_change(side: str) -> None:
    """The codes of the printed maps stay the same, and give these maps."""
    assert custom_side(blank_sheet(side)) == CODES[side]
    assert blank_sheet(CODES[side]) == blank_sheet(side)


def test_code_of_a_map() -> None:
    """Even the first map has a code, drawings don't change a code, and its check character follows ISO 7064."""
    first = Sheet(mountain=region_of(SPACES[-3:-1]), ruins=region_of(SPACES[-1:]))
    assert custom_side(first) == "X02"
    assert custom_sheet("X02") == first
    sheet = read_diagram("\n".join(diagram(blank_sheet("A"))).replace("@", "f@").replace(". .", "v w"))
    assert custom_side(sheet._replace(coins=3)) == CODES["A"]
    # ISO 7064 MOD 37,36, as in a GRid such as A1-2425G-ABC1234002-M
    assert _check_character("A12425GABC1234002") == "M"


def test_bad_codes_and_maps_are_refused() -> None:
    """A message says whether a text is no code or a damaged one, or which limit of spaces a map exceeds."""
    for side, message in {
        "X": "'' isn't the code of a custom map",
        "X7": "'7' isn't the code",
        "X" + "0" * 42: "isn't the code",
        "XB2!5": "'b2!5' isn't the code",
        "X\N{ARABIC-INDIC DIGIT ONE}A": "isn't the code",
        "X3UGU2OPOB8QGTHS": "a character in the map's code '3ugu2opob8qgths' is wrong or missing",
    }.items():
        with refused(InvalidRecord, match=message):
            GameId("x", side)
    for counts, limits in (
        ((1, 1, 0), "a custom map has 2 to 12 mountains, not 1"),
        ((13, 1, 0), "mountains, not 13"),
        ((2, 0, 0), "a custom map has 1 to 12 ruins spaces, not 0"),
        ((2, 13, 0), "ruins spaces, not 13"),
        ((2, 1, 37), "a custom map has 0 to 36 wasteland spaces, not 37"),
    ):
        with refused(InvalidRecord, match=limits):
            custom_side(filled(counts))


@pytest.mark.parametrize("digits", ["03UGU2OPOB8QGTH", "1XS65W0", "Z" * 40])
def test_number_of_no_map_is_refused(digits: str) -> None:
    """A number with a leading zero, or beyond the last map with its counts, has no map."""
    keys = []
    for check in DIGITS:
        with pytest.raises(InvalidRecord) as found:
            custom_sheet(CUSTOM + digits + check)
        keys.append(found.value.sentence.key)
    assert sorted(keys) == ["error.map.check"] * 35 + ["error.map.code"]


MOST = filled((12, 12, 36), SPACES[::2] + SPACES[1::2])
LEAST = filled((2, 1, 0), SPACES[SIZE:])


@pytest.mark.parametrize("sheet", [LEAST, MOST], ids=["least", "most"])
@pytest.mark.parametrize("game_id", [GameId("limits"), pure_game("limits", Box.HEROES)], ids=["base", "heroes"])
def test_games_on_maps_at_the_limits(game_id: GameId, sheet: Sheet) -> None:
    """A game of two bots ends on maps with the least and with the most of everything, and its records restore it."""
    game = played_game(replace(game_id, side=custom_side(sheet), players=2), "apprentice")
    assert game.states[0].sheets == (sheet, sheet)
    assert read_record(write_record(game.id, game.plies)) == read_any(pack(game)) == game


def test_every_edict_can_earn_stars_on_the_smallest_map() -> None:
    """With two mountains and one ruins space, every scoring card earns stars on some maps."""
    rng, poor = chance("edicts"), set(CARDS)
    for _ in range(300):
        sheet, kinds = LEAST, rng.choices([*Terrain, None], k=rng.randint(2, 4))
        for space in spaces(LEAST.empty):
            if kind := rng.choice(kinds):
                sheet = sheet.drawn(kind, 1 << space)
        poor -= {card for card in poor if stars(card(sheet)) > 0}
    assert not poor
