"""The editor of custom maps: drawing, symmetry, Undo, saving, sending, and playing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import DrawCode, SaveMap, SaveMapName, SaveNote, ShowCode
from app.game.custom_maps import names_in, sides_in
from app.game.shelf import DRAFT
from app.outgoing import Text
from app.screens.editor.drawing import BLANK, SYMMETRIES, TOOLS, drawn, read_draft, write_draft
from app.screens.editor.hardness import MapTrial
from app.screens.editor.screen import Editor
from app.screens.set_up.screen import SetupScreen
from app.visit import Visit
from cartographers.custom_map import custom_side
from cartographers.maps import blank_sheet
from cartographers.region import names, space_at, space_named
from support.gallery import FULL_DRAFT, MAP_LIKE_B
from support.playing import CHANCE, WORDS, after, game_of, shown
from support.visits import arrive, effects_of, updated


def opened(draft: str = "", maps: str = "") -> Visit:
    """Return the visit in the editor, opened from the setup."""
    return after(arrive(CHANCE, draft=draft, maps=maps), m.Go("set-up"), m.Go("editor"))


def editor_of(visit: Visit) -> Editor:
    """Return the editor on the page."""
    assert isinstance(visit.screen, Editor)
    return visit.screen


def disabled(visit: Visit) -> set[str]:
    """Return the commands of the disabled buttons."""
    parts = [part.attributes for part in walk(shown(visit)) if part.attributes.get("aria-disabled") == "true"]
    return {str(attributes["data-do"]).partition(" X")[0] for attributes in parts}


def tap(name: str) -> m.Tap:
    """Return a tap on a space."""
    return m.Tap(space_named(name))


@pytest.mark.parametrize(
    ("symmetry", "images"), [("none", ["B3"]), ("mirror", ["B3", "B9"]), ("rotation", ["B3", "J9"])]
)
@pytest.mark.parametrize("tool", ["mountain", "ruins", "wasteland"])
def test_tool_draws_and_erases_with_symmetry(tool: str, symmetry: str, images: list[str]) -> None:
    """A tool draws on a space and on its image; a second tap on the image erases both, and the eraser does, too."""
    visit = after(opened(), m.Choose("tool", tool), m.Choose("symmetry", symmetry), tap("B3"))
    assert names(getattr(editor_of(visit).sheet, tool)) == images
    assert editor_of(updated(visit, tap(images[-1]))).sheet == BLANK
    assert editor_of(after(visit, m.Choose("tool", "erase"), tap(images[-1]))).sheet == BLANK
    other = TOOLS[(TOOLS.index(tool) + 1) % 3]
    changed = editor_of(after(visit, m.Choose("tool", other), tap("B3"))).sheet
    assert (getattr(changed, tool), names(getattr(changed, other))) == (0, images)


def test_middle_is_its_own_image() -> None:
    """The space in the middle is its own image."""
    for symmetry in SYMMETRIES:
        assert names(drawn(BLANK, space_at(5, 5), "ruins", symmetry).ruins) == ["F6"]


def test_note_says_what_is_missing() -> None:
    """The note names the first thing that is missing; without it, nobody can play on the map, save it, or send it."""
    visit = opened()
    assert "A custom map has 2 to 12 mountains, not 0." in text_of(shown(visit))
    assert {"choose side none", "choose keep saved", "share map"} <= disabled(visit)
    visit = after(visit, tap("A1"), tap("A2"))
    assert "A custom map has 1 to 12 ruins spaces, not 0." in text_of(shown(visit))
    visit = after(visit, m.Choose("tool", "ruins"), tap("B1"))
    assert "The map is ready." in text_of(shown(visit))
    assert disabled(visit) == {"redo"}
    assert visit.screen.outgoing(WORDS, opened(), "map") is not None
    assert opened().screen.outgoing(WORDS, opened(), "map") is None


def test_undo_and_clear() -> None:
    """Undo takes back each change, also clearing the map; without changes it does nothing."""
    visit = after(opened(), tap("A1"), tap("A2"), m.Choose("clear", "all"))
    assert editor_of(visit).sheet == BLANK
    assert names(editor_of(updated(visit, m.Undo())).sheet.mountain) == ["A1", "A2"]
    assert editor_of(after(visit, m.Undo(), m.Undo(), m.Undo(), m.Undo())).sheet == BLANK
    assert updated(opened(), m.Undo()) == opened()
    assert updated(opened(), m.Choose("clear", "all")) == opened()


def swipe(*spaces: str) -> list[m.Paint]:
    """Return the messages of a swipe over spaces."""
    return [m.Paint(space_named(name), continued=place > 0) for place, name in enumerate(spaces)]


def test_swipe_draws_and_erases() -> None:
    """A swipe draws on each space with its image; one that begins on the same kind erases. Each is one change."""
    visit = after(opened(), m.Choose("symmetry", "mirror"), *swipe("A1", "A2"))
    assert names(editor_of(visit).sheet.mountain) == ["A1", "A2", "A10", "A11"]
    erased = after(visit, *swipe("A2", "A3", "A1"))
    assert editor_of(erased).sheet == BLANK
    assert editor_of(updated(erased, m.Undo())).sheet == editor_of(visit).sheet
    assert editor_of(after(erased, m.Undo(), m.Redo())).sheet == BLANK
    assert editor_of(after(visit, *swipe("C1", "C2"), m.CancelPaint())).sheet == editor_of(visit).sheet
    assert editor_of(after(visit, m.Choose("tool", "erase"), *swipe("C1", "A1"))).sheet != editor_of(visit).sheet
    assert visit.screen.paints


def test_keyboard_draws() -> None:
    """The first arrow shows the cursor in the middle, others move it within the map, and Enter draws there."""
    visit = updated(opened(), m.Confirm())
    assert editor_of(visit).sheet == BLANK
    visit = after(visit, *[m.Move(-1, 0)] * 20, *[m.Move(0, 1)] * 3, m.Confirm())
    assert names(editor_of(visit).sheet.mountain) == ["A9"]
    said = [sentence.text for sentence in visit.screen.announcements(WORDS, visit)]
    assert said == ["A9, mountain", "A custom map has 2 to 12 mountains, not 1."]
    keys = visit.screen.keys(visit)
    assert (keys["2"], keys["u"], keys["Escape"]) == (m.Choose("tool", "ruins"), m.Undo(), m.Back())


def test_draft_is_saved_with_each_change_and_opened_again() -> None:
    """Each change is saved at once, and the editor opens with the last draft."""
    visit = opened()
    assert effects_of(visit, tap("C3")) == [SaveNote(DRAFT, "." * 24 + "^" + "." * 96)]
    visit = after(visit, tap("C3"), m.Back(), m.Go("editor"))
    assert names(editor_of(visit).sheet.mountain) == ["C3"]


@given(st.one_of(st.text(), st.text(".^@#", min_size=121, max_size=121)))
def test_any_draft_is_read(text: str) -> None:
    """Any text gives a map, and the map of a readable draft is written as the same text."""
    sheet = read_draft(text)
    assert write_draft(sheet) == text or sheet == BLANK


def test_saved_maps() -> None:
    """A map is saved on the device and deleted again; a saved map can be opened, and Undo returns to the former one."""
    visit = opened(FULL_DRAFT)
    assert effects_of(visit, m.Choose("keep", "saved")) == [SaveMap(MAP_LIKE_B, kept=True)]
    saved = updated(visit, m.Choose("keep", "saved"))
    assert sides_in(saved.memory.maps) == (MAP_LIKE_B,)
    assert "Your maps" in text_of(shown(saved))
    cleared = updated(saved, m.Choose("clear", "all"))
    loaded = updated(cleared, m.Choose("load", MAP_LIKE_B))
    assert editor_of(loaded).sheet == blank_sheet("B")
    assert editor_of(updated(loaded, m.Undo())).sheet == BLANK
    deleted = updated(loaded, m.Choose("keep", "deleted"))
    assert sides_in(deleted.memory.maps) == ()
    assert effects_of(loaded, m.Choose("keep", "deleted")) == [SaveMap(MAP_LIKE_B, kept=False)]
    assert updated(deleted, m.Choose("load", MAP_LIKE_B)) == deleted
    assert updated(deleted, m.Choose("load", "X0")) == deleted


def test_saved_map_gets_a_name() -> None:
    """A saved map gets a name without outer spaces, which its list and its text show; an empty one takes it away."""
    unsaved = opened(FULL_DRAFT)
    assert updated(unsaved, m.TypeText("map-name", "Lost Bay")) == unsaved
    saved = updated(unsaved, m.Choose("keep", "saved"))
    assert effects_of(saved, m.TypeText("map-name", " Lost Bay ")) == [SaveMapName(MAP_LIKE_B, "Lost Bay")]
    named = updated(saved, m.TypeText("map-name", " Lost Bay "))
    assert names_in(named.memory.map_names) == {MAP_LIKE_B: "Lost Bay"}
    assert labels(named) >= {"Lost Bay"}
    assert [part.attributes["value"] for part in walk(shown(named)) if part.tag == "input"] == [" Lost Bay "]
    assert effects_of(named, m.TypeText("map-name", "Lost Bay  ")) == []
    sent = named.screen.outgoing(WORDS, named, "map")
    assert isinstance(sent, Text)
    assert sent.text.startswith("I drew a map for Cartographers: Lost Bay. Play on it:\n")
    nameless = updated(named, m.TypeText("map-name", "  "))
    assert nameless.memory.map_names == ""
    assert labels(nameless) >= {"Custom map 1"}
    deleted = updated(named, m.Choose("keep", "deleted"))
    assert (deleted.memory.maps, deleted.memory.map_names) == ("", "")


def labels(visit: Visit) -> set[str]:
    """Return the labels of the elements on the page."""
    return {str(part.attributes.get("aria-label", "")) for part in walk(shown(visit))}


def codes(visit: Visit) -> list[str]:
    """Return the path data of the QR codes on the page."""
    found = [part for part in walk(shown(visit)) if part.attributes.get("class") == "code"]
    return [str(path.attributes["d"]) for code in found for path in walk(code) if path.tag == "path"]


def test_qr_code_of_the_link() -> None:
    """The code is drawn when the player asks for it, and goes when the map changes or the player hides it."""
    visit = opened(FULL_DRAFT)
    [effect] = effects_of(visit, m.Choose("code", "shown"))
    sent = visit.screen.outgoing(WORDS, visit, "map")
    assert isinstance(sent, Text)
    assert isinstance(effect, DrawCode)
    assert effect.link == sent.text.splitlines()[1]
    asked = updated(visit, m.Choose("code", "shown"))
    assert updated(asked, m.CodeDrawn("other", "1 M0 0h1v1h-1z")) == asked
    drawn = updated(asked, m.CodeDrawn(effect.link, "33 M4 4h1v1h-1z"))
    assert effects_of(asked, m.CodeDrawn(effect.link, "33 M4 4h1v1h-1z")) == [ShowCode("33 M4 4h1v1h-1z")]
    assert effects_of(drawn, m.Choose("code", "hidden")) == []
    assert codes(drawn) == ["M4 4h1v1h-1z"]
    for over in (updated(drawn, m.Choose("code", "hidden")), updated(drawn, tap("A1"))):
        assert not codes(over)
        assert updated(over, m.CodeDrawn(effect.link, "33 M4 4h1v1h-1z")) == over
    assert updated(opened(), m.Choose("code", "shown")) == opened()


def test_missing_qr_code_is_reported() -> None:
    """If the code can't be loaded, the page says so, and the button tries again."""
    visit = updated(opened(FULL_DRAFT), m.Choose("code", "shown"))
    missing = updated(visit, m.CodeMissing())
    assert "The QR code couldn't be loaded. Please check your connection" in text_of(shown(missing))
    assert "couldn't be loaded" not in text_of(shown(updated(missing, m.Choose("code", "shown"))))
    assert effects_of(missing, m.Choose("code", "shown")) == effects_of(opened(FULL_DRAFT), m.Choose("code", "shown"))
    drawn = updated(visit, m.CodeDrawn(editor_of(visit).code.link, "33 M4 4h1v1h-1z"))
    assert updated(drawn, m.CodeMissing()) == drawn
    assert updated(opened(), m.CodeMissing()) == opened()


def test_play_on_the_map() -> None:
    """Play saves the map, and returns to the setup with the map chosen; the game begins on it."""
    visit = opened(FULL_DRAFT)
    assert SaveMap(MAP_LIKE_B, kept=True) in effects_of(visit, m.Choose("side", MAP_LIKE_B))
    chosen = updated(visit, m.Choose("side", MAP_LIKE_B))
    assert isinstance(chosen.screen, SetupScreen)
    assert chosen.screens_below == updated(arrive(CHANCE), m.Go("set-up")).screens_below
    assert game_of(updated(chosen, m.Begin("set-up"))).state.sheets == (blank_sheet("B"),)
    elsewhere = after(arrive(CHANCE, draft=FULL_DRAFT), m.Go("editor"), m.Choose("side", MAP_LIKE_B))
    assert isinstance(elsewhere.screen, SetupScreen)
    assert updated(visit, m.Choose("side", custom_side(blank_sheet("A")))) == visit
    assert updated(opened(), m.Choose("side", "none")) == opened()


@pytest.mark.parametrize("seed", ["k3x9q2", "no seed"])
def test_sent_link_leads_to_the_map(seed: str) -> None:
    """The sent text has a link to a solo game on the map, with the cards of the setup; its outcome is shown."""
    visit = after(
        arrive(CHANCE, draft=FULL_DRAFT), m.Go("set-up"), m.TypeText("seed", seed), m.Choose("cards", "heroes")
    )
    visit = after(visit, m.Choose("players", "3"), m.Go("editor"))
    sent = visit.screen.outgoing(WORDS, visit, "map")
    assert isinstance(sent, Text)
    assert f"?id=c1-{MAP_LIKE_B.lower()}-hhhyh-1p-{seed.replace('no ', '')}" in sent.text
    told = after(visit, m.Share("map", "copy"), m.Shared("map", "copied"))
    assert "copied" in text_of(shown(told))
    assert sent.text in text_of(shown(updated(visit, m.Shared("map", "shown"))))
    assert editor_of(updated(told, tap("A1"))).shared == ""


def test_hardness_is_measured_in_the_background() -> None:
    """The bot's games begin when the map is ready, stop when it changes, and end with a sentence."""
    visit = opened(FULL_DRAFT)
    assert opened().screen.job(opened()) is None
    job = visit.screen.job(visit)
    assert job == MapTrial(MAP_LIKE_B)
    reports = [step for step in job.work() if isinstance(step, m.MapMeasured)]
    assert [report.games for report in reports] == [8, 16, 24]
    assert "a bot, plays on the map to find out how hard it is" in text_of(shown(visit))
    after_first = updated(visit, reports[0])
    assert after_first.screen.job(after_first) == job
    done = after(visit, *reports)
    assert done.screen.job(done) is None
    assert "Easier than map A: Journeyman, a bot, earns 6 stars more, give or take 5 (24 games on each)." in text_of(
        shown(done)
    )
    changed = updated(done, tap("A1"))
    assert changed.screen.job(changed) == MapTrial(editor_of(changed).side)
    assert "a bot, plays on the map to find out how hard it is" in text_of(shown(changed))


@pytest.mark.parametrize(
    ("gain", "error", "said"),
    [
        (-490, 250, "About as hard as map A: Journeyman, a bot, earns about the same on both (24 games on each)."),
        (490, 250, "About as hard as map A"),
        (10, 5, "About as hard as map A"),
        (-510, 250, "Harder than map A: Journeyman, a bot, earns 5 stars fewer, give or take 5 (24 games on each)."),
        (120, 40, "Easier than map A: Journeyman, a bot, earns 1 star more, give or take 1 (24 games on each)."),
    ],
)
def test_sentence_on_the_hardness(gain: int, error: int, said: str) -> None:
    """A difference of up to two standard errors may be due to chance, and the sentence says so."""
    visit = updated(opened(FULL_DRAFT), m.MapMeasured(MAP_LIKE_B, 24, gain, error))
    assert said in text_of(shown(visit))


def test_few_games_prove_only_a_difference() -> None:
    """After a few games, the sentence tells a clear difference, but not yet that the maps are equally hard."""
    visit = opened(FULL_DRAFT)
    even, harder = (m.MapMeasured(MAP_LIKE_B, 8, gain, 250) for gain in (-490, -510))
    assert "plays on the map to find out" in text_of(shown(updated(visit, even)))
    assert "Harder than map A" in text_of(shown(updated(visit, harder)))
