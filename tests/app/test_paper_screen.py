"""The screen that scores a paper map: choices, painting with taps, swipes, and keys, and the stars."""

from app import messages as m
from app.drawing.element import text_of
from app.game.paper import Paper, read_paper
from app.saved_names import PAPER
from app.saves.noting import SaveNote
from app.screens.paper.screen import PaperMap
from app.screens.paper.tally import NEW, read_tally
from app.visit import Visit
from cartographers.maps import blank_sheet
from cartographers.region import names, space_named
from support import playing as p
from support.gallery import MAP_LIKE_B
from support.paper_maps import swipe
from support.visits import Sent, arrive, effects_of, is_late, updated

DRAWING, COUNTING = "show-step draw", "show-step stars"


def opened(paper: str = "", maps: str = "") -> Visit:
    """Return the visit on the screen, opened from the setup."""
    return p.after(arrive(p.CHANCE, paper=paper, maps=maps), m.Go("set-up"), m.Go("paper"))


def screen_of(visit: Visit) -> PaperMap:
    """Return the screen."""
    assert isinstance(visit.screen, PaperMap)
    return visit.screen


def paper_of(visit: Visit) -> Paper:
    """Return the map as painted so far."""
    return screen_of(visit).painting.paper


def forest_of(visit: Visit) -> list[str]:
    """Return the names of the forest spaces painted so far."""
    return names(paper_of(visit).drawing.forest)


def test_choices_lead_to_the_map() -> None:
    """The player chooses a map, also a custom one, and a Heroes map brings the grounds of Heroes."""
    visit = opened(maps=MAP_LIKE_B)
    assert "Custom map 1" in p.labels(p.shown(visit))
    visit = updated(visit, f"set-side {MAP_LIKE_B}")
    assert (paper_of(visit).drawing, len(screen_of(visit).tools_in(visit))) == (blank_sheet("B"), 5)
    visit = updated(visit, "set-side C")
    assert (screen_of(visit).tally.cards, len(screen_of(visit).tools_in(visit))) == ("heroes", 11)
    assert is_late(visit, "set-side Z")


def test_swipe_paints_and_erases() -> None:
    """A swipe paints or, on the same terrain, erases spaces, Clear empties the map, and both can be undone."""
    visit = p.after(opened(), DRAWING, *swipe("A1", "A2", "A3"), "use-tool water", *swipe("B1", "A1"))
    assert (forest_of(visit), names(paper_of(visit).drawing.water)) == (["A2", "A3"], ["A1", "B1"])
    visit = p.after(visit, "use-tool forest", *swipe("A3", "A2", "A1", "B1"))
    assert (forest_of(visit), names(paper_of(visit).drawing.water)) == ([], ["A1", "B1"])
    undone = updated(visit, m.Undo())
    assert forest_of(undone) == ["A2", "A3"]
    for same in (p.after(undone, m.Redo()), p.after(visit, *swipe("C1", "C2"), m.CancelPaint())):
        assert paper_of(same) == paper_of(visit)
    assert forest_of(p.after(undone, "use-tool village", *swipe("C1", "A3", erases=True))) == ["A2"]
    cleared = updated(undone, "clear-map")
    assert paper_of(cleared).drawing == blank_sheet("A")
    assert paper_of(updated(cleared, m.Undo())) == paper_of(undone)
    for step in PaperMap.steps:
        visit = updated(opened(), f"show-step {step}")
        assert visit.screen.controls(visit).paints == (step == "draw")
        assert is_late(visit, *swipe("A1")) == (step != "draw")


def test_keys_and_taps_paint() -> None:
    """Arrows move the keyboard's space, Enter paints there, and so does a screen reader's click."""
    visit = p.after(opened(), DRAWING, m.Move(0, 1), m.Move(-1, 0), m.Confirm(), m.Tap(space_named("A1")))
    assert forest_of(visit) == ["A1", "E6"]
    keys = visit.screen.controls(visit).keys
    expected = {"2": "use-tool village", "u": "undo", "y": "redo", "Escape": "back"}
    assert {key: m.command(keys[key]) for key in expected} == expected
    counting = updated(visit, COUNTING)
    assert "Enter" not in counting.screen.controls(counting).keys
    assert is_late(counting, m.Tap(space_named("A2")))


def test_each_change_is_saved_and_opened_again() -> None:
    """The device saves each change, and the screen opens with the map that was painted last."""
    visit = updated(opened(), DRAWING)
    assert effects_of(visit, *swipe("A1")) == [SaveNote(PAPER, "p1-a--fo115 base spring")]
    visit = p.after(visit, *swipe("A1"), m.Back(), m.Go("paper"))
    assert (forest_of(visit), screen_of(visit).step) == (["A1"], "draw")
    assert effects_of(visit, m.Undo()) == []
    assert opened("nonsense").screen == opened("").screen
    assert read_tally(p.after(visit, *swipe("A1")).memory.notes[PAPER]) == NEW


def test_edicts_are_chosen_and_counted() -> None:
    """The season's edicts are chosen in a panel; a tap on one lights its spaces and shows its rule."""
    visit = updated(opened(), m.Open("edict", "A"))
    assert "Borderlands" in text_of(p.shown(visit))
    visit = updated(visit, "set-edict A treetower")
    assert visit.dialog is None
    visit = p.after(visit, DRAWING, *swipe("A1", "A2", "B1", "B2"), COUNTING)
    assert "Treetower 1" in text_of(p.shown(visit))
    assert "Choose edict B" in text_of(p.shown(visit))
    lit = updated(visit, m.HighlightTopic(m.Topic.EDICT_A))
    assert p.WORDS("rule.treetower") in text_of(p.shown(lit))
    assert p.with_class(p.shown(lit), "lit")
    assert updated(lit, m.HighlightTopic(m.Topic.EDICT_A)) == visit
    assert p.heard(visit) == "1 star"


def test_edict_that_changes_along_is_named() -> None:
    """If a choice changes another edict, a sentence names that edict's new card, or says that the edict is open."""
    visit = p.after(opened(), "count-season all", "set-edict A treetower", "set-edict B wildholds")
    swapped, removed = (updated(visit, f"set-edict {choice}") for choice in ("A wildholds", "C greenbough"))
    moved = "Edict B is now Treetower, because each family has one edict."
    assert moved in text_of(p.shown(swapped))
    assert moved in p.heard(swapped)
    assert moved not in text_of(p.shown(updated(swapped, "count-season spring")))
    for each in (removed, p.after(visit, COUNTING, "set-edict C greenbough")):
        assert "Edict A is now open, because each family has one edict." in text_of(p.shown(each))
    for each in (visit, updated(removed, "set-edict C greenbough")):
        assert "because each family" not in text_of(p.shown(each))


def test_coins_of_shapes_and_mountains_are_added() -> None:
    """The player counts the coins of shapes, and the map adds its own, in any order."""
    painted: list[Sent] = [DRAWING, *swipe("A4", "B5", "C4", "B3")]
    counted: list[Sent] = [COUNTING, "set-coins 1"]
    for visit in (p.after(opened(), *painted, *counted), p.after(opened(), *counted, *painted, COUNTING)):
        text = text_of(p.shown(visit))
        assert "Coins from shapes: 1" in text
        assert "Surrounded mountains add 1 coin. Coins: 2 of 14." in text
        assert "Please check" not in text
        assert read_paper(visit.memory.notes[PAPER].split()[0]).shape_coins == 1
        assert is_late(visit, "set-coins 15")
