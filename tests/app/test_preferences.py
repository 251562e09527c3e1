"""Preferences: their choices, how they are saved, and what they change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drawing.element import text_of, walk
from app.game.shelf import shelf_of
from app.messages import Back, Begin, Continue, Go, Open, PlayAgain, Prefer, Tap, Watch, read_command
from app.playing import (
    CHANCE,
    GAMES,
    after,
    begun,
    buttons,
    choosing,
    game_of,
    ghost_of,
    pressed,
    shown,
    with_class,
)
from app.preferences import DEFAULTS, OPTIONS, ROOM_OPTIONS, Preferences, read_preferences, with_preference
from app.visit import Visit
from cartographers.region import space_at
from updates import updated
from visits import arrive

CHOICES = [(what, value) for what, values in OPTIONS.items() if what not in ROOM_OPTIONS for value in values]
preferences = st.builds(Preferences, **{what: st.sampled_from(values) for what, values in OPTIONS.items()})


def test_preferences_list_their_default_choice_first() -> None:
    """Every preference lists its choices in the order of the panel, with the default first."""
    assert tuple(OPTIONS) == DEFAULTS._fields
    assert tuple(values[0] for values in OPTIONS.values()) == DEFAULTS


@given(chosen=preferences)
def test_saved_preferences_round_trip(chosen: Preferences) -> None:
    """Saved preferences are read back unchanged."""
    assert read_preferences(str(chosen)) == chosen


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", DEFAULTS),
        ("theme:night", Preferences(theme="night")),
        ("theme:purple hand:left", Preferences(hand="left")),
        ("colour:red sound:on :: : theme", Preferences(sound="on")),
    ],
)
def test_preferences_of_another_version_keep_known_choices(text: str, read: Preferences) -> None:
    """Saved preferences of another version keep every choice that this version knows, and the rest are defaults."""
    assert read_preferences(text) == read


@pytest.mark.parametrize(("what", "value"), [("theme", "purple"), ("colour", "red"), ("theme", "")])
def test_unknown_choice_is_refused(what: str, value: str) -> None:
    """An unknown choice is refused with a sentence that names the preference and the value."""
    with pytest.raises(ValueError, match=rf"^there is no choice '{value}' for the preference '{what}'$"):
        with_preference(DEFAULTS, what, value)


@pytest.mark.parametrize(("what", "value"), CHOICES)
def test_each_choice_is_a_button(what: str, value: str) -> None:
    """Each choice is a button, pressed once it is chosen, on the start screen and in a game."""
    for visit in (arrive(CHANCE), choosing(begun())):
        opened = updated(visit, Open("preferences"))
        command = f"prefer {what} {value}"
        assert command in buttons(shown(opened))
        chosen = updated(opened, read_command(command))
        assert chosen.memory.preferences == DEFAULTS._replace(**{what: value})
        assert command in pressed(shown(chosen))
        others = {f"prefer {what} {other}" for other in OPTIONS[what]} - {command}
        assert not others & set(pressed(shown(chosen)))


def test_preferences_open_from_start_screen_and_menu() -> None:
    """Preferences can be opened on the start screen and in the menu of a game."""
    assert "open preferences" in buttons(shown(arrive(CHANCE)))
    assert "open preferences" in buttons(shown(updated(begun(), Open("menu"))))


@given(chosen=preferences)
def test_preferences_survive_every_new_game(chosen: Preferences) -> None:
    """Preferences survive every way in which one game ends and another begins."""
    home = arrive(CHANCE, shelf_of(GAMES["A"][-1][1].memory.shelf.text), preferences=chosen)
    visits = [home, updated(home, Go("set-up")), updated(home, Continue()), updated(home, Begin("first"))]
    visits += [updated(visits[2], PlayAgain()), updated(visits[2], Go("start")), after(home, Go("set-up"), Go("start"))]
    visits += [updated(visits[2], Watch()), after(visits[2], Watch(), Back()), updated(home, Go("about"))]
    assert [visit.memory.preferences for visit in visits] == [chosen] * len(visits)


def test_coordinates_label_rows_and_columns() -> None:
    """Coordinates have letters for rows and numbers for columns, in a game and its replay, if the player wants them."""
    over = updated(arrive(CHANCE, shelf_of(GAMES["A"][-1][1].memory.shelf.text)), Continue())
    for visit in (choosing(begun()), over, updated(over, Watch())):
        assert not with_class(shown(visit), "coordinates")
        [edge] = with_class(shown(updated(visit, Prefer("coordinates", "shown"))), "coordinates")
        assert "".join(text_of(text) for text in walk(edge) if text.tag == "text") == "ABCDEFGHIJK1234567891011"


def test_preferences_do_not_affect_saved_games() -> None:
    """Preferences don't change how a game is saved and continued."""
    visit = choosing(begun())
    changed = updated(visit, Prefer("theme", "night"))
    assert game_of(changed) is game_of(visit)
    assert changed.memory.shelf.text == visit.memory.shelf.text


@pytest.mark.parametrize("hand", OPTIONS["hand"])
def test_page_names_the_hand_for_the_buttons(hand: str) -> None:
    """The page says for which hand the buttons are, and its style does the rest."""
    page = shown(updated(choosing(begun()), Prefer("hand", hand)))
    [game] = with_class(page, "game")
    assert f"{hand}-hand" in game.attributes["class"].split()
    assert sum("-hand" in found.attributes.get("class", "") for found in walk(page)) == 1


def clicked_twice(visit: Visit) -> Visit:
    """Click twice with a mouse where the ghost is."""
    ghost = ghost_of(visit)
    tap = Tap(space_at(ghost.row, ghost.column), mouse=True)
    return after(visit, tap, tap)


def test_second_click_confirms_unless_turned_off() -> None:
    """A second click confirms, unless the player prefers that it only places the ghost."""
    visit = choosing(begun())
    assert game_of(clicked_twice(visit)).plies
    careful = updated(visit, Prefer("click", "places"))
    assert not game_of(clicked_twice(careful)).plies
