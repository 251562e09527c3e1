"""Preferences: their choices, how they are saved, and what they change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.page_load import Edition
from app.drawing.element import text_of, walk
from app.game.shelf import shelf_of
from app.page.preferences import DEFAULTS, OPTIONS, ROOM_OPTIONS, Preferences, read_preferences, with_preference
from app.visit import Visit
from cartographers.region import space_at
from support import playing as p
from support.visits import arrive, changed, updated

CHOICES = [(what, value) for what, values in OPTIONS.items() if what not in ROOM_OPTIONS for value in values]
preferences = st.builds(
    Preferences, **{what: st.sampled_from(values) for what, values in OPTIONS.items()}, changes=st.integers(0, 99)
)
HOME, PLAYING = arrive(p.CHANCE), p.choosing(p.begun())


def test_preferences_list_their_default_choice_first() -> None:
    """Every preference lists its choices in the order of the panel, with the default first."""
    assert (*OPTIONS, "changes") == DEFAULTS._fields
    assert (*(values[0] for values in OPTIONS.values()), 0) == DEFAULTS


@given(chosen=preferences)
def test_preferences_survive_every_new_game(chosen: Preferences) -> None:
    """Preferences survive a save, and every way in which one game ends and another begins."""
    assert read_preferences(str(chosen)) == chosen
    home = arrive(p.CHANCE, shelf_of(p.FINALS["A"].memory.shelf.text), preferences=chosen)
    over = updated(home, m.Continue())
    there = [updated(home, to) for to in (m.Go("set-up"), m.Go("about"), m.Begin("first"))]
    there += [updated(over, to) for to in (m.PlayAgain(), m.Go("start"), m.Watch())]
    there += [p.after(home, m.Go("set-up"), m.Go("start")), p.after(over, m.Watch(), m.Back())]
    assert {visit.memory.preferences for visit in (home, over, *there)} == {chosen}


def test_preferences_of_another_version_keep_known_choices() -> None:
    """Preferences of another version keep every known choice, and an unknown choice is refused by name."""
    for text, read in (
        ("", DEFAULTS),
        (f"changes:{'9' * 20}", DEFAULTS),
        ("theme:night", Preferences(theme="night")),
        ("theme:purple hand:left", Preferences(hand="left")),
        ("colour:red sound:on :: : theme", Preferences(sound="on")),
    ):
        assert read_preferences(text) == read
    for what, value in (("theme", "purple"), ("colour", "red"), ("theme", "")):
        with pytest.raises(ValueError, match=rf"^there is no choice '{value}' for the preference '{what}'$"):
            with_preference(DEFAULTS, what, value)


@pytest.mark.parametrize(("what", "value"), CHOICES)
def test_each_choice_is_a_button(what: str, value: str) -> None:
    """Each choice is a button, pressed once it is chosen, on the start screen and in a game, whose menu leads there."""
    command = f"prefer {what} {value}"
    for visit, way in ((HOME, HOME), (PLAYING, updated(PLAYING, m.Open("menu")))):
        assert "open preferences" in p.buttons(p.shown(way))
        opened = updated(visit, m.Open("preferences"))
        assert command in p.buttons(p.shown(opened))
        still = changed(opened, edition=Edition(vibrates=False))
        assert (command in p.buttons(p.shown(still))) == (what != "vibration")
        chosen = updated(opened, m.read_command(command))
        assert chosen.memory.preferences == DEFAULTS._replace(changes=value != OPTIONS[what][0], **{what: value})
        assert {f"prefer {what} {each}" for each in OPTIONS[what]} & {*p.pressed(p.shown(chosen))} == {command}


def test_coordinates_and_the_hand_are_on_the_page() -> None:
    """Coordinates appear in a game and its replay on request, and the page names the hand for which its buttons are."""
    for visit in (PLAYING, p.FINALS["A"], updated(p.FINALS["A"], m.Watch())):
        assert not p.with_class(p.shown(visit), "coordinates")
        [edge] = p.with_class(p.shown(updated(visit, m.Prefer("coordinates", "shown"))), "coordinates")
        assert "".join(text_of(text) for text in walk(edge) if text.tag == "text") == "ABCDEFGHIJK1234567891011"
    for hand in OPTIONS["hand"]:
        visit = p.after(PLAYING, m.Prefer("theme", "night"), m.Prefer("hand", hand))
        assert p.game_of(visit) is p.game_of(PLAYING)
        assert visit.memory.shelf.text == PLAYING.memory.shelf.text
        [game] = p.with_class(p.shown(visit), "game")
        assert f"{hand}-hand" in game.attributes["class"].split()
        assert sum("-hand" in found.attributes.get("class", "") for found in walk(p.shown(visit))) == 1


def test_menu_has_a_switch_for_sound() -> None:
    """The menu of a game has a switch for sound, which shows its state and stays in place when it is pressed."""
    for now, other in (("off", "on"), ("on", "off")):
        visit = p.after(p.begun(), m.Prefer("sound", now), m.Open("menu"))
        switch = p.buttons(p.shown(visit))[f"prefer sound {other}"].attributes
        assert (switch["role"], switch["aria-checked"]) == ("switch", "true" if now == "on" else "false")
        pressed_once = updated(visit, m.Prefer("sound", other))
        assert pressed_once.dialog
        assert pressed_once.memory.preferences.sound == other


def offered(visit: Visit) -> bool:
    """Return whether the page offers sounds."""
    offers = p.with_class(p.shown(visit), "offer")
    assert bool(offers) <= (visit.memory.preferences.sound == "off")
    return bool(offers)


def with_ply(visit: Visit) -> Visit:
    """Return the visit after a player's next ply, when the player chooses again."""
    return p.choosing(p.after(visit, m.NextPlace(), m.Confirm()))


def test_sounds_are_offered_after_first_ply_and_only_once() -> None:
    """Sounds are offered once, after the first ply, as soon as the player is there, unless the player has chosen."""
    first = with_ply(PLAYING)
    second = with_ply(first)
    again = with_ply(changed(PLAYING, explained=second.memory.explained))
    assert [offered(visit) for visit in (PLAYING, first, second, again)] == [False, True, False, False]
    assert len(p.game_of(second).plies) == 2
    assert [text_of(said) for said in walk(p.shown(first)) if said.attributes.get("data-said") == "once"]
    assert {"prefer sound on", "dismiss-explanation sound", "open menu"} <= p.buttons(p.shown(first)).keys()
    for there, back in ((m.Open("menu"), m.Close()), (m.Go("rules"), m.Back())):
        away = updated(with_ply(PLAYING), there)
        assert (offered(away), offered(updated(away, back))) == (False, True)
    loud = updated(PLAYING, m.Prefer("sound", "on"))
    quiet, kept = updated(loud, m.Prefer("sound", "off")), changed(PLAYING, preferences=Preferences(sound="on"))
    assert not any(offered(with_ply(visit)) for visit in (loud, quiet, kept))


@pytest.mark.parametrize(
    "message", [m.Prefer("sound", "on"), m.DismissExplanation("sound"), m.Undo(sure=True), m.Go("start")]
)
def test_offer_of_sounds_ends(message: m.Message) -> None:
    """The offer ends when the player accepts or dismisses it, undoes the ply, or leaves the game, and never returns."""
    answered = updated(with_ply(PLAYING), message)
    assert not offered(answered)
    assert answered.memory.preferences.sound == ("on" if isinstance(message, m.Prefer) else "off")
    assert answered.memory.explained.count("sound") == 1
    assert not offered(with_ply(p.choosing(p.after(answered, m.Continue(), m.Prefer("sound", "off")))))


def test_second_click_confirms_unless_turned_off() -> None:
    """A second click confirms, unless the player prefers that it only places the ghost."""
    ghost = p.ghost_of(PLAYING)
    click = m.Tap(space_at(ghost.row, ghost.column), mouse=True)
    assert p.game_of(p.after(PLAYING, click, click)).plies
    assert not p.game_of(p.after(PLAYING, m.Prefer("click", "places"), click, click)).plies
