"""Preferences: their choices, how they are saved, and what they change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, walk
from app.game.shelf import shelf_of
from app.preferences import DEFAULTS, OPTIONS, ROOM_OPTIONS, Preferences, read_preferences, with_preference
from app.visit import Visit
from cartographers.region import space_at
from support.playing import (
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
from support.visits import arrive, changed, updated

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
        opened = updated(visit, m.Open("preferences"))
        command = f"prefer {what} {value}"
        assert command in buttons(shown(opened))
        chosen = updated(opened, m.read_command(command))
        assert chosen.memory.preferences == DEFAULTS._replace(**{what: value})
        assert command in pressed(shown(chosen))
        others = {f"prefer {what} {other}" for other in OPTIONS[what]} - {command}
        assert not others & set(pressed(shown(chosen)))


def test_preferences_open_from_start_screen_and_menu() -> None:
    """Preferences can be opened on the start screen and in the menu of a game."""
    assert "open preferences" in buttons(shown(arrive(CHANCE)))
    assert "open preferences" in buttons(shown(updated(begun(), m.Open("menu"))))


@given(chosen=preferences)
def test_preferences_survive_every_new_game(chosen: Preferences) -> None:
    """Preferences survive every way in which one game ends and another begins."""
    home = arrive(CHANCE, shelf_of(GAMES["A"][-1][1].memory.shelf.text), preferences=chosen)
    visits = [home, updated(home, m.Go("set-up")), updated(home, m.Continue()), updated(home, m.Begin("first"))]
    visits += [
        updated(visits[2], m.PlayAgain()),
        updated(visits[2], m.Go("start")),
        after(home, m.Go("set-up"), m.Go("start")),
    ]
    visits += [updated(visits[2], m.Watch()), after(visits[2], m.Watch(), m.Back()), updated(home, m.Go("about"))]
    assert [visit.memory.preferences for visit in visits] == [chosen] * len(visits)


def test_coordinates_label_rows_and_columns() -> None:
    """Coordinates have letters for rows and numbers for columns, in a game and its replay, if the player wants them."""
    over = updated(arrive(CHANCE, shelf_of(GAMES["A"][-1][1].memory.shelf.text)), m.Continue())
    for visit in (choosing(begun()), over, updated(over, m.Watch())):
        assert not with_class(shown(visit), "coordinates")
        [edge] = with_class(shown(updated(visit, m.Prefer("coordinates", "shown"))), "coordinates")
        assert "".join(text_of(text) for text in walk(edge) if text.tag == "text") == "ABCDEFGHIJK1234567891011"


def test_preferences_do_not_affect_saved_games() -> None:
    """Preferences don't change how a game is saved and continued."""
    visit = choosing(begun())
    changed = updated(visit, m.Prefer("theme", "night"))
    assert game_of(changed) is game_of(visit)
    assert changed.memory.shelf.text == visit.memory.shelf.text


@pytest.mark.parametrize("hand", OPTIONS["hand"])
def test_page_names_the_hand_for_the_buttons(hand: str) -> None:
    """The page says for which hand the buttons are, and its style does the rest."""
    page = shown(updated(choosing(begun()), m.Prefer("hand", hand)))
    [game] = with_class(page, "game")
    assert f"{hand}-hand" in game.attributes["class"].split()
    assert sum("-hand" in found.attributes.get("class", "") for found in walk(page)) == 1


# ------------------------------------------------------------------- sound in the menu, and its offer


@pytest.mark.parametrize(("now", "other"), [("off", "on"), ("on", "off")])
def test_menu_has_a_switch_for_sound(now: str, other: str) -> None:
    """The menu of a game has a switch for sound, which shows its state and stays in place when it is pressed."""
    visit = after(begun(), m.Prefer("sound", now), m.Open("menu"))
    switch = buttons(shown(visit))[f"prefer sound {other}"]
    assert switch.attributes["role"] == "switch"
    assert switch.attributes["aria-checked"] == ("true" if now == "on" else "false")
    pressed_once = updated(visit, m.Prefer("sound", other))
    assert pressed_once.dialog
    assert pressed_once.memory.preferences.sound == other


def offered(visit: Visit) -> bool:
    """Return whether the page offers sounds."""
    offers = with_class(shown(visit), "offer")
    assert bool(offers) <= (visit.memory.preferences.sound == "off")
    return bool(offers)


def with_ply(visit: Visit) -> Visit:
    """Return the visit after a player's next ply, when the player chooses again."""
    return choosing(after(visit, m.NextPlace(), m.Confirm()))


def test_sounds_are_offered_after_first_ply_and_only_once() -> None:
    """Sounds are offered after the first ply, for screen readers too, and not after the next one or in another game."""
    visit = choosing(begun())
    assert not offered(visit)
    first = with_ply(visit)
    assert offered(first)
    assert [text_of(said) for said in walk(shown(first)) if said.attributes.get("data-said") == "once"]
    assert {"prefer sound on", "dismiss-explanation sound", "open menu"} <= buttons(shown(first)).keys()
    second = with_ply(first)
    assert len(game_of(second).plies) == 2
    assert not offered(second)
    again = changed(choosing(begun()), explained=second.memory.explained)
    assert not offered(with_ply(again))


@pytest.mark.parametrize(
    ("message", "sound"),
    [
        (m.Prefer("sound", "on"), "on"),
        (m.DismissExplanation("sound"), "off"),
        (m.Undo(sure=True), "off"),
        (m.Go("start"), "off"),
    ],
)
def test_offer_of_sounds_ends(message: m.Message, sound: str) -> None:
    """The offer ends when the player accepts or dismisses it, undoes the ply, or leaves the game, and never returns."""
    answered = updated(with_ply(choosing(begun())), message)
    assert not offered(answered)
    assert answered.memory.preferences.sound == sound
    assert answered.memory.explained.count("sound") == 1
    back = updated(updated(answered, m.Continue()), m.Prefer("sound", "off"))
    assert not offered(with_ply(choosing(back)))


@pytest.mark.parametrize(("there", "back"), [(m.Open("menu"), m.Close()), (m.Go("rules"), m.Back())])
def test_offer_of_sounds_waits_for_the_player(there: m.Message, back: m.Message) -> None:
    """A panel or another screen hides the offer until the player returns to the game."""
    away = updated(with_ply(choosing(begun())), there)
    assert not offered(away)
    assert offered(updated(away, back))


def test_sounds_are_not_offered_to_players_who_have_chosen() -> None:
    """Sounds aren't offered while they are on, or to a player who has already turned them on and off."""
    loud = updated(choosing(begun()), m.Prefer("sound", "on"))
    assert not offered(with_ply(loud))
    assert not offered(with_ply(updated(loud, m.Prefer("sound", "off"))))
    kept = changed(choosing(begun()), preferences=Preferences(sound="on"))
    assert not offered(with_ply(kept))


def clicked_twice(visit: Visit) -> Visit:
    """Click twice with a mouse where the ghost is."""
    ghost = ghost_of(visit)
    tap = m.Tap(space_at(ghost.row, ghost.column), mouse=True)
    return after(visit, tap, tap)


def test_second_click_confirms_unless_turned_off() -> None:
    """A second click confirms, unless the player prefers that it only places the ghost."""
    visit = choosing(begun())
    assert game_of(clicked_twice(visit)).plies
    careful = updated(visit, m.Prefer("click", "places"))
    assert not game_of(clicked_twice(careful)).plies
