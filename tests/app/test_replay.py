"""Replays: at each place the page shows the engine's state, and saved data never changes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from app import messages as m
from app.board.names import player_name
from app.drawing.element import text_of, walk
from app.drawing.map_art import arrivals
from app.effects import Feedback
from app.game.game import Game
from app.game.ghost import terrain_word
from app.game.setup import Cartographer
from app.game.shelf import EMPTY, read_save, shelf_of
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.program import last_scenes
from app.screens.watch.screen import Watching
from app.screens.watch.screen import replay_of as watching_screen
from app.shell.feedback import feedback
from app.visit import Dialog, Visit
from cartographers import GameId, Task, stars
from cartographers.events import Ambush, Draw, Event, ForcedReason, GameEnd, Pick, Score, Spread
from cartographers.record import PlayedGame, read_ply, read_record
from cartographers.region import names
from support import playing as p
from support.elements import doubled, tagged, texts
from support.visits import arrive, changed, is_late, updated
from words import number

HOME = arrive(p.CHANCE)


def watching(name: str, place: int = 0) -> Visit:
    """Return the visit that replays one of the games, at one of its places."""
    return p.after(p.FINALS[name], m.Watch(), m.Seek(place))


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


#: Every place of each game, from the first to the last, and of all games.
PLACES = {
    name: list(accumulate([m.SkipPlies(1)] * len(p.game_of(final).plies), updated, initial=watching(name)))
    for name, final in p.FINALS.items()
}
EVERYWHERE = [visit for name in p.GAMES for visit in PLACES[name]]


def unfinished(game_id: GameId = p.BASE_A, plies: int = 5) -> PlayedGame:
    """Return an unfinished game."""
    visit = p.choosing(p.begun(game_id))
    for _ in range(plies):
        visit = p.choosing(p.after(visit, m.NextPlace(), m.Confirm()))
    return read_record(p.game_of(visit).record)


#: A replay at the end of an unfinished game, on a device whose saved game is unreadable.
ON_NONSENSE = p.after(watch(arrive(p.CHANCE, shelf_of("nonsense")), unfinished()), m.Seek(9))


@pytest.mark.parametrize("name", p.GAMES)
def test_every_place_shows_the_state_after_its_ply(name: str) -> None:
    """Every place shows the map after the ply, the edicts' stars on it, the coins, and the player's stars."""
    states = p.states_of(p.game_of(p.FINALS[name]))
    for place, (state, visit) in enumerate(zip(states, PLACES[name], strict=True)):
        page, task = p.shown(visit), states[max(place - 1, 0)].task
        assert task is not None
        sheet = state.sheets[task.sheet]
        assert p.told_on(page) == p.told(sheet)
        worth = [p.integer(p.part(p.buttons(page)[f"highlight-topic {letter}"], "value")) for letter in "ABCD"]
        assert worth == p.tile_stars(replay_of(visit).moment, state)
        assert p.integer(p.part(page, "coin-worth")) == sheet.coins
        assert p.integer(p.part(page, "stars")) == state.total(task.player)
        assert p.part(page, "place").endswith(f", move {place} of {len(states) - 1}")
        assert doubled(page) == []
    assert state.is_over


def test_replay_shows_the_drawn_card() -> None:
    """The card is the one that was drawn, with season and time, and with the choice once it is made."""
    heroes = 0
    for visit in EVERYWHERE:
        page, replay, task = p.shown(visit), replay_of(visit), task_on(visit)
        [card] = p.with_class(page, "step")
        assert texts(tagged(card, "h2")) == [p.WORDS(f"name.{task.card.id}")]
        season, time = replay.state_before.season_deal.season, replay.state_before.time
        assert p.part(page, "place").startswith(p.WORDS(f"season.{season.name}"))
        over = "last card" if replay.moment.card_time else "up"
        used = f"{time} of {season.threshold}" if time < season.threshold else over
        assert p.part(page, "used-of") == f"Time {used}"
        chosen = [found.attributes["aria-label"] for found in walk(card) if found.attributes.get("role") == "img"]
        if replay.place == 0:
            assert chosen == []
            continue
        ply = watched(visit).plies[-1]
        pattern = [p.WORDS("hero.pattern")] if any(option.attack for option in task.options) else []
        assert chosen == [p.WORDS(f"terrain.{terrain_word(ply.terrain)}"), *pattern]
        [shape] = [found for found in walk(card) if found.attributes.get("class") == "shape"]
        assert len(tagged(shape, "rect")) == ply.region.bit_count()
        heroes += bool(pattern)
    assert heroes


def test_map_marks_draws_picks_ambushes_and_zombies() -> None:
    """The map marks exactly what was drawn or picked, and the ambushes and zombies that came after it."""
    seen = set()
    for visit in EVERYWHERE:
        sheet, marks = task_on(visit).sheet, []
        for event in watched(visit).state.events:
            if isinstance(event, Draw | Pick | Ambush | Spread) and event.sheet == sheet and event.region:
                ground = "destroyed" if isinstance(event, Pick) else "monster"
                marks.append(arrivals(terrain_word(event.terrain) if isinstance(event, Draw) else ground, event.region))
                seen.add(type(event))
        assert p.with_class(p.shown(visit), "arrivals") == marks
        assert marks or not replay_of(visit).place
    assert seen == {Draw, Pick, Ambush, Spread}


def test_card_reports_events() -> None:
    """The card reports seasons, zombies, ambushes, the end, or a forced single space; a screen reader says it all."""
    seen = set[type[Event] | ForcedReason]()
    for visit in EVERYWHERE:
        card, told, events = p.part(p.shown(visit), "happened"), p.heard(visit, "news"), watched(visit).state.events
        followed = {text: type(event) for event in events for text in following(event, task_on(visit))}
        assert [text for text in followed if text not in card or text not in told] == []
        seen.update(followed.values())
        for event in events:
            if isinstance(event, Draw) and event.forced in {ForcedReason.NO_FIT, ForcedReason.RUINS}:
                text = p.WORDS(f"forced.{event.forced.value}")
                assert (text in told, text in card) == (True, not followed)
                seen.add(event.forced)
            elif isinstance(event, Ambush):
                landed = f"It landed on {', '.join(names(event.region))}." if event.region else "It fits nowhere"
                assert (landed in told, landed in card) == (True, False)
    assert seen == {ForcedReason.NO_FIT, ForcedReason.RUINS, Score, Spread, Ambush, GameEnd}


def following(event: Event, task: Task) -> Iterator[str]:
    """Yield the expected sentences about an event for the player of a task."""
    match event:
        case Score(score) if score.player == task.player:
            season = p.WORDS(f"season.{score.season.name}")
            yield p.WORDS.plural("reckoning.said", score.total, season=season)
        case Spread(sheet=sheet) if sheet == task.sheet:
            yield "Zombie Plague spreads."
        case Ambush(card=card):
            yield f"Ambush! {p.WORDS(f'name.{card.id}')}."
        case GameEnd():
            yield "The game is over." if event.rating is not None else " wins"


def test_each_step_is_described() -> None:
    """Each step states its place in the game, the player if there are several, and the terrain and spaces drawn."""
    attacks = 0
    for visit in EVERYWHERE:
        replay, task, game, told = replay_of(visit), task_on(visit), watched(visit), p.heard(visit, "news")
        if replay.place == 0:
            assert told.startswith(f"Spring, move 0 of {replay.last}. Before the first move.")
            continue
        ply = game.plies[-1]
        who = "" if game.is_solo else f" {player_name(p.WORDS, game, task.player)}."
        terrain, attack = p.WORDS(f"terrain.{terrain_word(ply.terrain)}"), ", ".join(names(ply.attack))
        spaces = ", ".join(names(ply.region)) + (f", attacking {attack}" if attack else "")
        drawn = f"{p.WORDS(f'name.{task.card.id}')}: {terrain} on {spaces}."
        assert f"move {replay.place} of {replay.last}.{who} {drawn}" in told
        attacks += bool(attack)
    assert attacks
    assert all(p.heard(one, "news") != p.heard(other, "news") for one, other in pairwise(EVERYWHERE))


def test_strip_names_the_drawing_player() -> None:
    """With several players, the strip names the player who draws, and all maps show that moment."""
    foreign = 0
    for visit in [visit for name in p.TOGETHER for visit in PLACES[name][::3]]:
        game, task = watched(visit), task_on(visit)
        [strip] = p.with_class(p.shown(visit), "strip")
        assert texts(tagged(strip, "h1")) == [player_name(p.WORDS, game, task.player)]
        elsewhere = replay_of(visit).place > 0 and task.sheet != task.player
        whose = p.WORDS("said.whose", map=p.WORDS("map.of", name=player_name(p.WORDS, game, task.sheet)))
        assert (whose in p.part(p.shown(visit), "happened")) == (whose in p.heard(visit, "news")) == elsewhere
        foreign += elsewhere
        [everybody] = p.with_class(p.shown(updated(visit, m.Open("maps"))), "everybody")
        assert texts(p.with_class(everybody, "worth")) == [
            f"{number(game.state.total(player))}{sheet.coins}" for player, sheet in enumerate(game.state.sheets)
        ]
    assert foreign


def test_steps_stop_at_the_ends_of_the_game() -> None:
    """A replay begins at rest before the first ply, and no step leads beyond its ends, where buttons are disabled."""
    for name, final in p.FINALS.items():
        visit = updated(final, m.Watch())
        assert (replay_of(visit).place, visit.screen.needs(visit).pause) == (0, 0)
        assert visit == watching(name)
    last = len(p.game_of(p.FINALS["A"]).plies)
    disabled = {0: {"seek 0", "skip-plies -1"}, last: {"skip-plies 1", f"seek {last}"}}
    for wanted, reached in ((-1, 0), (0, 0), (1, 1), (last, last), (last + 1, last), (999, last)):
        visit = watching("A", wanted)
        assert replay_of(visit).place == reached
        off = {sent for sent, key in p.buttons(p.shown(visit)).items() if key.attributes.get("aria-disabled")}
        assert off == disabled.get(reached, set())
    assert p.after(watching("A", 3), m.SkipPlies(-2), m.SkipPlies(-2)) == watching("A")
    assert p.after(watching("A", 3), m.SkipPlies(2)) == watching("A", 5)


def test_slider_is_at_the_current_place() -> None:
    """The slider is at the current place, with the whole game as its range and the seasons in proportion below it."""
    for visit in EVERYWHERE[::5]:
        page, replay = p.shown(visit), replay_of(visit)
        [slider] = tagged(page, "input")
        assert [int(slider.attributes[end]) for end in ("min", "value", "max")] == [0, replay.place, replay.last]
        assert slider.attributes["aria-valuetext"] == p.part(page, "place")
        assert m.read_command(f"{slider.attributes['name']} {replay.last}") == m.Seek(replay.last)
        for look, length in (("past", replay.place), ("to-be", replay.last - replay.place)):
            bars = [float(bar.attributes["width"].removesuffix("%")) for bar in p.with_class(page, look)]
            assert len(bars) == 4
            assert sum(bars) == pytest.approx(100 * length / replay.last, abs=0.05)


def test_running_replay_stops_at_the_end() -> None:
    """A running replay stops at its end, or if the player pauses it, seeks a place, or opens a panel."""
    running = updated(watching("A"), m.PlayOrPause())
    steps = [running]
    while steps[-1].needs.pause:
        assert "Pause" in p.part(p.shown(steps[-1]), "thumb")
        steps.append(updated(steps[-1], m.Step()))
    last = replay_of(running).last
    assert [replay_of(visit).place for visit in steps] == list(range(last + 1))
    assert steps[-1] == watching("A", last)
    assert is_late(steps[-1], m.Step())
    assert updated(steps[-1], m.PlayOrPause()) == running
    assert steps[7].needs.pause
    assert updated(steps[7], m.HighlightTopic(m.Topic.EDICT_B)).needs.pause
    for halting in (m.PlayOrPause(), m.Seek(7), m.Open("menu"), m.Open("maps")):
        halted = updated(steps[7], halting)
        assert not halted.screen.needs(halted).pause
        assert replace(halted, dialog=None) == watching("A", 7)
        assert is_late(halted, m.Step())


def test_highlighted_topic_shows_its_stars_at_each_ply() -> None:
    """A highlighted topic shows its stars on the map after the ply, and stays highlighted from ply to ply."""
    lit, visit = 0, updated(watching("A"), m.HighlightTopic(m.Topic.EDICT_B))
    for _ in range(replay_of(visit).last):
        visit = updated(visit, m.SkipPlies(1))
        assert p.pressed(p.shown(visit)) == ["highlight-topic B"]
        worth = stars(watched(visit).state.deal.edicts[1](watched(visit).state.sheets[0]))
        assert sum(map(p.integer, texts(p.with_class(p.shown(visit), "star")))) == worth
        lit += worth > 0
    assert lit


@pytest.mark.parametrize("name", p.GAMES)
def test_leaving_a_replay_changes_only_lasting_values(name: str) -> None:
    """Whatever happens in a replay, leaving it changes only values that outlive a game, and the saved game stays."""
    final = p.FINALS[name]
    moving = (m.PlayOrPause(), m.SkipPlies(1), m.Seek(0))
    tried = (*moving, m.HighlightTopic(m.Topic.EDICT_C), m.Open("menu"), m.Back(), m.Go("start"))
    kept = arrive("another", shelf_of(final.memory.shelf.text))
    for visit in PLACES[name]:
        assert updated(visit, m.Back()) == final
        assert "back" in p.buttons(p.shown(visit))
    for visit in PLACES[name][::4]:
        assert [updated(visit, one).memory.shelf for one in tried] == [final.memory.shelf] * len(tried)
        home = updated(visit, m.Go("start"))
        assert p.shown(home) == p.shown(kept)
        assert replace(home.setup, seed="") == replace(kept.setup, seed="")
    for other in (shelf_of(p.begun(p.PAIR).memory.shelf.text), EMPTY):
        elsewhere = watch(arrive(p.CHANCE, other), read_record(p.game_of(final).record))
        assert [updated(elsewhere, one).memory.shelf for one in tried] == [other] * len(tried)
    lasting = (m.Prefer("theme", "night"), m.NewerVersionReady())
    sent = (m.HighlightTopic(m.Topic.EDICT_A), *lasting, m.PlayOrPause(), m.Step())
    assert p.after(watching(name, 3), *sent, m.Back()) == p.after(final, *lasting)


def test_only_a_finished_game_has_a_replay() -> None:
    """Only a finished game has a replay, in which messages that would play the game change nothing."""
    of_replays = (m.Seek(1), m.SkipPlies(1), m.PlayOrPause())
    for visit in [HOME, *p.VISITS[::31], *p.FINALS.values()]:
        is_over = visit in p.FINALS.values()
        assert any(name.startswith("watch") for name in p.buttons(p.shown(visit))) == is_over
        assert all(is_late(visit, message) for message in of_replays)
        for sent in (m.TakeOver(sure=True), m.Back(), *[m.Watch()] * (not is_over)):
            assert updated(visit, sent) == visit
    for message in (m.PlayAgain(), m.Continue(), m.Watch(), m.TakeOver(), m.TakeOver(sure=True), m.PlayHere()):
        assert [visit for visit in EVERYWHERE[::6] if updated(visit, message) != visit] == [], message
    for late in (m.Undo(sure=True), m.Confirm(), m.Rotate(1), m.Tap(40), m.BotPlyChosen(0, read_ply("fA1"))):
        assert all(is_late(visit, late) for visit in EVERYWHERE[::6]), late


def test_replay_leaves_out_undone_plies() -> None:
    """A finished game has the same replay after Continue, without undone plies; only its end calls it practice."""
    ended = updated(arrive(p.CHANCE, shelf_of(p.FINALS["trio"].memory.shelf.text)), m.Continue())
    assert p.after(ended, m.Watch(), m.SkipPlies(3), m.Back()) == ended
    assert updated(ended, m.Watch()).screen == updated(p.FINALS["trio"], m.Watch()).screen
    final = updated(p.with_screen(p.FINALS["A"], game=replace(p.game_of(p.FINALS["A"]), takebacks=2)), m.Close())
    assert "practice" in text_of(p.shown(final)).lower()
    for place in (0, 7, 99):
        here, plain = p.after(final, m.Watch(), m.Seek(place)), watching("A", place)
        assert p.shown(here) == p.shown(plain)
        assert p.shown(updated(here, m.Open("menu"))) == p.shown(updated(plain, m.Open("menu")))
    assert p.after(final, m.Watch(), m.Back()).screen == final.screen


def test_record_can_be_watched_from_any_screen() -> None:
    """A record can be watched from any screen, with or without names, and one without plies has a single place."""
    for page in (HOME, updated(HOME, m.Go("set-up")), p.begun()):
        visit = watch(page, unfinished())
        assert replay_of(visit).place == 0
        assert updated(visit, m.Back()) == page
    assert "Ana" in p.part(p.shown(watch(HOME, unfinished(p.PAIR), (p.ANA, p.ANA))), "strip")
    assert "Player 1" in p.part(p.shown(watch(HOME, unfinished(p.PAIR))), "strip")
    visit = watch(HOME, unfinished(plies=0))
    for sent in (m.PlayOrPause(), m.SkipPlies(1), m.SkipPlies(-1), m.Seek(4)):
        assert updated(visit, sent) == visit
    assert not visit.screen.needs(visit).pause
    assert "take-over" in p.buttons(p.shown(visit))
    assert p.game_of(p.choosing(updated(visit, m.TakeOver()))) == p.game_of(p.choosing(p.begun()))


def test_only_last_place_of_unfinished_game_offers_takeover() -> None:
    """Only the last place of an unfinished game says that it continues, and offers to take over."""
    visit = watch(HOME, unfinished())
    last = replay_of(visit).last
    for place in range(last + 1):
        here, goes_on = updated(visit, m.Seek(place)), place == last
        page = p.shown(here)
        told = (p.part(page, "happened"), p.heard(here, "news"))
        assert ["continues from here" in text for text in told] == [goes_on] * 2
        offered = {"take-over", "play-or-pause"} & p.buttons(page).keys()
        assert offered == {"take-over" if goes_on else "play-or-pause"}
        assert (updated(here, m.TakeOver(sure=True)) == here) == (not goes_on)
    for page in map(p.shown, EVERYWHERE):
        assert "take-over" not in p.buttons(page)
        assert "continues" not in p.part(page, "happened")
    again = replay_of(p.after(visit, m.Seek(9), m.PlayOrPause()))
    assert (again.place, again.is_running) == (0, True)


@pytest.mark.parametrize("game_id", [p.BASE_A, p.PAIR])
def test_taking_over_begins_a_game_at_shown_position(game_id: GameId) -> None:
    """Taking over begins a game at the shown position, with a curtain for several players, and repeats no scenes."""
    played, who = unfinished(game_id, 6), (p.ANA,) * game_id.players
    watched = watch(HOME, played, who)
    visit = p.after(watched, m.Seek(9), m.TakeOver())
    game = p.game_of(visit)
    assert (game.id, game.plies, game.state, game.cartographers) == (game_id, played.plies, played.states[-1], who)
    assert isinstance(p.scene_of(visit), CurtainScene) == (game_id.players > 1)
    assert p.ghost_of(p.choosing(visit))
    saved = read_save(visit.memory.shelf.text)
    assert (saved.game, saved.scenes_seen) == (game, len(last_scenes(game)))
    assert watched.memory.shelf.text == ""
    continued = updated(arrive("another", shelf_of(visit.memory.shelf.text)), m.Continue())
    assert p.game_of(continued) == game
    assert p.screen_of(continued).stage.pending == p.screen_of(visit).stage.pending
    assert len(p.game_of(p.after(p.choosing(visit), m.NextPlace(), m.Confirm())).plies) == 7
    assert updated(visit, m.Back()) == visit


def test_taking_over_asks_before_discarding_unreadable_text() -> None:
    """Taking over asks before it discards an unreadable text, but not if the saved game is over or can be set aside."""
    asked, sure = updated(ON_NONSENSE, m.TakeOver()), m.TakeOver(sure=True)
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=sure)
    assert asked.memory.shelf == ON_NONSENSE.memory.shelf
    assert updated(asked, m.Close()) == ON_NONSENSE
    assert "can't be read" in p.part(p.shown(asked), "about-replace")
    assert m.command(sure) in p.buttons(p.shown(asked))
    begun_here = updated(asked, sure)
    assert (p.game_of(begun_here).plies, begun_here.dialog) == (unfinished().plies, None)
    shelf = begun_here.memory.shelf
    for over in (EMPTY, shelf_of(p.FINALS["A"].memory.shelf.text), shelf_of(p.begun(p.PAIR).memory.shelf.text)):
        unasked = p.after(watch(arrive(p.CHANCE, over), unfinished()), m.Seek(9), m.TakeOver())
        assert (unasked.memory.shelf.text, unasked.memory.shelf.saved) == (shelf.text, shelf.saved)
        assert changed(unasked, shelf=EMPTY) == changed(begun_here, shelf=EMPTY)


def test_keys_control_the_replay() -> None:
    """Keys step by plies, by seasons, and to the ends, and they run the replay, highlight topics, and leave."""
    visit = watching("A", 7)
    last, seasons = replay_of(visit).last, replay_of(visit).seasons
    before, later = max(place for place in seasons if place < 7), min(place for place in seasons if place > 7)
    expected = {"ArrowLeft": 6, "ArrowRight": 8, "Home": 0, "End": last, "PageUp": before, "PageDown": later}
    assert {key: press(visit, key) for key in expected} == {key: watching("A", at) for key, at in expected.items()}
    assert press(visit, " ") == press(visit, "Enter") == updated(visit, m.PlayOrPause())
    lit = press(visit, "1")
    assert replay_of(lit).lit == "A"
    assert press(lit, "Escape") == visit
    assert press(visit, "Escape") == p.FINALS["A"]
    assert press(ON_NONSENSE, "Enter").dialog == Dialog(m.Panel.REPLACE, then=m.TakeOver(sure=True))
    in_play = p.FINALS["A"].screen.controls(p.FINALS["A"]).keys
    both = ["ArrowLeft", "ArrowRight", *"12345?", "Enter", "Escape"]
    assert [key for key in in_play if key in visit.screen.controls(visit).keys] == both


def press(visit: Visit, key: str) -> Visit:
    """Return the visit after a key is pressed."""
    return updated(visit, visit.screen.controls(visit).keys[key])


@pytest.mark.parametrize("name", p.GAMES)
def test_page_keys_visit_each_season_once(name: str) -> None:
    """Page Down and Page Up visit the first ply of each season once, up to the last and the first place."""
    seasons = [p.part(p.shown(visit), "place").partition(",")[0] for visit in PLACES[name]]
    visit, stops = watching(name), [0]
    while replay_of(visit).place < replay_of(visit).last:
        visit = press(visit, "PageDown")
        stops.append(replay_of(visit).place)
    assert [seasons[place] for place in stops] == ["Spring", "Summer", "Fall", "Winter", "Winter"]
    assert [seasons[place - 1] for place in stops[1:4]] == ["Spring", "Summer", "Fall"]
    for stop in reversed(stops[:-1]):
        visit = press(visit, "PageUp")
        assert replay_of(visit).place == stop


@pytest.mark.parametrize(("name", "alone"), [("A", True), ("pair", False)])
def test_help_lists_the_replay_keys(name: str, *, alone: bool) -> None:
    """Help lists exactly the keys that work in a replay, except for ``?``, which opened it."""
    spelled = {"Left": "ArrowLeft", "Right": "ArrowRight", "Page Up": "PageUp", "Page Down": "PageDown", "Space": " "}
    visit = watching(name, 5)
    named = texts(tagged(p.shown(updated(visit, m.Open("keys"))), "dt"))
    keys = {key for text in named for key in re.split(", ", text.replace("1 to 4", "1, 2, 3, 4"))}
    keys = {spelled.get(key, key.lower() if len(key) == 1 else key) for key in keys}
    assert keys == visit.screen.controls(visit).keys.keys() - {"?"}
    assert ("m" in keys) == (not alone)


def test_every_replay_button_leads_to_a_page() -> None:
    """Every button of a replay leads to a page that can be shown, even in the menu, in panels, and with a highlight."""
    openings = (m.Open("menu"), m.Open("maps"), m.HighlightTopic(m.Topic.MONSTERS))
    for visit in [*EVERYWHERE[::17], p.after(watch(HOME, unfinished()), m.Seek(9))]:
        for one in (visit, *(updated(visit, opening) for opening in openings)):
            for sent in p.buttons(p.shown(one)):
                p.shown(updated(one, m.read_command(sent)))


def test_only_a_step_forward_plays_a_sound() -> None:
    """A step forward plays the sound that the ply had when it was drawn, and everything else in a replay is silent."""
    heard = set()
    for before, now in (step for name in p.GAMES for step in pairwise(PLACES[name])):
        event = watched(now).state.events[0]
        assert isinstance(event, Draw | Pick)
        coin = Feedback.COIN if event.coins_gained else Feedback.DRAWN
        destroyed = event.after.destroyed != watched(before).state.sheets[event.sheet].destroyed
        expected = Feedback.STRUCK if destroyed else coin
        assert feedback(before.screen, now.screen) is expected
        assert feedback(now.screen, before.screen) is None
        heard.add(expected)
    assert heard == {Feedback.DRAWN, Feedback.COIN, Feedback.STRUCK}
    final, early, now = p.FINALS["A"], watching("A"), watching("A", 4)
    later, running = watching("A", 6), updated(now, m.PlayOrPause())
    for before, then in ((final, early), (now, final), (now, later), (now, running)):
        assert feedback(before.screen, then.screen) is None
