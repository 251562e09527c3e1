"""Custom maps on the page: links, the setup, saved maps, lists, and names."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import link_of
from app.board.map_view import small_map
from app.drawing.element import Element, text_of, walk
from app.game import custom_maps
from app.game.custom_maps import MAX_MAPS, map_named, names_in, sides_in, typed_name, with_missing_name, with_named
from app.game.library import read_entry
from app.game.setup import MAX_NAME_LENGTH
from app.game.shelf import read_save, write_save
from app.memory import notes_of
from app.page.notice import Notice
from app.page.outgoing import Text
from app.page.parts import LATER
from app.saved_names import MAP_NAMES, MAPS
from app.saves.noting import MergeNotes
from app.screens.parts.filters import Filters
from app.screens.parts.sharing import kind_of
from app.visit import Visit
from cartographers.maps import blank_sheet
from support import playing as p
from support.gallery import CROWDED_MAP, MAP_LIKE_B
from support.saved_files import sides
from support.visits import NO_PARTS, arrive, changed, effects_of, is_late, updated

TODAY = date(2026, 11, 24)
ID = f"c1-{MAP_LIKE_B.lower()}-1p-k3x9q2"
#: The note of a map's name.
LOST_BAY = f"{MAP_LIKE_B}:Lost%20Bay"


def at_link(query: str) -> Visit:
    """Return the visit by a link."""
    return arrive(p.CHANCE, link=link_of(query, TODAY))


def door_on(visit: Visit) -> Element:
    """Return the door of the visit's link."""
    return p.buttons(p.shown(visit))["begin link"]


def offered(visit: Visit) -> list[str]:
    """Return the sides of the custom maps that the setup offers."""
    commands = [part.attributes.get("data-do", "") for part in walk(p.shown(visit))]
    return [command.removeprefix("set-side ") for command in commands if command.startswith("set-side X")]


def test_link_shows_and_begins_its_map() -> None:
    """The door of a link to a custom map shows the map, and leads to a game on it, which is saved and read back."""
    visit = at_link(f"?id={ID}")
    assert small_map(blank_sheet(MAP_LIKE_B), "Map") in walk(door_on(visit))
    for words in ("The map from this link", "Base, custom map, solo"):
        assert words in text_of(door_on(visit))
    replay = arrive(p.CHANCE, link=replace(visit.page.link, record=f"{ID}.fA1B2"))
    assert "The game from this link" in text_of(p.shown(replay))
    game = p.game_of(updated(visit, m.Begin("link")))
    assert game.state.sheets == (blank_sheet("B"),)
    assert read_save(write_save(game, 0)).game.id == game.id
    assert kind_of(p.WORDS, game) == "Base, custom map"


def test_link_with_a_damaged_map_is_refused() -> None:
    """A link with a damaged code of a map opens no game, and the page says so."""
    for code in ("brixuhddb6yw45rrm3n0b", "brixuhddb6yw45rrm3n0", "", "0"):
        visit = at_link(f"?id=c1-x{code}-1p-k3x9q2")
        assert visit.page.link.id is None
        assert "damaged" in text_of(p.shown(visit))


def test_setup_offers_the_latest_maps() -> None:
    """The setup offers the latest custom maps by names or numbers, and the chosen one even if it isn't saved."""
    many = [f"X{code}" for code in ("3UGU2OPOB8QGTHR", "4QTI1765BFUI0TU", "VS6JRVKAGKD46WAWHLVOE", "1X726G0O")]
    setup = updated(arrive(p.CHANCE, maps=" ".join([CROWDED_MAP, *many, "nonsense", "X0"])), m.Go("set-up"))
    assert offered(setup) == many[::-1]
    chosen = updated(setup, f"set-side {MAP_LIKE_B}")
    assert chosen.setup.game.side == MAP_LIKE_B
    assert "Base, custom map, solo" in text_of(p.shown(chosen))
    assert offered(chosen) == [MAP_LIKE_B, *many[:0:-1]]
    home = arrive(p.CHANCE, maps=f"{CROWDED_MAP} {MAP_LIKE_B}", map_names=LOST_BAY)
    choices = p.buttons(p.shown(updated(home, m.Go("set-up")))).items()
    own = [found for command, found in choices if command.startswith("set-side X")]
    shown_names = {found.attributes["aria-label"]: text_of(found) for found in own}
    assert shown_names == {"Lost Bay": "Lost Bay", "Custom map 2": ""}


def test_custom_map_stays_when_cards_change() -> None:
    """A chosen custom map stays when the player chooses other cards, and doesn't change the name of the cards."""
    for cards in ("heroes", "base", "mixed"):
        setup = p.after(arrive(p.CHANCE), m.Go("set-up"), f"set-side {MAP_LIKE_B}", f"set-cards {cards}")
        assert (setup.setup.game.side, setup.setup.cards) == (MAP_LIKE_B, cards)
        assert f"{cards.title()}, custom map" in text_of(p.shown(setup))
        begun = p.after(setup, m.TypeText("seed", "x"), m.Begin("set-up"))
        assert p.game_of(begun).state.sheets == (blank_sheet("B"),)


def test_filter_finds_all_custom_maps() -> None:
    """The filter for custom maps finds games on any of them, and no others."""
    entries = [
        read_entry(f"cartographers.open.{number}.k", f"v2 c1-{side.lower()}-1p-x by:,, end")
        for number, side in enumerate(("A", MAP_LIKE_B, CROWDED_MAP), start=1)
    ]
    assert Filters(side="X").select(entries) == entries[1:]
    assert Filters(side="A").select(entries) == entries[:1]


def test_names_are_apart_from_the_maps() -> None:
    """A note lists each map once, the latest first; a separate note has the names, without unreadable ones."""
    note = custom_maps.with_map(custom_maps.with_map("", MAP_LIKE_B), CROWDED_MAP)
    assert sides_in(note) == (CROWDED_MAP, MAP_LIKE_B)
    assert sides_in(custom_maps.with_map(note, MAP_LIKE_B)) == (MAP_LIKE_B, CROWDED_MAP)
    assert sides_in(custom_maps.without_map(note, MAP_LIKE_B)) == (CROWDED_MAP,)
    assert sides_in(f"{note} X0 A {MAP_LIKE_B}x \x00") == (CROWDED_MAP, MAP_LIKE_B)
    assert custom_maps.with_map("", MAP_LIKE_B) == MAP_LIKE_B
    assert with_named("", map_named(MAP_LIKE_B, "Lost Bay")) == LOST_BAY
    both = with_named(LOST_BAY, map_named(CROWDED_MAP, "Lost Bay"))
    assert with_named(both, map_named(MAP_LIKE_B, "")) == f"{CROWDED_MAP}:Lost%20Bay"
    for unreadable in ("", f" X0 {MAP_LIKE_B}:other {CROWDED_MAP}:%20 {CROWDED_MAP} :"):
        assert names_in(f"{LOST_BAY}{unreadable}") == {MAP_LIKE_B: "Lost Bay"}


@given(st.text())
def test_any_name_can_be_typed(text: str) -> None:
    """A name of any characters is cleaned, and read back from its note."""
    name = typed_name(text)
    assert len(name) <= MAX_NAME_LENGTH
    assert name == name.strip()
    assert names_in(with_named("", map_named(MAP_LIKE_B, name))) == ({MAP_LIKE_B: name} if name else {})


#: A friend's visit by the link of a named map.
SENT = at_link(f"?map=Lost%20Bay&id={ID}")
KEEP = "keep-map"


def note_on(visit: Visit) -> str:
    """Return the text on keeping the link's map, with its button."""
    return " ".join(text_of(part) for part in p.with_class(p.shown(visit), "map-to-keep"))


def keeping(visit: Visit) -> list[MergeNotes]:
    """Return the effects that save the link's map after the player has asked for it."""
    return [effect for effect in effects_of(visit, KEEP) if isinstance(effect, MergeNotes)]


def answered(visit: Visit) -> Visit:
    """Return the visit after the device has saved the link's map."""
    [effect] = keeping(visit)
    device = notes_of(visit.memory)
    saved = tuple((name, merge(device[name], text)) for name, text, merge in effect.notes)
    return updated(updated(visit, KEEP), m.NotesRead(saved))


def test_friend_sees_the_name_and_keeps_the_map() -> None:
    """The screen of a link shows the map's name, and saves the map with it, once; the setup then offers it first."""
    assert "Lost Bay" in text_of(door_on(SENT))
    assert note_on(SENT) == "Lost Bay You can save this map, and choose it for any new game.Save to your maps"
    assert not SENT.memory.notes[MAPS]
    kept = answered(changed(SENT, maps=CROWDED_MAP))
    assert sides_in(kept.memory.notes[MAPS]) == (MAP_LIKE_B, CROWDED_MAP)
    assert names_in(kept.memory.notes[MAP_NAMES]) == {MAP_LIKE_B: "Lost Bay"}
    for words in ("This is one of your maps.", "Saved in your maps"):
        assert words in note_on(kept)
    assert (updated(kept, KEEP), keeping(kept)) == (kept, [])
    setup = updated(kept, m.Go("set-up"))
    assert offered(setup) == [MAP_LIKE_B, CROWDED_MAP]
    assert "Lost Bay" in text_of(p.shown(setup))


def test_kept_map_needs_no_name_and_keeps_its_own() -> None:
    """A map can be kept without a name; one that the player has, or that another tab has named, keeps its name."""
    nameless = at_link(f"?id={ID}")
    assert note_on(nameless).startswith("The map from this link You can save this map")
    kept = answered(nameless)
    assert (kept.memory.notes[MAPS], kept.memory.notes[MAP_NAMES]) == (MAP_LIKE_B, "")
    own = (MAP_LIKE_B, f"{MAP_LIKE_B}:My%20Bay")
    assert note_on(changed(SENT, maps=own[0], map_names=own[1])).startswith("My Bay This is one of your maps.")
    assert with_missing_name(own[1], map_named(MAP_LIKE_B, "Lost Bay")) == own[1]


def test_map_that_could_not_be_saved_is_not_shown_as_saved() -> None:
    """If the device can't save the map, a notice says so, and the player can try again; 100 maps are the maximum."""
    for why in (Notice.DENIED, Notice.CROWDED):
        failed = p.after(SENT, KEEP, m.OtherSaveFailed(why))
        assert (failed.notice, failed.memory.notes[MAPS]) == (why, "")
        assert "Save to your maps" in note_on(failed)
    full = changed(SENT, maps=" ".join(sides(MAX_MAPS)))
    assert "You already have 100 maps, so there's no room for this one." in note_on(full)
    assert (updated(full, KEEP), keeping(full)) == (full, [])


def test_nothing_to_keep() -> None:
    """Without a link to a custom map, no map can be kept; the offer appears with the later part, and moves no door."""
    before = changed(SENT, parts=NO_PARTS)
    for visit in (arrive(p.CHANCE), at_link("?map=Lost%20Bay&id=c1-a-1p-k3x9q2"), before):
        assert not note_on(visit)
        assert is_late(visit, KEEP)
    there = updated(before, m.PartFetched(LATER, arrived=True))
    assert note_on(there)
    assert p.buttons(p.shown(there)).keys() - p.buttons(p.shown(before)).keys() == {"keep-map"}


def test_name_goes_along_with_every_link_to_the_map() -> None:
    """The editor's link, and the result, the challenge, and the replay of a game contain the name of its map."""
    named = arrive(p.CHANCE, maps=MAP_LIKE_B, map_names=LOST_BAY, address="https://x.example/")
    editor = p.after(named, m.Go("set-up"), m.Go("editor"), f"load-map {MAP_LIKE_B}")
    own = p.after(named, m.Go("set-up"), f"set-side {MAP_LIKE_B}", m.TypeText("seed", "k3x9q2"), m.Begin("set-up"))
    friends = updated(changed(SENT, address="https://x.example/"), m.Begin("link"))
    sent = [editor.screen.outgoing(p.WORDS, editor, "map")]
    for visit in (own, friends):
        *_, over = p.drawn_out(visit)
        sheet = updated(over, m.Go("sheet"))
        sent += [sheet.screen.outgoing(p.WORDS, sheet, what) for what in ("text", "beat", "watch")]
    for each in sent:
        assert isinstance(each, Text)
        link = link_of(each.text, TODAY)
        assert link.id
        assert (link.id.side, link.map_name, link.error) == (MAP_LIKE_B, "Lost Bay", None)
        assert "https://x.example/?map=Lost%20Bay&" in each.text
