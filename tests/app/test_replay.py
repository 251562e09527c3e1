"""Replays: at each place the page shows the engine's state, and saved data never changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from app import messages as m
from app.board.names import player_name
from app.drawing.element import text_of, walk
from app.drawing.map_art import arrivals
from app.effects import Feedback
from app.feedback import feedback
from app.game.game import Game
from app.game.ghost import terrain_word
from app.game.setup import Cartographer
from app.game.shelf import EMPTY, read_save, shelf_of
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.program import last_scenes
from app.screens.watch.screen import Watching
from app.screens.watch.screen import replay_of as watching_screen
from app.test_scenes import doubled
from app.visit import Dialog, Visit
from cartographers.events import Ambush, Draw, Event, ForcedReason, GameEnd, Pick, Score, Spread
from cartographers.game_id import GameId
from cartographers.record import PlayedGame, read_ply, read_record
from cartographers.region import names
from cartographers.scoring import stars
from cartographers.state import Task
from support.playing import (
    ANA,
    BASE_A,
    CHANCE,
    GAMES,
    PAIR,
    TOGETHER,
    VISITS,
    WORDS,
    after,
    begun,
    buttons,
    choosing,
    game_of,
    ghost_of,
    heard,
    integer,
    part,
    pressed,
    scene_of,
    screen_of,
    shown,
    states_of,
    tile_stars,
    told,
    told_on,
    with_class,
    with_screen,
)
from support.visits import arrive, changed, updated
from words import number

FINAL = {name: game[-1][1] for name, game in GAMES.items()}
HOME = arrive(CHANCE)


def watching(name: str, place: int = 0) -> Visit:
    """Return the visit that replays one of the games, at one of its places."""
    return after(FINAL[name], m.Watch(), m.Seek(place))


def watch(visit: Visit, played: PlayedGame, who: tuple[Cartographer, ...] = ()) -> Visit:
    """Return the visit that replays a record, as a link to it does."""
    return visit.opening_screen(watching_screen(played, who))


def replay_of(visit: Visit) -> Watching:
    """Return the replay on the page."""
    assert isinstance(visit.screen, Watching)
    return visit.screen


def watched(visit: Visit) -> Game:
    """Return the game up to the ply on the page."""
    return replay_of(visit).game


def task_on(visit: Visit) -> Task:
    """Return the task of the ply on the page."""
    task = replay_of(visit).state_before.task
    assert task is not None
    return task


def press(visit: Visit, key: str) -> Visit:
    """Return the visit after a key is pressed."""
    return updated(visit, visit.screen.keys(visit)[key])


def places(name: str) -> Iterator[Visit]:
    """Yield the page at each place of one of the games, from the first to the last."""
    visit = watching(name)
    yield visit
    for _ in game_of(FINAL[name]).plies:
        visit = updated(visit, m.SkipPlies(1))
        yield visit


#: Every place of every game.
PLACES = [visit for name in GAMES for visit in places(name)]


def unfinished(game_id: GameId = BASE_A, plies: int = 5) -> PlayedGame:
    """Return an unfinished game."""
    visit = choosing(begun(game_id))
    for _ in range(plies):
        visit = choosing(after(visit, m.NextPlace(), m.Confirm()))
    return read_record(game_of(visit).record)


def said(visit: Visit) -> str:
    """Return the text for screen readers."""
    return heard(visit, "news")


def happened(visit: Visit) -> str:
    """Return the card's text about the effects of the ply."""
    return part(shown(visit), "happened")


# ------------------------------------------------------------------- each place


@pytest.mark.parametrize("name", GAMES)
def test_every_place_shows_the_state_after_its_ply(name: str) -> None:
    """Every place shows the map after the ply, the edicts' stars on it, the coins, and the player's stars."""
    states = states_of(game_of(FINAL[name]))
    for place, (state, visit) in enumerate(zip(states, places(name), strict=True)):
        page, task = shown(visit), states[max(place - 1, 0)].task
        assert task is not None
        sheet = state.sheets[task.sheet]
        assert told_on(page) == told(sheet)
        worth = [integer(part(buttons(page)[f"highlight-topic {letter}"], "value")) for letter in "ABCD"]
        assert worth == tile_stars(replay_of(visit).moment, state)
        assert integer(part(page, "coin-worth")) == sheet.coins
        assert integer(part(page, "stars")) == state.total(task.player)
        assert part(page, "place").endswith(f", move {place} of {len(states) - 1}")
        assert doubled(page) == []
    assert state.is_over


def test_replay_shows_the_drawn_card() -> None:
    """The card is the one that was drawn, with season and time, and with the choice once it is made."""
    heroes = 0
    for visit in PLACES:
        page, replay, task = shown(visit), replay_of(visit), task_on(visit)
        [card] = with_class(page, "step")
        assert [text_of(found) for found in walk(card) if found.tag == "h2"] == [WORDS(f"name.{task.card.id}")]
        assert part(page, "place").startswith(WORDS(f"season.{replay.state_before.season_deal.season.name}"))
        threshold = replay.state_before.season_deal.season.threshold
        time = replay.state_before.time
        used = f"{time} of {threshold}" if time < threshold else "last card" if replay.moment.card_time else "up"
        assert part(page, "used-of") == f"Time {used}"
        chosen = [found.attributes["aria-label"] for found in walk(card) if found.attributes.get("role") == "img"]
        if replay.place == 0:
            assert chosen == []
            continue
        ply = watched(visit).plies[-1]
        pattern = [WORDS("hero.pattern")] if any(option.attack for option in task.options) else []
        assert chosen == [WORDS(f"terrain.{terrain_word(ply.terrain)}"), *pattern]
        [shape] = [found for found in walk(card) if found.attributes.get("class") == "shape"]
        assert len([found for found in walk(shape) if found.tag == "rect"]) == ply.region.bit_count()
        heroes += bool(pattern)
    assert heroes


def test_map_marks_draws_picks_ambushes_and_zombies() -> None:
    """The map marks exactly what was drawn or picked, and the ambushes and zombies that came after it."""
    seen = set()
    for visit in PLACES:
        state, sheet = watched(visit).state, task_on(visit).sheet
        marks = []
        for event in state.events:
            if isinstance(event, Draw | Pick | Ambush | Spread) and event.sheet == sheet and event.region:
                ground = "destroyed" if isinstance(event, Pick) else "monster"
                marks.append(arrivals(terrain_word(event.terrain) if isinstance(event, Draw) else ground, event.region))
                seen.add(type(event))
        assert with_class(shown(visit), "arrivals") == marks
        if replay_of(visit).place:
            assert marks
    assert seen == {Draw, Pick, Ambush, Spread}


def test_card_reports_events() -> None:
    """The card reports seasons, spreading zombies, ambushes, and the end, otherwise a forced single space.

    A screen reader says all of it, and the place where an ambush has landed.
    """
    seen = set[type[Event] | ForcedReason]()
    for visit in PLACES:
        card, told, events = happened(visit), said(visit), watched(visit).state.events
        followed = {text: type(event) for event in events for text in following(event, task_on(visit))}
        assert [text for text in followed if text not in card or text not in told] == []
        seen.update(followed.values())
        for event in events:
            if isinstance(event, Draw) and event.forced in {ForcedReason.NO_FIT, ForcedReason.RUINS}:
                text = WORDS(f"forced.{event.forced.value}")
                assert text in told
                assert (text in card) == (not followed)
                seen.add(event.forced)
            elif isinstance(event, Ambush):
                landed = f"It landed on {', '.join(names(event.region))}." if event.region else "It fits nowhere"
                assert landed in told
                assert landed not in card
    assert seen == {ForcedReason.NO_FIT, ForcedReason.RUINS, Score, Spread, Ambush, GameEnd}


def following(event: Event, task: Task) -> Iterator[str]:
    """Yield the expected sentences about an event for the player of a task."""
    match event:
        case Score(score) if score.player == task.player:
            season = WORDS(f"season.{score.season.name}")
            yield WORDS.plural("reckoning.said", score.total, season=season)
        case Spread(sheet=sheet) if sheet == task.sheet:
            yield "Zombie Plague spreads."
        case Ambush(card=card):
            yield f"Ambush! {WORDS(f'name.{card.id}')}."
        case GameEnd():
            yield "The game is over." if event.rating is not None else " wins"


def test_each_step_is_described() -> None:
    """Each step states its place in the game, the player if there are several, and the terrain and spaces drawn."""
    attacks = 0
    for visit in PLACES:
        replay, task, game, told = replay_of(visit), task_on(visit), watched(visit), said(visit)
        if replay.place == 0:
            assert told.startswith(f"Spring, move 0 of {replay.last}. Before the first move.")
            continue
        ply = game.plies[-1]
        who = "" if game.is_solo else f" {player_name(WORDS, game, task.player)}."
        terrain, attack = WORDS(f"terrain.{terrain_word(ply.terrain)}"), ", ".join(names(ply.attack))
        spaces = ", ".join(names(ply.region)) + (f", attacking {attack}" if attack else "")
        drawn = f"{WORDS(f'name.{task.card.id}')}: {terrain} on {spaces}."
        assert f"move {replay.place} of {replay.last}.{who} {drawn}" in told
        attacks += bool(attack)
    assert attacks
    assert all(said(one) != said(other) for one, other in pairwise(PLACES))


def test_strip_names_the_drawing_player() -> None:
    """With several players, the strip names the player who draws, and all maps show that moment."""
    foreign = 0
    for name in TOGETHER:
        for visit in list(places(name))[::3]:
            game, task, page = watched(visit), task_on(visit), shown(visit)
            [strip] = with_class(page, "strip")
            names_in_strip = [text_of(found) for found in walk(strip) if found.tag == "h1"]
            assert names_in_strip == [player_name(WORDS, game, task.player)]
            elsewhere = replay_of(visit).place > 0 and task.sheet != task.player
            whose = WORDS("said.whose", map=WORDS("map.of", name=player_name(WORDS, game, task.sheet)))
            assert (whose in happened(visit)) == (whose in said(visit)) == elsewhere
            foreign += elsewhere
            opened = shown(updated(visit, m.Open("maps")))
            totals = [game.state.total(player) for player in range(game.id.players)]
            [everybody] = with_class(opened, "everybody")
            coins = [sheet.coins for sheet in game.state.sheets]
            worth = [f"{number(total)}{count}" for total, count in zip(totals, coins, strict=True)]
            assert [text_of(found) for found in with_class(everybody, "worth")] == worth
    assert foreign


# ------------------------------------------------------------------- from place to place


def test_replay_begins_before_the_first_ply() -> None:
    """A replay begins before the first ply, with nothing drawn and nothing moving."""
    for name, final in FINAL.items():
        visit = updated(final, m.Watch())
        assert (replay_of(visit).place, visit.screen.pause) == (0, 0)
        assert visit == watching(name)


def test_steps_stop_at_the_ends_of_the_game() -> None:
    """No step leads beyond the game's ends, where the buttons that would do so are disabled."""
    last = len(game_of(FINAL["A"]).plies)
    for wanted, reached in ((-1, 0), (0, 0), (1, 1), (last, last), (last + 1, last), (999, last)):
        visit = watching("A", wanted)
        assert replay_of(visit).place == reached
        off = {sent for sent, key in buttons(shown(visit)).items() if key.attributes.get("aria-disabled")}
        at_start, at_end = {"seek 0", "skip-plies -1"}, {"skip-plies 1", f"seek {last}"}
        assert off == {0: at_start, last: at_end}.get(reached, set())
    assert after(watching("A", 3), m.SkipPlies(-2), m.SkipPlies(-2)) == watching("A")
    assert after(watching("A", 3), m.SkipPlies(2)) == watching("A", 5)


def test_slider_is_at_the_current_place() -> None:
    """The slider is at the current place, with the whole game as its range and the seasons in proportion below it."""
    for visit in PLACES[::5]:
        replay = replay_of(visit)
        [slider] = [found for found in walk(shown(visit)) if found.tag == "input"]
        assert [int(slider.attributes[end]) for end in ("min", "value", "max")] == [0, replay.place, replay.last]
        assert slider.attributes["aria-valuetext"] == part(shown(visit), "place")
        assert m.read_command(f"{slider.attributes['name']} {replay.last}") == m.Seek(replay.last)
        for look, length in (("past", replay.place), ("to-be", replay.last - replay.place)):
            bars = [float(bar.attributes["width"].removesuffix("%")) for bar in with_class(shown(visit), look)]
            assert len(bars) == 4
            assert sum(bars) == pytest.approx(100 * length / replay.last, abs=0.05)


def test_running_replay_stops_at_the_end() -> None:
    """A running replay advances ply by ply to its end and stops there; playing it again restarts it."""
    running = updated(watching("A"), m.PlayOrPause())
    assert replay_of(running).place == 0
    steps = [running]
    while steps[-1].screen.pause:
        assert "Pause" in part(shown(steps[-1]), "thumb")
        steps.append(updated(steps[-1], m.Step()))
    last = replay_of(running).last
    assert [replay_of(visit).place for visit in steps] == list(range(last + 1))
    assert steps[-1] == watching("A", last)
    assert updated(steps[-1], m.Step()) == steps[-1]
    assert updated(steps[-1], m.PlayOrPause()) == running


@pytest.mark.parametrize("halting", [m.PlayOrPause(), m.Seek(7), m.Open("menu"), m.Open("maps")])
def test_replay_stops_for_pause_seek_or_panel(halting: m.Message) -> None:
    """A replay stops if the player pauses it, seeks a place, or opens a panel, but not for a highlight."""
    running = after(watching("A", 7), m.PlayOrPause())
    assert running.screen.pause
    assert updated(running, m.HighlightTopic(m.Topic.EDICT_B)).screen.pause
    halted = updated(running, halting)
    assert not halted.screen.pause
    assert replace(halted, dialog=None) == watching("A", 7)
    assert updated(halted, m.Step()) == halted


def test_highlighted_topic_shows_its_stars_at_each_ply() -> None:
    """A highlighted topic shows its stars on the map after the ply, and stays highlighted from ply to ply."""
    lit = 0
    visit = updated(watching("A"), m.HighlightTopic(m.Topic.EDICT_B))
    for _ in range(replay_of(visit).last):
        visit = updated(visit, m.SkipPlies(1))
        assert pressed(shown(visit)) == ["highlight-topic B"]
        worth = stars(watched(visit).state.deal.edicts[1](watched(visit).state.sheets[0]))
        assert sum(integer(text_of(star)) for star in with_class(shown(visit), "star")) == worth
        lit += worth > 0
    assert lit


# ------------------------------------------------------------------- nothing else changes


@pytest.mark.parametrize("name", GAMES)
def test_leaving_a_replay_changes_only_lasting_values(name: str) -> None:
    """Leaving a replay from any place changes nothing except values that outlive a game."""
    for visit in places(name):
        assert updated(visit, m.Back()) == FINAL[name]
        assert "back" in buttons(shown(visit))
    changed = after(
        watching(name, 3),
        m.HighlightTopic(m.Topic.EDICT_A),
        m.Prefer("theme", "night"),
        m.NewerVersionReady(),
        m.PlayOrPause(),
        m.Step(),
        m.Back(),
    )
    assert changed == after(FINAL[name], m.Prefer("theme", "night"), m.NewerVersionReady())


@pytest.mark.parametrize("name", GAMES)
def test_saved_game_stays_unchanged_in_a_replay(name: str) -> None:
    """Whatever happens in a replay, the saved game stays unchanged, and the start screen shows all of it."""
    shelf = FINAL[name].memory.shelf
    tried = (
        m.Undo(sure=True),
        m.Confirm(),
        m.Tap(40),
        m.PlayOrPause(),
        m.Step(),
        m.HighlightTopic(m.Topic.EDICT_C),
        m.Open("menu"),
        m.SkipPlies(1),
        m.Seek(0),
        m.Back(),
        m.Go("start"),
    )
    kept = arrive("another", shelf_of(shelf.text))
    for visit in list(places(name))[::4]:
        assert [updated(visit, one).memory.shelf for one in tried] == [shelf] * len(tried)
        home = updated(visit, m.Go("start"))
        assert shown(home) == shown(kept)
        assert replace(home.setup, seed="") == replace(kept.setup, seed="")
    for other in (shelf_of(begun(PAIR).memory.shelf.text), EMPTY):
        elsewhere = watch(arrive(CHANCE, other), read_record(game_of(FINAL[name]).record))
        assert [updated(elsewhere, one).memory.shelf for one in tried] == [other] * len(tried)


@pytest.mark.parametrize(
    "sent",
    [
        *(
            m.Undo(sure=True),
            m.PlayAgain(),
            m.Proceed(),
            m.Continue(),
            m.Confirm(),
            m.NextPlace(),
            m.Rotate(1),
            m.Flip(),
            m.Move(1, 1),
            m.Tap(40),
            m.Hover(40),
        ),
        *(
            m.Step(),
            m.Watch(),
            m.TakeOver(),
            m.TakeOver(sure=True),
            m.PlayHere(),
            m.ChooseTerrain("farm"),
            m.BotPlyChosen(0, read_ply("fA1")),
        ),
    ],
)
def test_finished_game_cannot_be_played_in_its_replay(sent: m.Message) -> None:
    """Messages that would play a finished game change nothing at any place of its replay."""
    for visit in PLACES[::6]:
        assert updated(visit, sent) == visit


def test_no_replay_before_the_end_of_a_game() -> None:
    """There is no replay before the end of a game, and messages for one change nothing."""
    offered = 0
    for visit in [HOME, *VISITS[::31], *FINAL.values()]:
        over = visit in FINAL.values()
        assert any(name.startswith("watch") for name in buttons(shown(visit))) == over
        offered += over
        if not over:
            assert updated(visit, m.Watch()) == visit
        for sent in (m.Seek(1), m.SkipPlies(1), m.PlayOrPause(), m.TakeOver(sure=True), m.Back()):
            assert updated(visit, sent) == visit
    assert offered == len(FINAL)


def test_finished_game_has_same_replay_after_continue() -> None:
    """A finished game opened by Continue leads to the same replay as before, and back to the end."""
    ended = updated(arrive(CHANCE, shelf_of(FINAL["trio"].memory.shelf.text)), m.Continue())
    assert after(ended, m.Watch(), m.SkipPlies(3), m.Back()) == ended
    assert updated(ended, m.Watch()).screen == updated(FINAL["trio"], m.Watch()).screen


def test_replay_leaves_out_undone_plies() -> None:
    """A replay shows the game without undone plies. Only the end says that it was practice."""
    final = updated(with_screen(FINAL["A"], game=replace(game_of(FINAL["A"]), takebacks=2)), m.Close())
    assert "practice" in text_of(shown(final)).lower()
    for place in (0, 7, 99):
        assert shown(after(final, m.Watch(), m.Seek(place))) == shown(watching("A", place))
        assert shown(after(final, m.Watch(), m.Seek(place), m.Open("menu"))) == shown(
            updated(watching("A", place), m.Open("menu"))
        )
    assert after(final, m.Watch(), m.Back()).screen == final.screen


# ------------------------------------------------------------------- records, finished or not


def test_record_can_be_watched_from_any_screen() -> None:
    """A record can be watched from any screen, with or without its players' names, and leaving returns there."""
    for page in (HOME, updated(HOME, m.Go("set-up")), begun()):
        visit = watch(page, unfinished())
        assert replay_of(visit).place == 0
        assert updated(visit, m.Back()) == page
    assert "Ana" in part(shown(watch(HOME, unfinished(PAIR), (ANA, ANA))), "strip")
    assert "Player 1" in part(shown(watch(HOME, unfinished(PAIR))), "strip")


def test_only_last_place_of_unfinished_game_offers_takeover() -> None:
    """Only the last place of an unfinished game says that it continues, and offers to take over."""
    played = unfinished()
    visit = watch(HOME, played)
    for place in range(len(played.plies) + 1):
        here = updated(visit, m.Seek(place))
        goes_on = place == len(played.plies)
        assert ("continues from here" in happened(here)) == ("continues from here" in said(here)) == goes_on
        assert {"take-over", "play-or-pause"} & buttons(shown(here)).keys() == {
            "take-over" if goes_on else "play-or-pause"
        }
        if not goes_on:
            assert updated(here, m.TakeOver(sure=True)) == here
    assert not [visit for visit in PLACES if "take-over" in buttons(shown(visit)) or "continues" in happened(visit)]
    anew = after(visit, m.Seek(9), m.PlayOrPause())
    assert (replay_of(anew).place, replay_of(anew).is_running) == (0, True)


@pytest.mark.parametrize("game_id", [BASE_A, PAIR])
def test_taking_over_begins_a_game_at_shown_position(game_id: GameId) -> None:
    """Taking over begins a game at the shown position, with a curtain for several players, and repeats no scenes."""
    played = unfinished(game_id, 6)
    who = (ANA,) * game_id.players
    watched = watch(HOME, played, who)
    visit = after(watched, m.Seek(9), m.TakeOver())
    game = game_of(visit)
    assert (game.id, game.plies, game.state, game.cartographers) == (game_id, played.plies, played.states[-1], who)
    assert isinstance(scene_of(visit), CurtainScene) == (game_id.players > 1)
    assert ghost_of(choosing(visit))
    saved = read_save(visit.memory.shelf.text)
    assert saved.game == game
    assert watched.memory.shelf.text == ""
    assert saved.scenes_seen == len(last_scenes(game))
    continued = updated(arrive("another", shelf_of(visit.memory.shelf.text)), m.Continue())
    assert game_of(continued) == game
    assert screen_of(continued).stage.pending == screen_of(visit).stage.pending
    assert len(game_of(after(choosing(visit), m.NextPlace(), m.Confirm())).plies) == 7
    assert updated(visit, m.Back()) == visit


def test_taking_over_asks_before_discarding_unreadable_text() -> None:
    """Taking over asks before it discards an unreadable text, but not if the saved game is over or can be set aside."""
    visit = after(watch(arrive(CHANCE, shelf_of("nonsense")), unfinished()), m.Seek(9))
    asked = updated(visit, m.TakeOver())
    sure = m.TakeOver(sure=True)
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=sure)
    assert asked.memory.shelf == visit.memory.shelf
    assert updated(asked, m.Close()) == visit
    assert "can't be read" in part(shown(asked), "about-replace")
    assert m.command(sure) in buttons(shown(asked))
    begun_here = updated(asked, sure)
    assert game_of(begun_here).plies == unfinished().plies
    assert begun_here.dialog is None
    for over in (EMPTY, shelf_of(FINAL["A"].memory.shelf.text), shelf_of(begun(PAIR).memory.shelf.text)):
        unasked = after(watch(arrive(CHANCE, over), unfinished()), m.Seek(9), m.TakeOver())
        assert (unasked.memory.shelf.text, unasked.memory.shelf.saved) == (
            begun_here.memory.shelf.text,
            begun_here.memory.shelf.saved,
        )
        assert changed(unasked, shelf=EMPTY) == changed(begun_here, shelf=EMPTY)


def test_record_without_plies_has_one_place() -> None:
    """The replay of a record without plies has one place, which is both the first and the last one."""
    visit = watch(HOME, unfinished(plies=0))
    for sent in (m.PlayOrPause(), m.SkipPlies(1), m.SkipPlies(-1), m.Seek(4), m.Step()):
        assert updated(visit, sent) == visit
    assert not visit.screen.pause
    assert "take-over" in buttons(shown(visit))
    assert game_of(choosing(updated(visit, m.TakeOver()))) == game_of(choosing(begun()))


# ------------------------------------------------------------------- keys and sounds


def test_keys_control_the_replay() -> None:
    """Keys step by plies, by seasons, and to the ends, and they run the replay, highlight topics, and leave."""
    visit = watching("A", 7)
    last, seasons = replay_of(visit).last, replay_of(visit).seasons
    before, later = max(place for place in seasons if place < 7), min(place for place in seasons if place > 7)
    expected = {"ArrowLeft": 6, "ArrowRight": 8, "Home": 0, "End": last, "PageUp": before, "PageDown": later}
    for key, place in expected.items():
        assert press(visit, key) == watching("A", place)
    for key in (" ", "Enter"):
        assert press(visit, key) == updated(visit, m.PlayOrPause())
    lit = press(visit, "1")
    assert replay_of(lit).lit == "A"
    assert press(lit, "Escape") == visit
    assert press(visit, "Escape") == FINAL["A"]
    asked = after(watch(arrive(CHANCE, shelf_of("nonsense")), unfinished()), m.Seek(9))
    assert press(asked, "Enter").dialog == Dialog(m.Panel.REPLACE, then=m.TakeOver(sure=True))
    in_play = FINAL["A"].screen.keys(FINAL["A"])
    both = ["ArrowLeft", "ArrowRight", *"12345?", "Enter", "Escape"]
    assert [key for key in in_play if key in visit.screen.keys(visit)] == both


def test_page_keys_visit_each_season_once() -> None:
    """Page Down and Page Up visit the first ply of each season once, up to the last and the first place."""
    for name in GAMES:
        visit, stops = watching(name), [0]
        while replay_of(visit).place < replay_of(visit).last:
            visit = press(visit, "PageDown")
            stops.append(replay_of(visit).place)
        assert len(stops) == 5
        seen = [part(shown(watching(name, place)), "place").partition(",")[0] for place in stops]
        assert seen == ["Spring", "Summer", "Fall", "Winter", "Winter"]
        for stop in stops[1:4]:
            assert part(shown(watching(name, stop - 1)), "place").partition(",")[0] != seen[stops.index(stop)]
        for stop in reversed(stops[:-1]):
            visit = press(visit, "PageUp")
            assert replay_of(visit).place == stop


def test_help_lists_the_replay_keys() -> None:
    """Help lists exactly the keys that work in a replay, except for ``?``, which opened it."""
    spelled = {"Left": "ArrowLeft", "Right": "ArrowRight", "Page Up": "PageUp", "Page Down": "PageDown", "Space": " "}
    for name, alone in (("A", True), ("pair", False)):
        visit = watching(name, 5)
        page = shown(updated(visit, m.Open("keys")))
        named = [text_of(found) for found in walk(page) if found.tag == "dt"]
        keys = {key for text in named for key in re.split(", ", text.replace("1 to 4", "1, 2, 3, 4"))}
        keys = {spelled.get(key, key.lower() if len(key) == 1 else key) for key in keys}
        assert keys == visit.screen.keys(visit).keys() - {"?"}
        assert ("m" in keys) == (not alone)


def test_every_replay_button_leads_to_a_page() -> None:
    """Every button of a replay leads to a page that can be shown, even in the menu, in panels, and with a highlight."""
    for visit in [*PLACES[::17], after(watch(HOME, unfinished()), m.Seek(9))]:
        for one in (
            visit,
            updated(visit, m.Open("menu")),
            updated(visit, m.Open("maps")),
            updated(visit, m.HighlightTopic(m.Topic.MONSTERS)),
        ):
            for sent in buttons(shown(one)):
                shown(updated(one, m.read_command(sent)))


def test_only_a_step_forward_plays_a_sound() -> None:
    """A step forward plays the sound that the ply had when it was drawn, and everything else in a replay is silent."""
    heard = set()
    for name in GAMES:
        for before, now in pairwise(places(name)):
            found = feedback(before.screen, now.screen)
            event = watched(now).state.events[0]
            assert isinstance(event, Draw | Pick)
            coin = Feedback.COIN if event.coins_gained else Feedback.DRAWN
            destroyed = event.after.destroyed != watched(before).state.sheets[event.sheet].destroyed
            assert found is (Feedback.STRUCK if destroyed else coin)
            heard.add(found)
            assert feedback(now.screen, before.screen) is None
    assert heard == {Feedback.DRAWN, Feedback.COIN, Feedback.STRUCK}
    final = FINAL["A"]
    for before, now in (
        *((final, watching("A")), (watching("A", 4), final), (watching("A", 4), watching("A", 6))),
        (watching("A", 4), updated(watching("A", 4), m.PlayOrPause())),
    ):
        assert feedback(before.screen, now.screen) is None
