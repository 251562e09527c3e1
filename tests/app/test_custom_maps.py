"""Custom maps on the page: links, the setup, saved maps, lists, and names."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.board.map_view import small_map
from app.drawing.element import text_of, walk
from app.game.custom_maps import names_in, sides_in, typed_name, with_map, with_name, without_map
from app.game.library import read_entry
from app.game.setup import MAX_NAME_LENGTH
from app.game.shelf import read_save, write_save
from app.link import link_of
from app.messages import Begin, Choose, Go, TypeText
from app.playing import CHANCE, WORDS, after, game_of, shown
from app.screens.parts.filters import Filters
from app.screens.parts.sharing import kind_of
from app.visit import Visit
from cartographers.maps import blank_sheet
from gallery import CROWDED_MAP, MAP_LIKE_B
from updates import updated
from visits import arrive

TODAY = date(2026, 11, 24)
ID = f"c1-{MAP_LIKE_B.lower()}-1p-k3x9q2"


def test_link_shows_and_begins_its_map() -> None:
    """The door of a link to a custom map shows the map, and leads to a game on it, which is saved and read back."""
    visit = arrive(CHANCE, link=link_of(f"?id={ID}", TODAY))
    [door] = [part for part in walk(shown(visit)) if part.attributes.get("data-do") == "begin link"]
    assert small_map(blank_sheet(MAP_LIKE_B), "Map") in walk(door)
    assert "The map from this link" in text_of(door)
    assert "Base, custom map, solo" in text_of(door)
    replay = arrive(CHANCE, link=replace(visit.page.link, record=f"{ID}.fA1B2"))
    assert "The game from this link" in text_of(shown(replay))
    game = game_of(updated(visit, Begin("link")))
    assert game.state.sheets == (blank_sheet("B"),)
    assert read_save(write_save(game, 0)).game.id == game.id
    assert kind_of(WORDS, game) == "Base, custom map"


@pytest.mark.parametrize("code", ["brixuhddb6yw45rrm3n0b", "brixuhddb6yw45rrm3n0", "", "0"])
def test_link_with_a_damaged_map_is_refused(code: str) -> None:
    """A link with a damaged code of a map opens no game, and the page says so."""
    visit = arrive(CHANCE, link=link_of(f"?id=c1-x{code}-1p-k3x9q2", TODAY))
    assert visit.page.link.id is None
    assert "damaged" in text_of(shown(visit))


def offered(setup: Visit) -> list[str]:
    """Return the sides of the custom maps that the setup offers."""
    commands = [str(part.attributes.get("data-do")) for part in walk(shown(setup))]
    return [command.removeprefix("choose side ") for command in commands if command.startswith("choose side X")]


def test_setup_offers_the_latest_maps() -> None:
    """The setup offers the latest custom maps, and the chosen one even if it isn't saved."""
    many = [f"X{code}" for code in ("3UGU2OPOB8QGTHR", "4QTI1765BFUI0TU", "VS6JRVKAGKD46WAWHLVOE", "1X726G0O")]
    setup = updated(arrive(CHANCE, maps=" ".join([CROWDED_MAP, *many, "nonsense", "X0"])), Go("set-up"))
    assert offered(setup) == many[::-1]
    chosen = updated(setup, Choose("side", MAP_LIKE_B))
    assert chosen.setup.game.side == MAP_LIKE_B
    assert "Base, custom map, solo" in text_of(shown(chosen))
    assert offered(chosen) == [MAP_LIKE_B, *many[:0:-1]]


@pytest.mark.parametrize(("cards", "said"), [("heroes", "Heroes"), ("base", "Base"), ("mixed", "Mixed")])
def test_custom_map_stays_when_cards_change(cards: str, said: str) -> None:
    """A chosen custom map stays when the player chooses other cards, and doesn't change the name of the cards."""
    setup = after(arrive(CHANCE), Go("set-up"), Choose("side", MAP_LIKE_B), Choose("cards", cards))
    assert setup.setup.game.side == MAP_LIKE_B
    assert setup.setup.cards == cards
    assert f"{said}, custom map" in text_of(shown(setup))
    begun = after(setup, TypeText("seed", "x"), Begin("set-up"))
    assert game_of(begun).state.sheets == (blank_sheet("B"),)


def test_filter_finds_all_custom_maps() -> None:
    """The filter for custom maps finds games on any of them, and no others."""
    entries = [
        read_entry(f"cartographers.open.{number}.k", f"v2 c1-{side.lower()}-1p-x by:,, end")
        for number, side in enumerate(("A", MAP_LIKE_B, CROWDED_MAP), start=1)
    ]
    assert Filters(side="X").select(entries) == entries[1:]
    assert Filters(side="A").select(entries) == entries[:1]


def test_note_of_maps() -> None:
    """A note lists each map once, the latest first, and leaves out texts that are no maps."""
    note = with_map(with_map("", MAP_LIKE_B), CROWDED_MAP)
    assert sides_in(note) == (CROWDED_MAP, MAP_LIKE_B)
    assert sides_in(with_map(note, MAP_LIKE_B)) == (MAP_LIKE_B, CROWDED_MAP)
    assert sides_in(without_map(note, MAP_LIKE_B)) == (CROWDED_MAP,)
    assert sides_in(f"{note} X0 A {MAP_LIKE_B}x \x00") == (CROWDED_MAP, MAP_LIKE_B)


def test_names_are_apart_from_the_maps() -> None:
    """Names are in a note of their own, so a version of the page without names keeps every map, and loses no name."""
    maps = with_map("", MAP_LIKE_B)
    names = with_name("", MAP_LIKE_B, "Lost Bay")
    assert sides_in(maps) == (MAP_LIKE_B,)
    assert names_in(names) == {MAP_LIKE_B: "Lost Bay"}
    assert with_name(with_name(names, CROWDED_MAP, "Lost Bay"), MAP_LIKE_B, "") == f"{CROWDED_MAP}:Lost%20Bay"
    assert names_in(f"{names} X0 {MAP_LIKE_B}:other {CROWDED_MAP}:%20 {CROWDED_MAP} :") == {MAP_LIKE_B: "Lost Bay"}


@given(st.text())
def test_any_name_can_be_typed(text: str) -> None:
    """A name of any characters is cleaned, and read back from its note."""
    name = typed_name(text)
    assert len(name) <= MAX_NAME_LENGTH
    assert name == name.strip()
    assert names_in(with_name("", MAP_LIKE_B, name)) == ({MAP_LIKE_B: name} if name else {})


def test_setup_shows_names() -> None:
    """The setup shows the name of a custom map, and a number for each map without one."""
    setup = arrive(CHANCE, maps=f"{CROWDED_MAP} {MAP_LIKE_B}", map_names=f"{MAP_LIKE_B}:Lost%20Bay")
    buttons = {
        str(part.attributes["aria-label"]): text_of(part)
        for part in walk(shown(updated(setup, Go("set-up"))))
        if str(part.attributes.get("data-do")).startswith("choose side X")
    }
    assert buttons == {"Lost Bay": "Lost Bay", "Custom map 2": ""}
