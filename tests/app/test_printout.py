"""The printable sheets: the choice of a map, and the contents of the sheet."""

import pytest

from app import messages as m
from app.arrival.page_load import Edition
from app.drawing.element import text_of, walk
from app.effects import PrintPage
from app.screens.printout.drawing import HEIGHT, WIDTH, printed_sheet
from app.screens.printout.screen import Printout
from app.screens.set_up.screen import SetupScreen
from cartographers.maps import blank_sheet
from cartographers.sheet import COIN_TRACK
from cartographers.sides import SIDES
from support import playing as p
from support.gallery import CROWDED_MAP, MAP_LIKE_B
from support.visits import arrive, changed, effects_of, is_late, updated


@pytest.mark.parametrize("side", [*SIDES, CROWDED_MAP])
def test_sheet_has_everything(side: str) -> None:
    """A sheet has the lines, the edicts, a coin track, boxes for stars, and the whole map, and fits on A4 or Letter."""
    sheet = blank_sheet(side)
    drawing = printed_sheet(p.WORDS, sheet, "")
    found, text = [*walk(drawing)], text_of(drawing)
    for word in ("name", "title", "land", "Spring, Winter", "Summer, Fall", "Coins", "Monsters", "Total", "K", "11"):
        assert word in text
    moved = [part for part in found if part.attributes.get("transform", "").startswith("translate")]
    assert len(moved) == 1 + sum(region.bit_count() for region in (sheet.mountain, sheet.ruins, sheet.wasteland))
    assert [part.tag for part in found].count("circle") == COIN_TRACK + sheet.mountain.bit_count()
    colors = {part.attributes[name] for part in found for name in ("fill", "stroke") if name in part.attributes}
    assert colors == {"none", "currentColor"}
    assert min(210, 215.9) - 20 >= WIDTH
    assert min(297, 279.4) - 20 >= HEIGHT


def test_map_is_chosen_and_printed() -> None:
    """The requested map opens, or map A if that is unreadable, and the chosen map is printed with its name."""
    visit = p.after(arrive(p.CHANCE, maps=MAP_LIKE_B), m.Go("set-up"), m.Go("printout", "C"))
    assert visit.screen == Printout("C")
    assert updated(visit, f"set-side {MAP_LIKE_B}").screen == Printout(MAP_LIKE_B)
    assert is_late(visit, f"set-side {CROWDED_MAP}")
    assert effects_of(visit, m.Print()) == [PrintPage()]
    for page in (visit, updated(visit, m.Go("rules", "all"))):
        unable = changed(page, edition=Edition(prints=False))
        assert ["print" in p.buttons(p.shown(each)) for each in (page, unable)] == [True, False]
        assert "This browser can't print." in text_of(p.shown(unable))
    assert isinstance(updated(visit, m.Back()).screen, SetupScreen)
    assert "Map C, Heroes wilderness" in p.labels(p.shown(visit))
    for unreadable in ("", "E", "X", "X0", "none"):
        assert updated(arrive(p.CHANCE), m.Go("printout", unreadable)).screen == Printout("A")
    home = arrive(p.CHANCE, maps=f"{CROWDED_MAP} {MAP_LIKE_B}", map_names=f"{MAP_LIKE_B}:Lost%20Bay")
    visit = updated(home, m.Go("printout", MAP_LIKE_B))
    [sheet] = p.with_class(p.shown(visit), "printout-sheet")
    assert sheet.attributes["aria-label"] == "Lost Bay"
    assert "Lost Bay" in text_of(sheet)
    choices = [part.attributes.get("aria-label") for part in walk(p.shown(visit)) if part.tag == "button"]
    assert choices[-3:-1] == ["Lost Bay", "Custom map 2"]
    assert "Lost Bay" not in text_of(printed_sheet(p.WORDS, blank_sheet(CROWDED_MAP), ""))
