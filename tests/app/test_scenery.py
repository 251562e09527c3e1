"""Tests of wide windows: the map beside the doors and behind the card of a room, and the history's open game."""

import re

from app import messages as m
from app.arrival.page_load import WIDE_WINDOW
from app.drawing.element import Element, text_of, walk
from app.game.daily import daily
from app.game.game import begin_game
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import LESSON_OVER, shelf_of, write_save
from app.screens.parts.scenery import FINISHED_MAP, scenery_of
from app.visit import Visit
from cartographers.diagram import read_diagram
from cartographers.maps import blank_sheet
from support import playing as p
from support.together import joined
from support.visits import NO_PARTS, arrive, changed, updated
from tasks.build import LOOKS, in_text_units

NEW = arrive(p.CHANCE, is_wide=True)
TODAY = NEW.page.clock.day
MIDDLE, OVER = p.GAMES["B"][40][1], p.GAMES["trio"][-1][1]


def scenery(visit: Visit) -> list[Element]:
    """Return the maps that are scenery."""
    return p.with_class(p.shown(visit), "scenery")


def at_home(visit: Visit) -> Visit:
    """Return the start screen in a wide window, with the saved game of a visit."""
    return arrive(p.CHANCE, visit.memory.shelf, is_wide=True)


def test_map_waits_for_a_wide_window_and_the_later_part() -> None:
    """The map is shown while the window is as wide as the styles say, once the later part has arrived."""
    narrow = arrive(p.CHANCE, parts=NO_PARTS)
    wide = updated(narrow, m.WideWindowChanged(on=True))
    there = updated(wide, m.PartFetched("later", arrived=True))
    assert scenery(there)
    not_wide = (updated(there, m.WideWindowChanged(on=False)), updated(narrow, m.PartFetched("later", arrived=True)))
    for without in (narrow, wide, *not_wide):
        assert not scenery(without)
    definitions = in_text_units((LOOKS / "media.css").read_text("utf-8"))
    assert re.findall(r"@custom-media --wide ([^;]+);", definitions) == [WIDE_WINDOW]


def test_map_of_new_and_of_returning_visitors() -> None:
    """New visitors see a finished map, others today's blank map, their saved game, or the winner's map."""
    taught = changed(NEW, lesson=LESSON_OVER)
    finished, blank = read_diagram(FINISHED_MAP), blank_sheet(daily(TODAY).side)
    for visit, sheet, message in ((NEW, finished, m.Go("lesson")), (taught, blank, m.Begin("daily"))):
        assert (scenery_of(visit).sheet, scenery_of(visit).message) == (sheet, message)
    state = p.game_of(MIDDLE).state
    assert scenery_of(at_home(MIDDLE))[:2] == (state.season_deal.season.name, state.sheets[0])
    end = p.game_of(OVER).state
    best = max(range(3), key=lambda player: end.total(player, 4))
    over = scenery_of(at_home(OVER))
    assert (over.season, over.sheet.filled) == ("winter", end.sheets[best].filled)


def test_maps_of_others_stay_hidden() -> None:
    """Two people who share the device see no map, and a room's map is only behind the card that joins it."""
    for seats, is_shown in (((LOCAL_PERSON, LOCAL_PERSON), False), ((Bot("master"), LOCAL_PERSON), True)):
        begins = begin_game(p.PAIR, (p.NOBODY,) * 2, seats)
        home = arrive(p.CHANCE, shelf_of(write_save(begins, 0)), is_wide=True)
        assert (scenery_of(home).title == "start.continue") == is_shown
        assert (scenery_of(home).message == m.Begin("daily")) != is_shown
    card = updated(NEW, m.Go("room", "s"))
    entering = updated(card, m.EnterRoom("s"))
    ada, _ = joined(p.BASE_A, ("Ada",), ("Ben",))
    assert scenery(card)
    assert scenery(entering)
    assert not scenery(changed(card, is_wide=False))
    assert not scenery(changed(ada.visit, is_wide=True))


def test_map_has_the_title_and_the_game_of_a_door() -> None:
    """The map is a button for the mouse; a door with the same title and command serves the keyboard and the ear."""
    daily_begun = p.after(NEW, m.Begin("daily"), m.Go("start"))
    *_, daily_over = p.drawn_out(p.choosing(updated(daily_begun, m.Begin("daily"))))
    others = (at_home(game[-1][1]) for game in p.GAMES.values())
    homes = (NEW, changed(NEW, lesson=LESSON_OVER), daily_begun, updated(daily_over, m.Go("start")), *others)
    for home in homes:
        [found] = scenery(home)
        [section] = p.with_class(p.shown(home), "doors")
        titles = {
            command: text_of(next(part for part in walk(door) if part.tag == "b"))
            for command, door in p.buttons(section).items()
        }
        assert titles[found.attributes["data-do"]] == text_of(found)
        assert (found.attributes["tabindex"], found.attributes["aria-hidden"]) == ("-1", "true")


def test_wide_history_always_shows_a_game() -> None:
    """In a wide window, the history shows the first game's details until the player chooses another game."""
    history = changed(updated(NEW, m.Go("history")), library=p.kept_games())

    def open_entries(visit: Visit) -> list[int]:
        entries = p.with_class(p.shown(visit), "game-entry")
        return [place for place, entry in enumerate(entries) if p.with_class(entry, "closer")]

    assert open_entries(history) == [0]
    assert open_entries(changed(history, is_wide=False)) == []
    third = updated(history, m.ShowDetails(p.kept_games()[0][0]))
    [place] = open_entries(third)
    assert p.with_class(p.shown(third), "kept-entry")[place].attributes["aria-expanded"] == "true"
    assert open_entries(updated(third, m.ShowDetails(p.kept_games()[0][0]))) == [0]
    assert open_entries(changed(history, library=())) == []
    assert updated(history, m.Back()).screen == NEW.screen
    first = p.with_class(p.shown(history), "game-entry")[0].key
    assert open_entries(updated(history, m.Delete(first))) == [1]  # the place of the deleted game has no details
