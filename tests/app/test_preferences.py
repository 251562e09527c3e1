"""Preferences: what can be chosen, what is kept of it, and what it changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.commands import message
from app.element import walk
from app.model import Again, Begin, Continue, Home, Model, Open, Prefer, SetUp, Tap
from app.playing import GAMES, SEED, after, begun, buttons, choosing, game_of, pressed, shown, with_class
from app.preferences import AS_DELIVERED, OPTIONS, Preferences, preferred, read_preferences
from app.update import save_text, start, update
from cartographers.region import space_at

CHOICES = [(what, value) for what, values in OPTIONS.items() for value in values]
preferences = st.builds(Preferences, **{what: st.sampled_from(values) for what, values in OPTIONS.items()})


def test_every_preference_has_its_choices_and_the_first_is_the_default() -> None:
    """In the same order as the panel shows them."""
    assert tuple(OPTIONS) == AS_DELIVERED._fields
    assert tuple(values[0] for values in OPTIONS.values()) == AS_DELIVERED


@given(chosen=preferences)
def test_what_is_kept_is_read_again(chosen: Preferences) -> None:
    """As it was."""
    assert read_preferences(str(chosen)) == chosen


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", AS_DELIVERED),
        ("theme:night", Preferences(theme="night")),
        ("theme:purple hand:left", Preferences(hand="left")),
        ("colour:red sound:on :: : theme", Preferences(sound="on")),
    ],
)
def test_what_cannot_be_read_is_as_if_never_chosen(text: str, read: Preferences) -> None:
    """A kept text from another version loses nothing that this one knows."""
    assert read_preferences(text) == read


@pytest.mark.parametrize(("what", "value"), [("theme", "purple"), ("colour", "red"), ("theme", "")])
def test_there_is_no_other_choice(what: str, value: str) -> None:
    """The sentence names both."""
    with pytest.raises(ValueError, match=rf"^there is no choice '{value}' for the preference '{what}'$"):
        preferred(AS_DELIVERED, what, value)


@pytest.mark.parametrize(("what", "value"), CHOICES)
def test_each_choice_is_a_button(what: str, value: str) -> None:
    """Pressed once it has been chosen, on the start screen and in a game alike."""
    for model in (start(SEED), choosing(begun())):
        opened = update(model, Open("preferences"))
        command = f"prefer {what} {value}"
        assert command in buttons(shown(opened))
        chosen = update(opened, message(command, str))
        assert chosen.preferences == AS_DELIVERED._replace(**{what: value})
        assert command in pressed(shown(chosen))
        others = {f"prefer {what} {other}" for other in OPTIONS[what]} - {command}
        assert not others & set(pressed(shown(chosen)))


def test_preferences_can_be_reached() -> None:
    """From the start screen and from the menu of a game."""
    assert "open preferences" in buttons(shown(start(SEED)))
    assert "open preferences" in buttons(shown(update(begun(), Open("menu"))))


@given(chosen=preferences)
def test_preferences_outlive_every_game(chosen: Preferences) -> None:
    """Whichever way one game ends and another begins."""
    home = start(SEED, save_text(GAMES["A"][-1][1]), chosen)
    models = [home, update(home, SetUp()), update(home, Continue()), update(home, Begin("base"))]
    models += [update(models[2], Again()), update(models[2], Home("other")), after(home, SetUp(), Home("other"))]
    assert [model.preferences for model in models] == [chosen] * len(models)


def test_preferences_change_nothing_of_a_game() -> None:
    """It is saved as before, and goes on as before."""
    model = choosing(begun())
    changed = update(model, Prefer("theme", "night"))
    assert game_of(changed) is game_of(model)
    assert save_text(changed) == save_text(model)


@pytest.mark.parametrize("hand", OPTIONS["hand"])
def test_the_keys_are_for_one_hand(hand: str) -> None:
    """The page says for which, and its style does the rest."""
    page = shown(update(choosing(begun()), Prefer("hand", hand)))
    [game] = with_class(page, "game")
    assert f"{hand}-hand" in game.attributes["class"].split()
    assert sum("-hand" in found.attributes.get("class", "") for found in walk(page)) == 1


def clicked_twice(model: Model) -> Model:
    """Click a mouse twice where the ghost lies."""
    assert model.ghost is not None
    tap = Tap(space_at(model.ghost.row, model.ghost.column), mouse=True)
    return after(model, tap, tap)


def test_a_second_click_confirms_unless_it_is_not_to() -> None:
    """It places the ghost then, where it lies already."""
    model = choosing(begun())
    assert game_of(clicked_twice(model)).plies
    careful = update(model, Prefer("click", "places"))
    assert not game_of(clicked_twice(careful)).plies
