"""The editor of custom maps: drawing, symmetry, Undo, saving, sending, and playing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import DrawCode, ShowCode
from app.game.custom_maps import MAX_MAPS, names_in, sides_in, with_map, with_named, without_map
from app.page.outgoing import Text
from app.saved_names import DRAFT, MAP_NAMES, MAPS
from app.saves.noting import MergeNotes, NoteToMerge, SaveNote
from app.screens.editor.drawing import BLANK, TOOLS, Symmetry, drawn, read_draft, write_draft
from app.screens.editor.hardness import MapMeasured, MapTrial
from app.screens.editor.screen import Editor
from app.screens.set_up.screen import SetupScreen
from app.visit import Visit
from cartographers.maps import blank_sheet
from cartographers.region import names, space_at, space_named
from support import playing as p
from support.elements import tagged
from support.gallery import FULL_DRAFT, MAP_LIKE_B
from support.paper_maps import swipe
from support.saved_files import sides
from support.visits import after_merging, arrive, changed, effects_of, is_late, updated

SAVE, DELETE, LOAD = "save-map", "delete-map", f"load-map {MAP_LIKE_B}"
SAVING = MergeNotes((NoteToMerge(MAPS, MAP_LIKE_B, with_map),))
ASK, HIDE = "show-map-code on", "show-map-code"


def opened(draft: str = "") -> Visit:
    """Return the visit in the editor, opened from the setup."""
    return p.after(arrive(p.CHANCE, draft=draft), m.Go("set-up"), m.Go("editor"))


def editor_of(visit: Visit) -> Editor:
    """Return the editor on the page."""
    assert isinstance(visit.screen, Editor)
    return visit.screen


def mountains(visit: Visit) -> list[str]:
    """Return the names of the mountains on the drawn map."""
    return names(editor_of(visit).sheet.mountain)


def sent_text(visit: Visit) -> str:
    """Return the text that sends the drawn map."""
    sent = visit.screen.outgoing(p.WORDS, visit, "map")
    assert isinstance(sent, Text)
    return sent.text


def disabled(visit: Visit) -> set[str]:
    """Return the commands of the disabled buttons."""
    off = [part.attributes for part in walk(p.shown(visit)) if part.attributes.get("aria-disabled") == "true"]
    return {attributes["data-do"].partition(" X")[0] for attributes in off}


def tap(name: str) -> m.Tap:
    """Return a tap on a space."""
    return m.Tap(space_named(name))


@pytest.mark.parametrize(
    ("symmetry", "images"), [("none", ["B3"]), ("mirror", ["B3", "B9"]), ("rotation", ["B3", "J9"])]
)
@pytest.mark.parametrize("tool", ["mountain", "ruins", "wasteland"])
def test_tool_draws_and_erases_with_symmetry(tool: str, symmetry: str, images: list[str]) -> None:
    """A tool draws on a space and on its image; a second tap on the image or the eraser erases both."""
    visit = p.after(opened(), f"use-tool {tool}", f"use-symmetry {symmetry}", tap("B3"))
    assert names(getattr(editor_of(visit).sheet, tool)) == images
    assert editor_of(updated(visit, tap(images[-1]))).sheet == BLANK
    assert editor_of(p.after(visit, "use-tool erase", tap(images[-1]))).sheet == BLANK
    other = TOOLS[(TOOLS.index(tool) + 1) % 3]
    changed = editor_of(p.after(visit, f"use-tool {other}", tap("B3"))).sheet
    assert (getattr(changed, tool), names(getattr(changed, other))) == (0, images)
    for each in Symmetry:  # the space in the middle is its own image
        assert names(getattr(drawn(BLANK, space_at(5, 5), tool, each), tool)) == ["F6"]


def test_note_says_what_is_missing() -> None:
    """The note names the first thing that is missing; without it, nobody can play on the map, save it, or send it."""
    visit = opened()
    assert "A custom map has 2 to 12 mountains, not 0." in text_of(p.shown(visit))
    assert {"play-on-map", "save-map", "share map"} <= disabled(visit)
    assert visit.screen.outgoing(p.WORDS, visit, "map") is None
    visit = p.after(visit, tap("A1"), tap("A2"))
    assert "A custom map has 1 to 12 ruins spaces, not 0." in text_of(p.shown(visit))
    visit = p.after(visit, "use-tool ruins", tap("B1"))
    assert "The map is ready." in text_of(p.shown(visit))
    assert disabled(visit) == {"redo"}
    assert sent_text(visit)


def test_changes_are_saved_and_undone() -> None:
    """Each change is saved at once for the next visit to the editor, and Undo takes it back, even clearing the map."""
    visit = p.after(opened(), tap("A1"), tap("A2"), "clear-map")
    assert mountains(updated(visit, m.Undo())) == ["A1", "A2"]
    for blank in (visit, p.after(visit, m.Undo(), m.Undo(), m.Undo(), m.Undo())):
        assert editor_of(blank).sheet == BLANK
    for message in (m.Undo(), "clear-map"):
        assert updated(opened(), message) == opened()
    assert effects_of(opened(), tap("C3")) == [SaveNote(DRAFT, "." * 24 + "^" + "." * 96)]
    assert mountains(p.after(opened(), tap("C3"), m.Back(), m.Go("editor"))) == ["C3"]


def test_swipe_draws_and_erases() -> None:
    """A swipe draws on each space with its image; one that begins on the same kind erases. Each is one change."""
    visit = p.after(opened(), "use-symmetry mirror", *swipe("A1", "A2"))
    assert mountains(visit) == ["A1", "A2", "A10", "A11"]
    erased = p.after(visit, *swipe("A2", "A3", "A1"))
    for blank in (erased, p.after(erased, m.Undo(), m.Redo())):
        assert editor_of(blank).sheet == BLANK
    for same in (updated(erased, m.Undo()), p.after(visit, *swipe("C1", "C2"), m.CancelPaint())):
        assert editor_of(same).sheet == editor_of(visit).sheet
    for tool, erases in (("erase", False), ("ruins", True)):
        assert mountains(p.after(visit, f"use-tool {tool}", *swipe("C1", "A1", erases=erases))) == ["A2", "A10"]
    assert visit.screen.controls(visit).paints


def test_keyboard_draws() -> None:
    """The first arrow shows the cursor in the middle, others move it within the map, and Enter draws there."""
    visit = updated(opened(), m.Confirm())
    assert editor_of(visit).sheet == BLANK
    visit = p.after(visit, *[m.Move(-1, 0)] * 20, *[m.Move(0, 1)] * 8, m.Confirm())
    assert mountains(visit) == ["A11"]
    assert p.heard(visit) == "A11, mountain A custom map has 2 to 12 mountains, not 1."
    keys = visit.screen.controls(visit).keys
    assert [m.command(keys[key]) for key in ("2", "u", "Escape")] == ["use-tool ruins", "undo", "back"]
    assert (keys["ArrowUp"], keys["ArrowRight"], keys["Enter"]) == (m.Move(-1, 0), m.Move(0, 1), m.Confirm())


@given(st.one_of(st.text(), st.text(".^@#", min_size=121, max_size=121)))
def test_any_draft_is_read(text: str) -> None:
    """Any text gives a map, and the map of a readable draft is written as the same text."""
    sheet = read_draft(text)
    assert write_draft(sheet) == text or sheet == BLANK


def test_saved_maps() -> None:
    """A map is saved on the device and deleted again; a saved map can be opened, and Undo returns to the former one."""
    visit = opened(FULL_DRAFT)
    assert effects_of(visit, SAVE) == [SAVING]
    assert updated(visit, SAVE) == visit  # until the device has saved it
    saved = after_merging(visit, SAVE)
    assert sides_in(saved.memory.notes[MAPS]) == (MAP_LIKE_B,)
    full = changed(visit, maps=" ".join(sides(MAX_MAPS)))
    assert is_late(full, SAVE)
    assert "You already have 100 maps" in text_of(p.shown(full))
    assert updated(full, "play-on-map").memory.notes[MAPS] == full.memory.notes[MAPS]
    assert "Your maps" in text_of(p.shown(saved))
    loaded = p.after(saved, "clear-map", LOAD)
    assert editor_of(loaded).sheet == blank_sheet("B")
    assert editor_of(updated(loaded, m.Undo())).sheet == BLANK
    deleted = after_merging(loaded, DELETE)
    assert sides_in(deleted.memory.notes[MAPS]) == ()
    unnaming = NoteToMerge(MAP_NAMES, f"{MAP_LIKE_B}:", with_named)
    assert effects_of(loaded, DELETE) == [MergeNotes((NoteToMerge(MAPS, MAP_LIKE_B, without_map), unnaming))]
    for unknown in (LOAD, "load-map X0"):
        assert is_late(deleted, unknown)


def test_saved_map_gets_a_name() -> None:
    """A saved map gets a name without outer spaces, which its list and its text show; an empty one takes it away."""
    unsaved, naming = opened(FULL_DRAFT), m.TypeText("map-name", " Lost Bay ")
    assert is_late(unsaved, naming)
    saved = after_merging(unsaved, SAVE)
    saving = NoteToMerge(MAP_NAMES, f"{MAP_LIKE_B}:Lost%20Bay", with_named)
    assert effects_of(saved, naming) == [MergeNotes((saving,))]
    named = after_merging(saved, naming)
    assert names_in(named.memory.notes[MAP_NAMES]) == {MAP_LIKE_B: "Lost Bay"}
    assert "Lost Bay" in p.labels(p.shown(named))
    assert [part.attributes["value"] for part in walk(p.shown(named)) if part.tag == "input"] == [" Lost Bay "]
    assert effects_of(named, m.TypeText("map-name", "Lost Bay  ")) == []
    assert sent_text(named).startswith("I drew a map for Cartographers: Lost Bay. Play on it:\n")
    nameless = after_merging(named, m.TypeText("map-name", "  "))
    assert nameless.memory.notes[MAP_NAMES] == ""
    assert "Custom map 1" in p.labels(p.shown(nameless))
    deleted = after_merging(named, DELETE)
    assert (deleted.memory.notes[MAPS], deleted.memory.notes[MAP_NAMES]) == ("", "")


def codes(visit: Visit) -> list[str]:
    """Return the path data of the QR codes on the page."""
    found = [path for code in p.with_class(p.shown(visit), "code") for path in tagged(code, "path")]
    return [path.attributes["d"] for path in found]


def test_qr_code_of_the_link() -> None:
    """The code is drawn on request until the map changes or it is hidden; if it can't be loaded, the page says so."""
    visit = opened(FULL_DRAFT)
    link = sent_text(visit).splitlines()[1]
    assert effects_of(visit, ASK) == [DrawCode(link)]
    asked, arrives = updated(visit, ASK), m.CodeDrawn(link, "33 M4 4h1v1h-1z")
    assert is_late(asked, m.CodeDrawn("other", "1 M0 0h1v1h-1z"))
    assert effects_of(asked, arrives) == [ShowCode("33 M4 4h1v1h-1z")]
    drawn_code = updated(asked, arrives)
    assert effects_of(drawn_code, HIDE) == []
    assert codes(drawn_code) == ["M4 4h1v1h-1z"]
    for over in (updated(drawn_code, HIDE), updated(drawn_code, tap("A1"))):
        assert not codes(over)
        assert is_late(over, arrives)
    assert is_late(opened(), ASK)
    missing = updated(asked, m.CodeMissing())
    assert "The QR code couldn't be loaded. Please check your connection" in text_of(p.shown(missing))
    assert "couldn't be loaded" not in text_of(p.shown(updated(missing, ASK)))
    assert effects_of(missing, ASK) == [DrawCode(link)]
    for with_none_missing in (drawn_code, opened()):
        assert is_late(with_none_missing, m.CodeMissing())


def test_play_on_the_map() -> None:
    """Play saves the map, and returns to the setup with the map chosen; the game begins on it."""
    visit, play = opened(FULL_DRAFT), "play-on-map"
    assert SAVING in effects_of(visit, play)
    chosen = updated(visit, play)
    elsewhere = p.after(arrive(p.CHANCE, draft=FULL_DRAFT), m.Go("editor"), play)
    for each in (chosen, elsewhere):
        assert isinstance(each.screen, SetupScreen)
    assert chosen.screens_below == updated(arrive(p.CHANCE), m.Go("set-up")).screens_below
    assert p.game_of(updated(chosen, m.Begin("set-up"))).state.sheets == (blank_sheet("B"),)
    assert is_late(opened(), "play-on-map")


@pytest.mark.parametrize("seed", ["k3x9q2", "no seed"])
def test_sent_link_leads_to_the_map(seed: str) -> None:
    """The sent text has a link to a solo game on the map, with the cards of the setup; its outcome is shown."""
    choices = (m.TypeText("seed", seed), "set-cards heroes", "set-players 3")
    visit = p.after(arrive(p.CHANCE, draft=FULL_DRAFT), m.Go("set-up"), *choices, m.Go("editor"))
    assert f"?id=c1-{MAP_LIKE_B.lower()}-hhhyh-1p-{seed.replace('no ', '')}" in sent_text(visit)
    told = p.after(visit, m.Share("map", "copy"), m.Shared("map", "copied"))
    assert "copied" in text_of(p.shown(told))
    assert sent_text(visit) in text_of(p.shown(updated(visit, m.Shared("map", "shown"))))
    assert editor_of(updated(told, tap("A1"))).shared == ""


def test_hardness_is_measured_in_the_background() -> None:
    """The bot's games begin when the map is ready, stop when it changes, and end with a sentence."""
    visit = opened(FULL_DRAFT)
    assert opened().screen.needs(opened()).job is None
    job = visit.screen.needs(visit).job
    assert job == MapTrial(MAP_LIKE_B)
    reports = [step for step in job.work() if isinstance(step, MapMeasured)]
    assert [report.games for report in reports] == [8, 16, 24]
    after_first, done = updated(visit, reports[0]), p.after(visit, *reports)
    assert after_first.screen.needs(after_first).job == job
    assert done.screen.needs(done).job is None
    expected = "Easier than map A: Journeyman, a bot, earns 6 stars more, give or take 5 (24 games on each)."
    assert expected in text_of(p.shown(done))
    changed = updated(done, tap("A1"))
    assert changed.screen.needs(changed).job == MapTrial(editor_of(changed).side)
    for measuring in (visit, changed):
        assert "a bot, plays on the map to find out how hard it is" in text_of(p.shown(measuring))


@pytest.mark.parametrize(
    ("games", "gain", "error", "said"),
    [
        (24, -490, 250, "About as hard as map A: Journeyman, a bot, earns about the same on both (24 games on each)."),
        *((24, gain, error, "About as hard as map A") for gain, error in ((490, 250), (10, 5))),
        (24, -510, 250, "Harder than map A: Journeyman, a bot, earns 5 stars fewer, give or take 5 (24 games on"),
        (24, 120, 40, "Easier than map A: Journeyman, a bot, earns 1 star more, give or take 1 (24 games on each)."),
        *((8, -490, 250, "plays on the map to find out"), (8, -510, 250, "Harder than map A")),
    ],
)
def test_sentence_on_the_hardness(games: int, gain: int, error: int, said: str) -> None:
    """A difference within two standard errors may be chance: the maps are equally hard, but only after all games."""
    visit = updated(opened(FULL_DRAFT), MapMeasured(MAP_LIKE_B, games, gain, error))
    assert said in text_of(p.shown(visit))
