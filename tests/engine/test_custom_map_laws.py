"""Laws of the codes of custom maps: each map has one code, and damaged codes are refused."""

from hypothesis import given
from hypothesis import strategies as st

from cartographers import GameId, InvalidRecord, Sheet, read_game_id
from cartographers.custom_map import custom_sheet, custom_side
from cartographers.sides import CUSTOM, is_custom
from engine.test_custom_map import DIGITS
from support.refusals import refused
from support.strategies import custom_sheets


@given(custom_sheets())
def test_each_map_has_a_code(sheet: Sheet) -> None:
    """A map's code of at most 41 characters gives the map, also in a game id of any case."""
    side = custom_side(sheet)
    assert is_custom(side)
    assert len(side) <= len(CUSTOM) + 41
    assert custom_sheet(side) == sheet
    game_id = GameId("k3x9q2", side)
    assert str(game_id) == f"c1-{side.lower()}-1p-k3x9q2"
    assert read_game_id(str(game_id)) == read_game_id(str(game_id).upper()) == game_id


@given(st.text(DIGITS, min_size=1, max_size=45))
def test_each_code_is_the_only_one_of_its_map(code: str) -> None:
    """A text is either refused, or the only code of a map within the limits."""
    try:
        sheet = custom_sheet(CUSTOM + code)
    except InvalidRecord:
        return
    assert custom_side(sheet) == CUSTOM + code


@given(custom_sheets(), st.data())
def test_damaged_code_is_refused(sheet: Sheet, data: st.DataObject) -> None:
    """A code with one wrong character is refused; a shortened one is refused or, by chance, another map's."""
    side = custom_side(sheet)
    place = data.draw(st.integers(1, len(side) - 1))
    other = data.draw(st.sampled_from(sorted({*DIGITS} - {side[place]})))
    with refused(InvalidRecord, match="a character in the map's code .* is wrong or missing"):
        custom_sheet(side[:place] + other + side[place + 1 :])
    cut = side[: data.draw(st.integers(1, len(side) - 1))]
    try:
        shorter = custom_sheet(cut)
    except InvalidRecord:
        return
    assert custom_side(shorter) == cut
