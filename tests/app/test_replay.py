"""Watching a game: at each of its places the page shows what the engine says, and nothing that is kept changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from app.commands import KEYS, key_command, message
from app.element import Element, text_of, walk
from app.feedback import Feedback, feedback
from app.ghost import kind
from app.map_art import arrivals
from app.model import (
    Again,
    Confirm,
    Continue,
    CurtainScene,
    Dialog,
    Flip,
    Home,
    Hover,
    Leave,
    Light,
    Message,
    Model,
    Move,
    Newer,
    Open,
    Play,
    PlayOn,
    Prefer,
    Proceed,
    Replay,
    Seek,
    Skip,
    Step,
    Tap,
    Turn,
    Undo,
    Watch,
    Where,
)
from app.names import name_of
from app.playing import (
    ANA,
    BASE_A,
    GAMES,
    MODELS,
    PAIR,
    SEED,
    TOGETHER,
    WORDS,
    after,
    begun,
    buttons,
    choosing,
    game_of,
    integer,
    part,
    pressed,
    shown,
    states_of,
    told,
    told_on,
    with_class,
)
from app.replay import watch
from app.test_scenes import doubled
from app.text import number
from app.update import read_save, save_text, start, update
from cartographers.events import Ambush, Draw, End, Event, Forced, Pick, Score, Spread
from cartographers.game_id import GameId
from cartographers.record import Played, read_record
from cartographers.region import names
from cartographers.scoring import stars
from cartographers.state import Task

FINAL = {name: game[-1][1] for name, game in GAMES.items()}


def watching(name: str, place: int = 0) -> Model:
    """Return the page on which one of the games is watched, at one of its places."""
    return after(FINAL[name], Watch(), Seek(place))


def replay_of(model: Model) -> Replay:
    """Return the replay on the page."""
    assert model.replay is not None
    return model.replay


def task_on(model: Model) -> Task:
    """Return what had to be done with the card on the page."""
    task = replay_of(model).before.task
    assert task is not None
    return task


def places(name: str) -> Iterator[Model]:
    """Yield the page at each place of one of the games, from the first to the last."""
    model = watching(name)
    yield model
    for _ in game_of(FINAL[name]).plies:
        model = update(model, Skip(1))
        yield model


#: Each place in each of the games.
PLACES = [model for name in GAMES for model in places(name)]


def unfinished(game_id: GameId = BASE_A, plies: int = 5) -> Played:
    """Return a game that is not over yet."""
    model = choosing(begun(game_id))
    for _ in range(plies):
        model = choosing(after(model, Where(), Confirm()))
    return read_record(game_of(model).record)


def said(model: Model) -> str:
    """Return what a screen reader is told of the page."""
    return next(text_of(found) for found in walk(shown(model)) if found.attributes.get("role") == "status")


def happened(model: Model) -> str:
    """Return what the card says of what has happened."""
    return part(shown(model), "happened")


# ------------------------------------------------------------------- each place


@pytest.mark.parametrize("name", GAMES)
def test_every_place_is_the_engines_state(name: str) -> None:
    """The map on which the ply was drawn, as it is after it; what edicts pay there; the coins; the player's stars."""
    states = states_of(game_of(FINAL[name]))
    for place, (state, model) in enumerate(zip(states, places(name), strict=True)):
        page, task = shown(model), states[max(place - 1, 0)].task
        assert task is not None
        sheet = state.sheets[task.sheet]
        assert told_on(page) == told(sheet)
        worth = [integer(part(buttons(page)[f"light {letter}"], "value")) for letter in "ABCD"]
        assert worth == [stars(card(sheet)) for card in state.deal.edicts]
        assert integer(part(page, "coin-worth")) == sheet.coins
        assert integer(part(page, "stars")) == state.total(task.player)
        assert part(page, "place").endswith(f", ply {place} of {len(states) - 1}")
        assert doubled(page) == []
    assert state.over


def test_the_card_is_the_one_that_was_drawn() -> None:
    """With its season and its time; and what was chosen from it, when it has been."""
    heroes = 0
    for model in PLACES:
        page, replay, task = shown(model), replay_of(model), task_on(model)
        [card] = with_class(page, "step")
        assert [text_of(found) for found in walk(card) if found.tag == "h2"] == [WORDS(f"name.{task.card.id}")]
        assert part(page, "place").startswith(WORDS(f"season.{replay.before.season_deal.season.name}"))
        threshold = replay.before.season_deal.season.threshold
        assert part(page, "used-of") == f"Time {replay.before.time} of {threshold}"
        chosen = [found.attributes["aria-label"] for found in walk(card) if found.attributes.get("role") == "img"]
        if replay.place == 0:
            assert chosen == []
            continue
        ply = game_of(model).plies[-1]
        pattern = [WORDS("hero.pattern")] if any(option.attack for option in task.options) else []
        assert chosen == [WORDS(f"terrain.{kind(ply.terrain)}"), *pattern]
        [shape] = [found for found in walk(card) if found.attributes.get("class") == "shape"]
        assert len([found for found in walk(shape) if found.tag == "rect"]) == ply.region.bit_count()
        heroes += bool(pattern)
    assert heroes


def test_what_has_come_is_marked_on_the_map() -> None:
    """What was drawn or picked, and the ambushes and zombies that have come there after it, and no more."""
    seen = set()
    for model in PLACES:
        state, sheet = game_of(model).state, task_on(model).sheet
        marks = []
        for event in state.events:
            if isinstance(event, Draw | Pick | Ambush | Spread) and event.sheet == sheet and event.region:
                ground = "destroyed" if isinstance(event, Pick) else "monster"
                marks.append(arrivals(kind(event.terrain) if isinstance(event, Draw) else ground, event.region))
                seen.add(type(event))
        assert with_class(shown(model), "arrivals") == marks
        if replay_of(model).place:
            assert marks
    assert seen == {Draw, Pick, Ambush, Spread}


def test_what_has_happened_is_told() -> None:
    """Seasons, spreading zombies, ambushes and the end; if nothing else, that there was a single space to be drawn.

    Whom it is read to hears all of it, and where an ambush has landed.
    """
    seen = set[type[Event] | Forced]()
    for model in PLACES:
        card, heard, events = happened(model), said(model), game_of(model).state.events
        followed = {text: type(event) for event in events for text in following(event, task_on(model))}
        assert [text for text in followed if text not in card or text not in heard] == []
        seen.update(followed.values())
        for event in events:
            if isinstance(event, Draw) and event.forced in {Forced.NO_FIT, Forced.RUINS}:
                text = WORDS(f"forced.{event.forced.value}")
                assert text in heard
                assert (text in card) == (not followed)
                seen.add(event.forced)
            elif isinstance(event, Ambush):
                landed = f"It landed on {', '.join(names(event.region))}." if event.region else "It fits nowhere"
                assert landed in heard
                assert landed not in card
    assert seen == {Forced.NO_FIT, Forced.RUINS, Score, Spread, Ambush, End}


def following(event: Event, task: Task) -> Iterator[str]:
    """Yield what is to be told of an event to the player of a task."""
    match event:
        case Score(score) if score.player == task.player:
            season = WORDS(f"season.{score.season.name}")
            yield WORDS.plural("reckoning.said", score.total, season=season)
        case Spread(sheet=sheet) if sheet == task.sheet:
            yield "Zombie Plague spreads."
        case Ambush(card=card):
            yield f"Ambush! {WORDS(f'name.{card.id}')}."
        case End():
            yield "The game is over." if event.rating is not None else " wins"


def test_each_step_is_told() -> None:
    """Where in the game it is, who drew if there are several, and what was drawn where."""
    attacks = 0
    for model in PLACES:
        replay, task, game, heard = replay_of(model), task_on(model), game_of(model), said(model)
        if replay.place == 0:
            assert heard.startswith(f"Spring, ply 0 of {replay.last}. Before the first ply.")
            continue
        ply = game.plies[-1]
        who = "" if game.is_solo else f" {name_of(WORDS, game, task.player)}."
        terrain, attack = WORDS(f"terrain.{kind(ply.terrain)}"), ", ".join(names(ply.attack))
        spaces = ", ".join(names(ply.region)) + (f", attacking {attack}" if attack else "")
        drawn = f"{WORDS(f'name.{task.card.id}')}: {terrain} at {spaces}."
        assert f"ply {replay.place} of {replay.last}.{who} {drawn}" in heard
        attacks += bool(attack)
    assert attacks
    assert all(said(one) != said(other) for one, other in pairwise(PLACES))


def test_of_several_players_it_is_said_who_draws_where() -> None:
    """The one who draws has the name in the strip, also on another's map; everyone's maps are those of that moment."""
    foreign = 0
    for name in TOGETHER:
        for model in list(places(name))[::3]:
            game, task, page = game_of(model), task_on(model), shown(model)
            [strip] = with_class(page, "strip")
            names_in_strip = [text_of(found) for found in walk(strip) if found.tag == "h1"]
            assert names_in_strip == [name_of(WORDS, game, task.player)]
            elsewhere = replay_of(model).place > 0 and task.sheet != task.player
            whose = WORDS("said.whose", map=WORDS("map.of", name=name_of(WORDS, game, task.sheet)))
            assert (whose in happened(model)) == (whose in said(model)) == elsewhere
            foreign += elsewhere
            opened = shown(update(model, Open("maps")))
            totals = [game.state.total(player) for player in range(game.id.players)]
            [everybody] = with_class(opened, "everybody")
            coins = [sheet.coins for sheet in game.state.sheets]
            worth = [f"{number(total)}{count}" for total, count in zip(totals, coins, strict=True)]
            assert [text_of(found) for found in with_class(everybody, "worth")] == worth
    assert foreign


# ------------------------------------------------------------------- from place to place


def test_it_begins_before_the_first_ply() -> None:
    """Nothing is drawn then, and nothing moves."""
    for name, final in FINAL.items():
        model = update(final, Watch())
        assert (replay_of(model).place, model.moving) == (0, False)
        assert model == watching(name)


def test_no_step_leads_out_of_the_game() -> None:
    """Before the first place there is none, nor after the last one; there the keys that would lead on are off."""
    last = len(game_of(FINAL["A"]).plies)
    for wanted, reached in ((-1, 0), (0, 0), (1, 1), (last, last), (last + 1, last), (999, last)):
        model = watching("A", wanted)
        assert replay_of(model).place == reached
        off = {command for command, key in buttons(shown(model)).items() if key.attributes.get("aria-disabled")}
        at_start, at_end = {"seek 0", "skip -1"}, {"skip 1", f"seek {last}"}
        assert off == {0: at_start, last: at_end}.get(reached, set())
    assert after(watching("A", 3), Skip(-2), Skip(-2)) == watching("A")
    assert after(watching("A", 3), Skip(2)) == watching("A", 5)


def test_the_slider_is_at_the_place() -> None:
    """It reaches from the first to the last one, and the line below it has the seasons in their proportions."""
    for model in PLACES[::5]:
        replay = replay_of(model)
        [slider] = [found for found in walk(shown(model)) if found.tag == "input"]
        assert [int(slider.attributes[end]) for end in ("min", "value", "max")] == [0, replay.place, replay.last]
        assert slider.attributes["aria-valuetext"] == part(shown(model), "place")
        assert message(f"{slider.attributes['name']} {replay.last}", str) == Seek(replay.last)
        for look, length in (("past", replay.place), ("to-be", replay.last - replay.place)):
            bars = [float(bar.attributes["width"].removesuffix("%")) for bar in with_class(shown(model), look)]
            assert len(bars) == 4
            assert sum(bars) == pytest.approx(100 * length / replay.last, abs=0.05)


def test_a_replay_plays_by_itself_to_its_end() -> None:
    """Ply by ply; then it rests, and begins anew when it is played again."""
    playing = update(watching("A"), Play())
    assert replay_of(playing).place == 0
    steps = [playing]
    while steps[-1].moving:
        assert "Pause" in part(shown(steps[-1]), "thumb")
        steps.append(update(steps[-1], Step()))
    last = replay_of(playing).last
    assert [replay_of(model).place for model in steps] == list(range(last + 1))
    assert steps[-1] == watching("A", last)
    assert update(steps[-1], Step()) == steps[-1]
    assert update(steps[-1], Play()) == playing


@pytest.mark.parametrize("halting", [Play(), Seek(7), Open("menu"), Open("maps")])
def test_a_replay_halts_where_somebody_looks_closer(halting: Message) -> None:
    """It is paused, goes to a place, or lies under a dialog; a light lets it go on."""
    playing = after(watching("A", 7), Play())
    assert playing.moving
    assert update(playing, Light("B")).moving
    halted = update(playing, halting)
    assert not halted.moving
    assert replace(halted, dialog=Dialog.NONE) == watching("A", 7)
    assert update(halted, Step()) == halted


def test_what_earns_at_that_moment_is_lit() -> None:
    """On the map after the ply, and it stays lit from ply to ply."""
    lit = 0
    model = update(watching("A"), Light("B"))
    for _ in range(replay_of(model).last):
        model = update(model, Skip(1))
        assert pressed(shown(model)) == ["light B"]
        worth = stars(game_of(model).state.deal.edicts[1](game_of(model).state.sheets[0]))
        assert sum(integer(text_of(star)) for star in with_class(shown(model), "star")) == worth
        lit += worth > 0
    assert lit


# ------------------------------------------------------------------- nothing else changes


@pytest.mark.parametrize("name", GAMES)
def test_leaving_leads_back_as_if_nothing_had_been(name: str) -> None:
    """From each place; only what outlives a game stays changed."""
    for model in places(name):
        assert update(model, Leave()) == FINAL[name]
        assert "leave" in buttons(shown(model))
    changed = after(watching(name, 3), Light("A"), Prefer("theme", "night"), Newer(), Play(), Step(), Leave())
    assert changed == after(FINAL[name], Prefer("theme", "night"), Newer())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_stays_as_it_is(name: str) -> None:
    """Whatever is done while a game is watched; the start screen then has the whole game, too."""
    text = save_text(FINAL[name])
    tried = (Undo(), Confirm(), Tap(40), Play(), Step(), Light("C"), Open("menu"), Skip(1), Seek(0), Leave())
    for model in list(places(name))[::4]:
        assert [save_text(update(model, one)) for one in tried] == [text] * len(tried)
        assert update(model, Home("fresh")) == start("fresh", text)
    other = save_text(begun(PAIR))
    assert save_text(watch(start(SEED, other), read_record(text.split()[0]))) == other
    assert save_text(watch(start(SEED), read_record(text.split()[0]))) == ""


@pytest.mark.parametrize(
    "sent",
    [
        *(Undo(), Again(), Proceed(), Continue(), Confirm(), Where(), Turn(), Flip(), Move(1, 1), Tap(40), Hover(40)),
        *(Step(), Watch(), PlayOn(), PlayOn(sure=True)),
    ],
)
def test_a_game_that_is_over_is_only_watched(sent: Message) -> None:
    """What would play it changes nothing, at any place."""
    for model in PLACES[::6]:
        assert update(model, sent) == model


def test_there_is_nothing_to_watch_before_the_end() -> None:
    """Nor does what belongs to a replay change anything where there is none."""
    offered = 0
    for model in [start(SEED), *MODELS[::31], *FINAL.values()]:
        over = model in FINAL.values()
        assert ("watch" in buttons(shown(model))) == over
        offered += over
        if not over:
            assert update(model, Watch()) == model
        for sent in (Seek(1), Skip(1), Play(), PlayOn(sure=True), Leave()):
            assert update(model, sent) == model
    assert offered == len(FINAL)


def test_a_replay_can_be_watched_after_the_game_was_continued() -> None:
    """The end that Continue leads to is left and found again like the first one."""
    ended = update(start(SEED, save_text(FINAL["trio"])), Continue())
    assert after(ended, Watch(), Skip(3), Leave()) == ended
    assert after(ended, Watch()).game == after(FINAL["trio"], Watch()).game


# ------------------------------------------------------------------- a record that need not have come to its end


def test_a_record_is_watched_from_any_page() -> None:
    """Leaving leads back there; who played it may be known or not."""
    home = start(SEED)
    model = watch(home, unfinished())
    assert replay_of(model).place == 0
    assert update(model, Leave()) == home
    assert "Ana" in part(shown(watch(home, unfinished(PAIR), (ANA, ANA))), "strip")
    assert "Player 1" in part(shown(watch(home, unfinished(PAIR))), "strip")


def test_only_the_last_place_of_an_unfinished_game_goes_on() -> None:
    """It says so, and offers to play on there; a game that is over does not."""
    played = unfinished()
    model = watch(start(SEED), played)
    for place in range(len(played.plies) + 1):
        here = update(model, Seek(place))
        goes_on = place == len(played.plies)
        assert ("goes on from here" in happened(here)) == ("goes on from here" in said(here)) == goes_on
        assert {"play-on", "play"} & buttons(shown(here)).keys() == {"play-on" if goes_on else "play"}
        if not goes_on:
            assert update(here, PlayOn(sure=True)) == here
    assert not [model for model in PLACES if "play-on" in buttons(shown(model)) or "goes on" in happened(model)]
    anew = after(model, Seek(9), Play())
    assert (replay_of(anew).place, anew.moving) == (0, True)


@pytest.mark.parametrize("game_id", [BASE_A, PAIR])
def test_playing_on_is_a_game_of_ones_own(game_id: GameId) -> None:
    """From the position that was watched, with a curtain for several; all that has been told is not shown again."""
    played = unfinished(game_id, 6)
    who = (ANA,) * game_id.players
    model = after(watch(start(SEED), played, who), Seek(9), PlayOn())
    game = game_of(model)
    assert (game.id, game.plies, game.state, game.cartographers) == (game_id, played.plies, played.states[-1], who)
    assert isinstance(model.scene, CurtainScene) == (game_id.players > 1)
    assert choosing(model).ghost is not None
    saved = read_save(save_text(model))
    assert saved.game == game
    assert save_text(model) != save_text(watch(start(SEED), played, who))
    assert saved.seen == len(saved.scenes)
    continued = update(start(SEED, save_text(model)), Continue())
    assert (continued.game, continued.scene, continued.pending) == (model.game, model.scene, model.pending)
    assert len(game_of(after(choosing(model), Where(), Confirm())).plies) == 7


@pytest.mark.parametrize("kept", [save_text(begun(PAIR)), "nonsense"])
def test_playing_on_asks_before_a_kept_game_is_given_up(kept: str) -> None:
    """It stays until one is sure; nothing is asked where the kept one is over."""
    home = start(SEED, kept)
    model = after(watch(home, unfinished()), Seek(9))
    asked = update(model, PlayOn())
    assert asked.dialog is Dialog.REPLACE
    assert save_text(asked) == kept
    assert update(asked, Open()) == model
    assert ("cannot be read" in part(shown(asked), "about-replace")) == (kept == "nonsense")
    [sure] = [command for command in buttons(shown(asked)) if "surely" in command]
    begun_here = update(asked, message(sure, str))
    assert game_of(begun_here).plies == unfinished().plies
    assert begun_here.dialog is Dialog.NONE
    for over in (start(SEED), start(SEED, save_text(FINAL["A"]))):
        assert after(watch(over, unfinished()), Seek(9), PlayOn()) == begun_here


def test_a_record_without_a_ply_can_be_watched() -> None:
    """There is one place, which is the first and the last one."""
    model = watch(start(SEED), unfinished(plies=0))
    for sent in (Play(), Skip(1), Skip(-1), Seek(4), Step()):
        assert update(model, sent) == model
    assert not model.moving
    assert "play-on" in buttons(shown(model))
    assert choosing(update(model, PlayOn())).game == choosing(begun()).game


# ------------------------------------------------------------------- keys and sounds


def test_keys_go_from_place_to_place() -> None:
    """By a ply, to the ends and by seasons; and they play, light up and leave."""
    model = watching("A", 7)
    last, seasons = replay_of(model).last, replay_of(model).seasons
    before, later = max(place for place in seasons if place < 7), min(place for place in seasons if place > 7)
    expected = {"ArrowLeft": 6, "ArrowRight": 8, "Home": 0, "End": last, "PageUp": before, "PageDown": later}
    for key, place in expected.items():
        assert update(model, message(key_command(model, key), str)) == watching("A", place)
    for key in (" ", "Enter"):
        assert update(model, message(key_command(model, key), str)) == update(model, Play())
    lit = update(model, message(key_command(model, "1"), str))
    assert lit.lit == "A"
    assert update(lit, message(key_command(lit, "Escape"), str)) == model
    assert update(model, message(key_command(model, "Escape"), str)) == FINAL["A"]
    asked = after(watch(start(SEED, save_text(begun())), unfinished()), Seek(9))
    assert update(asked, message(key_command(asked, "Enter"), str)).dialog is Dialog.REPLACE
    assert [key for key in KEYS if key_command(model, key)] == ["ArrowLeft", "ArrowRight", *"12345?"]


def test_keys_visit_each_season_once() -> None:
    """Forward to the last place, and back to the first one; each stop is the first ply of a season."""
    for name in GAMES:
        model, stops = watching(name), [0]
        while replay_of(model).place < replay_of(model).last:
            model = update(model, message(key_command(model, "PageDown"), str))
            stops.append(replay_of(model).place)
        assert len(stops) == 5
        seen = [part(shown(watching(name, place)), "place").partition(",")[0] for place in stops]
        assert seen == ["Spring", "Summer", "Autumn", "Winter", "Winter"]
        for stop in stops[1:4]:
            assert part(shown(watching(name, stop - 1)), "place").partition(",")[0] != seen[stops.index(stop)]
        for stop in reversed(stops[:-1]):
            model = update(model, message(key_command(model, "PageUp"), str))
            assert replay_of(model).place == stop


def test_the_keys_dialog_tells_the_keys_of_a_replay() -> None:
    """Each that it names does something, and it names all that do, but for ``?``, which led there."""
    spelled = {"Left": "ArrowLeft", "Right": "ArrowRight", "Page Up": "PageUp", "Page Down": "PageDown", "Space": " "}
    for name, alone in (("A", True), ("pair", False)):
        model = watching(name, 5)
        page = shown(update(model, Open("keys")))
        named = [text_of(found) for found in walk(page) if isinstance(found, Element) and found.tag == "dt"]
        keys = {key for text in named for key in re.split(", ", text.replace("1 to 4", "1, 2, 3, 4"))}
        keys = {spelled.get(key, key.lower() if len(key) == 1 else key) for key in keys}
        every = {*KEYS, *spelled.values(), "Home", "End", "Enter", "Escape"}
        assert keys == {key for key in every if key_command(model, key)} - {"?"}
        assert ("m" in keys) == (not alone)


def test_each_button_of_a_replay_shows_a_page() -> None:
    """Under the menu, in the dialogs and with a light, too."""
    for model in [*PLACES[::17], after(watch(start(SEED), unfinished()), Seek(9))]:
        for one in (model, update(model, Open("menu")), update(model, Open("maps")), update(model, Light("monsters"))):
            for command in buttons(shown(one)):
                shown(update(one, message(command, lambda: "fresh")))


def test_a_ply_is_heard_when_one_goes_on_to_it() -> None:
    """As when it was drawn; all else about a replay is silent."""
    heard = set()
    for name in GAMES:
        for before, now in pairwise(places(name)):
            found = feedback(before, now)
            event = game_of(now).state.events[0]
            assert isinstance(event, Draw | Pick)
            coin = Feedback.COIN if event.coins_gained else Feedback.DRAWN
            destroyed = event.after.destroyed != game_of(before).state.sheets[event.sheet].destroyed
            assert found is (Feedback.STRUCK if destroyed else coin)
            heard.add(found)
            assert feedback(now, before) is None
    assert heard == {Feedback.DRAWN, Feedback.COIN, Feedback.STRUCK}
    final = FINAL["A"]
    for before, now in (
        *((final, watching("A")), (watching("A", 4), final), (watching("A", 4), watching("A", 6))),
        (watching("A", 4), update(watching("A", 4), Play())),
    ):
        assert feedback(before, now) is None
