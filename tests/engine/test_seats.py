"""Players can draw for a card at the same time: each has the right task, and their plies are sorted for the record."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from cartographers import Box, IllegalMove, Ply, Sheet, State, apply, new_game, view_of
from cartographers.beast import Beast
from cartographers.bots.random_player import random_player
from cartographers.cards import AmbushCard
from cartographers.game_id import MAX_PLAYERS, GameId
from cartographers.region import BOARD, STRIDE, region_of, spaces
from cartographers.rules import Objection, Reason, legal_moves, next_task, objection, preview
from cartographers.seats import gather, tasks
from support.refusals import refused
from support.scenes import ply, scene
from support.simulated import chance
from support.strategies import game_ids

LAWFUL = settings(max_examples=40)

#: Games of one to twelve players. Most have few players, and the ambush cards of Heroes, which lead to picks.
companies = st.builds(
    lambda game_id, players, ambush: replace(game_id, players=players, ambush=ambush),
    game_ids,
    st.one_of(st.integers(2, 4), st.integers(1, MAX_PLAYERS)),
    st.sampled_from([Box.HEROES, Box.HEROES, Box.BOTH, Box.BASE]),
)
#: The number of empty spaces on a small map, which is full before the game is over.
rooms = st.one_of(st.none(), st.integers(3, 60))


class Turn(NamedTuple):
    """The turn of one card."""

    #: The state before any player draws for the card.
    before: State
    #: Each player's plies for the card.
    plies: dict[int, list[Ply]]
    #: The state after all these plies.
    after: State
    #: The random number generator of the game.
    rng: Random

    def shuffled(self) -> list[tuple[int, Ply]]:
        """Return all plies in random order, but with each player's own plies in their original order."""
        left = {player: list(plies) for player, plies in self.plies.items()}
        seats = [player for player, plies in self.plies.items() for _ in plies]
        self.rng.shuffle(seats)
        return [(player, left[player].pop(0)) for player in seats]


def is_same_card(state: State, other: State) -> bool:
    """Return whether both states have the same current card and the same number of scored seasons."""
    return (state.season, state.revealed, len(state.scores)) == (other.season, other.revealed, len(other.scores))


def turns(game_id: GameId, room: int | None = None) -> Iterator[Turn]:
    """Play a game in order and yield its turns, on the printed map or on a map with ``room`` empty spaces and ruins."""
    rng, state = chance(game_id), new_game(game_id)
    if room:
        empty = rng.sample(list(spaces(BOARD)), room)
        sheet = Sheet(wasteland=BOARD & ~region_of(empty), ruins=region_of(empty[: room // 4]))
        with patch("cartographers.game.blank_sheet", lambda _: sheet):
            state = new_game(game_id)
    while state.task:
        before, plies = state, dict[int, list[Ply]]()
        while state.task and is_same_card(state, before):
            player = state.task.player
            plies.setdefault(player, []).append(random_player(view_of(state, player), rng))
            state = apply(state, plies[player][-1])
        yield Turn(before, plies, state, rng)


@LAWFUL
@given(companies, rooms)
def test_state_does_not_depend_on_drawing_order(game_id: GameId, room: int | None) -> None:
    """The state after a card doesn't depend on the order of its plies, and neither do the tasks of others."""
    for turn in turns(game_id, room):
        state = turn.before
        for player, choice in turn.shuffled():
            assert is_same_card(state, turn.before)
            others = tasks(state)
            state = apply(state, choice, player)
            if is_same_card(state, turn.before):
                now = tasks(state)
                assert (now[:player], now[player + 1 :]) == (others[:player], others[player + 1 :])
        assert replace(state, events=()) == replace(turn.after, events=())  # the events depend on the order
        order = turn.shuffled()
        swaps = [place for place in range(len(order) - 1) if order[place][0] != order[place + 1][0]]
        if swaps:
            place = turn.rng.choice(swaps)
            state = reduce(lambda state, choice: apply(state, choice[1], choice[0]), order[:place], turn.before)
            (one, one_ply), (other, other_ply) = order[place : place + 2]
            there = apply(apply(state, one_ply, one), other_ply, other)
            back = apply(apply(state, other_ply, other), one_ply, one)
            assert replace(there, events=()) == replace(back, events=())


@LAWFUL
@given(companies, rooms)
def test_tasks_before_others_draw_and_picks(game_id: GameId, room: int | None) -> None:
    """A task doesn't depend on others' plies, and only gorgons, after drawing, and trolls, after scoring, pick."""
    for turn in turns(game_id, room):
        state, early = turn.before, tasks(turn.before)
        assert {player for player, first in enumerate(early) if first} == set(turn.plies)
        if len(state.scores) == state.season and not (state.task and state.task.is_pick):
            arrow = state.card.arrow if isinstance(state.card, AmbushCard) else None
            steps = {None: 0, "clockwise": -1, "counterclockwise": 1}[arrow]
            for player, first in enumerate(early):
                assert bool(first) == bool(state.sheets[(player + steps) % len(state.sheets)].empty)
        for player, plies in sorted(turn.plies.items()):
            assert state.task == early[player] == next_task(state, player)
            state = reduce(apply, plies, state)
        state, scored = turn.before, len(turn.before.scores) > turn.before.season
        alone = len(state.sheets) == 1
        for first in filter(None, tasks(state)):
            ambush = first.card if isinstance(first.card, AmbushCard) else None
            assert first.is_pick == (scored or bool(alone and ambush))
            assert not scored or (ambush and ambush.beast is Beast.TROLL)
        for player, choice in turn.shuffled():
            done = next_task(state, player)
            assert done
            state = apply(state, choice, player)
            follows = next_task(state, player) if is_same_card(state, turn.before) else None
            if follows:
                assert (follows.card, follows.sheet, follows.is_pick) == (done.card, done.sheet, True)
                assert isinstance(done.card, AmbushCard)
                assert done.card.beast is Beast.GORGON
                assert not done.is_pick


@LAWFUL
@given(companies, rooms)
def test_plies_may_arrive_in_any_order_unless_illegal(game_id: GameId, room: int | None) -> None:
    """Plies in any order make the same state; exactly the missing plies are waited for, and others are refused."""
    for turn in turns(game_id, room):
        in_order = [(player, choice) for player, plies in sorted(turn.plies.items()) for choice in plies]
        order = tuple(choice for _, choice in in_order)
        arrived: dict[int, list[Ply]] = {}
        for player, choice in turn.shuffled():
            found = gather(turn.before, arrived)
            assert found.waits_for == tuple(sorted(p for p in turn.plies if arrived.get(p, []) != turn.plies[p]))
            assert not found.complete
            arrived.setdefault(player, []).append(choice)
        complete = gather(turn.before, arrived)
        assert complete.complete
        assert complete == (order, turn.after, ())
        done = turn.rng.randrange(len(order))
        later: dict[int, list[Ply]] = {}
        for player, choice in in_order[done:]:
            later.setdefault(player, []).append(choice)
        assert gather(reduce(apply, order[:done], turn.before), later) == (order[done:], turn.after, ())
        player = turn.rng.choice(sorted(turn.plies))
        plies = turn.plies[player]
        wrong = plies[-1]._replace(region=plies[-1].region << STRIDE * STRIDE)
        with refused(IllegalMove, match=f"^player {player}: .*: it reaches past the edge of the map$"):
            gather(turn.before, {**turn.plies, player: [*plies[:-1], wrong]})
        with refused(IllegalMove, match=f"^player {player}: .*: there is nothing left to draw for this card$"):
            gather(turn.before, {**turn.plies, player: [*plies, plies[0]]})
        state = reduce(lambda state, choice: apply(state, choice, player), plies, turn.before)
        if is_same_card(state, turn.before):
            view = view_of(state, player)
            assert objection(view, plies[0]) == Objection(Reason.DONE)
            assert not legal_moves(view)
            with refused(IllegalMove, match="there is nothing left to draw for this card"):
                preview(view, plies[0])


def test_players_without_a_task_are_not_waited_for() -> None:
    """Players with a full map, outside the game, or after its end aren't waited for, and their plies are refused."""
    state = scene("farmland hamlet", "w #\n^ f", "F .\n. .")
    assert [bool(found) for found in tasks(state)] == [False, True]
    assert gather(state, {}).waits_for == (1,)
    with refused(IllegalMove, match=r"^player 0: farm on A1, A2: there is nothing left to draw for this card$"):
        gather(state, {0: [ply("farm A1 A2")], 1: [ply("farm A2 B2")]})
    ambushed = scene("kobold hamlet", "w #\n^ f", "F .\n. .")
    assert [found and found.sheet for found in tasks(ambushed)] == [1, None]
    for unknown_player in (2, -1):
        room = "\n".join([". . . . ."] * 5)
        now, farm = scene("farmland hamlet", room, room.replace(".", "F", 1)), ply("farm B2 B3")
        with refused(IllegalMove, match=f"^there is no player {unknown_player}$"):
            gather(now, {0: [farm], unknown_player: [farm]})
        assert next_task(now, unknown_player) is None
    *_, last = turns(GameId("over", players=2))
    assert tasks(last.after) == (None, None)
    assert gather(last.after, {}) == ((), last.after, ())
    with refused(IllegalMove, match=r"^player 1: .*: the game is over$"):
        gather(last.after, {1: last.plies[1]})
