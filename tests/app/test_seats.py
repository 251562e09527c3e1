"""Seats: the person, bot, or device that draws for each player, and the effects of plies that weren't drawn here."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of
from app.effects import Feedback, RunJob
from app.game.game import begin_game
from app.game.ghost import fitting_ghosts, ghost_ply
from app.game.jobs import BotTurn
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer, Seat, read_seat, write_seat
from app.game.setup import Cartographer
from app.game.shelf import shelf_of, write_save
from app.page.preferences import Preferences
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.program import last_scenes
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.screen import Playing
from app.shell.feedback import feedback
from app.shell.wanted import wanted
from app.visit import Visit
from cartographers import GameId, InvalidRecord, Ply, Terrain, legal_moves
from cartographers.events import Reveal
from cartographers.region import BOARD
from support import playing as p
from support.refusals import refused
from support.visits import arrive, effects_of, is_late, updated

BOT = Bot("apprentice")
FRIEND = RemotePlayer("kitchen-2")
#: The plies of the multiplayer games, and their players.
PLIES = {name: p.game_of(p.GAMES[name][-1][1]).plies for name in ("pair", "trio")}
WHO = {"pair": (p.BORIS, p.BORIS), "trio": (p.ANA, p.BORIS, p.NOBODY)}
IDS = {"pair": p.PAIR, "trio": p.TRIO}


def seated(game_id: GameId, *seats: Seat, who: tuple[Cartographer, ...] = (), bots: str = "quick") -> Visit:
    """Return a visit in a game before its first ply, with these seats."""
    game = begin_game(game_id, who or (Cartographer(),) * game_id.players, seats)
    shelf = shelf_of(write_save(game, 0))
    return updated(arrive(p.CHANCE, shelf, preferences=Preferences(bots=bots)), m.Continue())


def thoughts(before: Visit, *messages: m.Message) -> list[BotTurn]:
    """Return the jobs that bots get after the last message, or those while a visit is shown if there is no message."""
    effects = effects_of(before, *messages) if messages else wanted(before).values()
    jobs = (effect.job for effect in effects if isinstance(effect, RunJob))
    return [job for job in jobs if isinstance(job, BotTurn)]


def answer_of(turn: BotTurn) -> m.BotPlyChosen:
    """Return the ply that a bot draws."""
    [answer] = [step for step in turn.work() if isinstance(step, m.BotPlyChosen)]
    return answer


def with_ply(visit: Visit, ply: Ply) -> Visit:
    """Return the visit after a ply of the next player, for which a person here moves the ghost and confirms it."""
    state, task = p.game_of(visit).state, p.task_of(visit)
    if p.game_of(visit).drawing_seat != LOCAL_PERSON:
        return updated(visit, m.BotPlyChosen(task.player, ply))
    ghosts = (ghost for option in range(len(task.options)) for ghost in fitting_ghosts(state, option))
    placed = p.with_screen(visit, ghost=next(ghost for ghost in ghosts if ghost_ply(ghost, task) == ply))
    return updated(placed, m.Confirm())


@given(seat=p.any_seat)
def test_seat_round_trip(seat: Seat) -> None:
    """A seat, which is one word of a saved text, is read back unchanged."""
    text = write_seat(seat)
    assert read_seat(text) == seat
    assert len(text.split()) == 1


def test_seats_in_a_saved_text() -> None:
    """A saved text lists the seats unless all players are here, and an invalid seat is refused with an explanation."""
    for text in (
        *("", "here.", "here.ana", "Here", "bot", "bot.", "bot.deep-thought", "bot.apprentice.", "away", "away."),
        *("away.a b", "away.\u00e4", "away.a/b", f"away.{'a' * 65}", "nobody", "elsewhere.kitchen"),
    ):
        with refused(InvalidRecord, match="a seat is 'here'"):
            read_seat(text)
    assert "seat:" not in seated(p.TRIO).memory.shelf.text
    visit = seated(p.TRIO, LOCAL_PERSON, BOT, FRIEND)
    assert " seat:here seat:bot.apprentice seat:away.kitchen-2 " in visit.memory.shelf.text
    assert p.game_of(visit).seats == (LOCAL_PERSON, BOT, FRIEND)
    later = updated(p.choosing(visit), m.Confirm())
    assert p.game_of(later).seats == p.game_of(updated(later, m.Undo(sure=True))).seats
    assert p.game_of(updated(later, m.PlayAgain())).seats == (LOCAL_PERSON, BOT, LOCAL_PERSON)
    assert p.game_of(updated(later, m.PlayAgain())).plies == ()


def others(visit: Visit) -> Visit:
    """Return the visit after the plies of bots, as long as a bot is next. Each bot thinks once."""
    while not p.scene_of(visit) and isinstance(p.game_of(visit).drawing_seat, Bot):
        [thought] = thoughts(visit)
        visit = updated(visit, answer_of(thought))
    return visit


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        *(("pair", seats) for seats in ((LOCAL_PERSON, FRIEND), (FRIEND, LOCAL_PERSON), (BOT, FRIEND))),
        ("trio", (LOCAL_PERSON, FRIEND, LOCAL_PERSON)),
        ("trio", (FRIEND, FRIEND, LOCAL_PERSON)),
        ("trio", (BOT, BOT, BOT)),
    ],
)
def test_draw_for_plies_make_the_same_game(name: str, seats: tuple[Seat, ...]) -> None:
    """Plies by DrawFor make the same states, scenes, and record as plies by a confirmed ghost."""
    visit = seated(IDS[name], *seats, who=WHO[name])
    steps = pairwise(p.GAMES[name])
    together = [now for (_, before), (_, now) in steps if len(p.game_of(now).plies) > len(p.game_of(before).plies)]
    for ply, expected in zip(PLIES[name], together, strict=True):
        visit = with_ply(p.choosing(visit), ply)
        assert p.game_of(visit).state == p.game_of(expected).state
        assert p.to_be_seen(visit) == p.to_be_seen(expected)
    assert p.game_of(visit).record == p.game_of(p.GAMES[name][-1][1]).record
    assert isinstance(p.scene_of(p.choosing(visit)), EndScene)


def bots_playing(visit: Visit) -> Iterator[tuple[Visit, m.Message, Visit]]:
    """Play a game to its end: bots do their jobs as on the page, and people here draw where the shape fits."""
    before, message = arrive(p.CHANCE, shelf_of(visit.memory.shelf.text)), m.Continue()
    rng = Random(p.CHANCE)  # noqa: S311 - a game to look at, and repeatable on purpose
    yield before, message, visit
    asked = thoughts(before, message)
    while not isinstance(p.scene_of(visit), EndScene):
        sent: m.Message
        if asked:
            sent = answer_of(asked.pop())
        elif p.scene_of(visit):
            sent = m.Proceed()
        else:
            visit, sent = p.after(visit, *[m.NextPlace()] * rng.randrange(3)), m.Confirm()
        before, visit = visit, updated(visit, sent)
        asked += thoughts(before, sent)
        assert len(asked) <= 1
        assert visit != before, f"{sent} is in vain"
        yield before, sent, visit


@pytest.mark.parametrize(
    ("game_id", "seats"),
    [
        (p.PAIR, (LOCAL_PERSON, BOT)),
        (p.TRIO, (BOT, LOCAL_PERSON, BOT)),
        (p.TRIO, (BOT, BOT, BOT)),
        (replace(p.TRIO, seed="s7"), (LOCAL_PERSON, BOT, LOCAL_PERSON)),
    ],
)
def test_bots_play_to_the_end(game_id: GameId, seats: tuple[Seat, ...]) -> None:
    """Bots play an ordinary game to its end, each thinking once per turn, after its last scene, with its own label."""
    asked, after_scenes = [], 0
    for before, message, final in bots_playing(seated(game_id, *seats)):
        found = thoughts(before, message)
        is_bots_turn = not p.scene_of(final) and p.game_of(final).drawing_seat == BOT
        assert bool(found) == (is_bots_turn and before.screen is not final.screen)
        after_scenes += bool(found) and isinstance(message, m.Proceed)
        asked += found
    assert after_scenes or seats[0] == LOCAL_PERSON
    game = p.game_of(final)
    turns = [state.task.player for state in game.played.states if state.task]
    assert [thought.player for thought in asked] == [player for player in turns if seats[player] == BOT]
    assert len({thought.rng_seed for thought in asked}) == len(asked)
    assert {thought.bot for thought in asked} == {"apprentice"}
    assert game.state.is_over
    shelf = shelf_of(write_save(replace(game, seats=(LOCAL_PERSON,) * len(seats)), 0))
    together = updated(arrive(p.CHANCE, shelf), m.Continue())
    assert p.game_of(together).played == game.played
    assert p.to_be_seen(together)[-1:] == p.to_be_seen(final)[-1:]


@pytest.mark.parametrize(
    ("seats", "curtains"),
    [
        ((LOCAL_PERSON, BOT, FRIEND), set()),
        ((BOT, LOCAL_PERSON, BOT), set()),
        ((BOT, BOT, BOT), set()),
        ((LOCAL_PERSON, BOT, LOCAL_PERSON), {0, 2}),
        ((FRIEND, LOCAL_PERSON, LOCAL_PERSON), {1, 2}),
        ((LOCAL_PERSON, LOCAL_PERSON, LOCAL_PERSON), {0, 1, 2}),
    ],
)
def test_curtain_hangs_only_between_people_here(seats: tuple[Seat, ...], curtains: set[int]) -> None:
    """A curtain hangs only between two people here, never before a bot, a remote player, or the same person."""
    visit, holder, passed = seated(p.TRIO, *seats), None, []
    for ply in PLIES["trio"][:40]:
        for scene in p.screen_of(visit).stage.pending:
            if isinstance(scene, CurtainScene):
                assert scene.task.player != holder
                holder = scene.task.player
                passed.append(holder)
        visit = p.choosing(visit)
        assert p.game_of(visit).drawing_seat != LOCAL_PERSON or not curtains or p.task_of(visit).player == holder
        visit = with_ply(visit, ply)
    assert set(passed) == curtains
    assert all(one != other for one, other in pairwise(passed))


def waiting() -> Visit:
    """Return a visit at the turn of the second player, who is on another device."""
    visit = p.choosing(updated(seated(p.PAIR, LOCAL_PERSON, FRIEND), m.Confirm()))
    assert p.task_of(visit).player == 1
    return visit


ANY_PLY = legal_moves(p.game_of(waiting()).state)[0]


@given(
    ply=st.builds(Ply, st.none() | st.sampled_from(Terrain), st.integers(0, BOARD), st.integers(0, BOARD))
    | st.sampled_from(legal_moves(p.game_of(waiting()).state))
)
def test_an_illegal_ply_changes_nothing(ply: Ply) -> None:
    """An illegal ply from another device changes nothing."""
    visit = waiting()
    assert (updated(visit, m.BotPlyChosen(1, ply)) != visit) == (ply in legal_moves(p.game_of(visit).state))


def test_when_another_device_may_draw() -> None:
    """Another device can't draw out of turn, for a person here, before a count is seen, or after the end."""
    for player in (-1, 0, 1, 2, 99):
        assert (updated(waiting(), m.BotPlyChosen(player, ANY_PLY)) != waiting()) == (player == 1), player
    visit = p.choosing(seated(p.PAIR, LOCAL_PERSON, FRIEND))
    ply = legal_moves(p.game_of(visit).state)[0]
    assert updated(visit, m.BotPlyChosen(0, ply)) == visit
    over = p.GAMES["pair"][-1][1]
    assert updated(over, m.BotPlyChosen(0, ply)) == over
    assert is_late(updated(waiting(), m.Go("about")), m.BotPlyChosen(1, ANY_PLY))
    taken = updated(waiting(), m.ContinuedElsewhere())
    assert updated(taken, m.BotPlyChosen(1, ANY_PLY)) == taken
    visit = seated(p.PAIR, FRIEND, LOCAL_PERSON)
    for next_ply in PLIES["pair"]:
        visit = with_ply(p.choosing(visit), next_ply)
        if isinstance(p.scene_of(visit), SeasonScene):
            break
    assert p.game_of(visit).drawing_seat == FRIEND
    assert isinstance(p.scene_of(visit), SeasonScene)
    ready = p.choosing(visit)
    early = m.BotPlyChosen(p.task_of(ready).player, legal_moves(p.game_of(ready).state)[0])
    assert updated(visit, early) == visit
    assert updated(ready, early) != ready


@pytest.mark.parametrize("seat", [BOT, FRIEND])
def test_no_ghost_while_a_bot_or_remote_player_draws(seat: Seat) -> None:
    """While a bot or a remote player draws, there is no ghost to control, but edicts can be highlighted."""
    visit = seated(p.PAIR, seat, LOCAL_PERSON)
    assert p.screen_of(visit).task is None
    for message in (*p.PLACING, m.Confirm(), m.Flip(), m.Tap(5), m.Tap(5, mouse=True), m.Proceed(), m.Undo(sure=True)):
        assert updated(visit, message) == visit
    assert p.screen_of(updated(visit, m.HighlightTopic(m.Topic.EDICT_A))).looking.lit == "A"


def test_page_names_the_awaited_player_and_offers_undo() -> None:
    """The page names the awaited player and the card, and it and a curtain offer Undo if a ply can be undone."""
    visit = seated(p.TRIO, BOT, FRIEND, LOCAL_PERSON, who=(p.ANA, p.BORIS, p.NOBODY))
    for name in ("waiting", "said"):
        assert "Waiting for Ana" in p.part(p.shown(visit), name)
    assert not {"confirm", "rotate 1"} & p.buttons(p.shown(visit)).keys()
    assert p.buttons(p.shown(visit))["undo"].attributes["aria-disabled"] == "true"
    for ply in PLIES["trio"][:2]:
        visit = p.choosing(with_ply(visit, ply))
    assert p.buttons(p.shown(visit))["undo"].attributes["aria-disabled"] == "true"
    later = p.shown(p.choosing(updated(visit, m.Confirm())))
    assert "Waiting for" in text_of(later)
    assert "aria-disabled" not in p.buttons(later)["undo"].attributes
    visit = seated(p.TRIO, BOT, LOCAL_PERSON, LOCAL_PERSON)
    curtained = updated(visit, m.BotPlyChosen(0, PLIES["trio"][0]))
    assert isinstance(p.scene_of(curtained), CurtainScene)
    assert "undo" not in p.buttons(p.shown(curtained))
    second = updated(p.choosing(curtained), m.Confirm())
    assert isinstance(p.scene_of(second), CurtainScene)
    assert "undo" in p.buttons(p.shown(second))


def test_undo_goes_back_to_the_last_ply_drawn_here() -> None:
    """Undo goes back over bots to the last ply drawn here, with a sound, and passes the device back to its player."""
    checked = reveals = 0
    for before, _, visit in bots_playing(seated(p.TRIO, BOT, LOCAL_PERSON, BOT)):
        game = p.game_of(visit)
        undone = updated(visit, m.Undo(sure=True))
        mine = [place for place, state in enumerate(game.played.states[:-1]) if state.task and state.task.player == 1]
        if not mine:
            assert undone == visit
            continue
        assert (p.game_of(undone).plies, p.task_of(undone).player) == (game.plies[: mine[-1]], 1)
        assert p.screen_of(undone).stage.pending == ()
        assert None not in {p.screen_of(undone).task, p.screen_of(undone).ghost}
        events = [event for state in game.played.states[mine[-1] + 1 :] for event in state.events]
        revealed = any(isinstance(event, Reveal) for event in events)
        assert p.game_of(undone).takebacks == revealed
        assert feedback(visit.screen, undone.screen) is Feedback.UNDONE
        checked += len(game.plies) - mine[-1] > 1
        reveals += revealed
        assert before.screen is not visit.screen
    assert min(checked, reveals) > 20
    first = p.choosing(seated(p.TRIO, LOCAL_PERSON, BOT, LOCAL_PERSON))
    visit = p.drawn(first, Random(p.CHANCE))  # noqa: S311 - a game to look at, and repeatable on purpose
    third = p.choosing(others(p.choosing(visit)))
    assert p.task_of(third).player == 2
    undone = updated(third, m.Undo(sure=True))
    scene = p.scene_of(undone)
    assert isinstance(scene, CurtainScene)
    assert scene.task.player == 0
    assert p.game_of(undone).plies == ()
    still_held = others(p.choosing(visit))
    assert p.scene_of(still_held)
    assert p.screen_of(updated(still_held, m.Undo(sure=True))).stage.pending == ()


def test_bot_is_asked_once_per_turn_and_answers_legally() -> None:
    """A bot is asked once per turn, and gives the same legal answer if it is asked again."""
    visit = seated(p.PAIR, BOT, LOCAL_PERSON)
    for message in (
        *(m.HighlightTopic(m.Topic.EDICT_A), m.Open("menu"), m.Open("maps"), m.Confirm()),
        *(m.Undo(sure=True), m.BotPlyChosen(0, ANY_PLY)),
    ):
        assert thoughts(visit, message) == [], message
    [first] = thoughts(visit)
    for left, returning in (
        (m.Go("about"), m.Back()),
        (m.ContinuedElsewhere(), m.PlayHere()),
        (m.Go("start"), m.Continue()),
    ):
        assert thoughts(visit, left) == []
        [again] = thoughts(visit, left, returning)
        assert (again.player, again.rng_seed) == (first.player, first.rng_seed)
        assert answer_of(again) == answer_of(first)
    answer = answer_of(first)
    assert (answer.player, answer_of(first)) == (0, answer)
    assert answer.ply in legal_moves(p.game_of(visit).state)
    answers = {answer_of(replace(first, rng_seed=f"{first.rng_seed}{number}")) for number in range(20)}
    assert len(answers) > 1


def test_scenes_do_not_depend_on_seats() -> None:
    """The scenes after a ply depend only on its events, not on the seats."""
    for name in PLIES:
        for _, visit in p.GAMES[name][::40]:
            game = p.game_of(visit)
            assert last_scenes(replace(game, seats=(BOT,) * game.id.players)) == last_scenes(game)
            assert isinstance(visit.screen, Playing)
