"""Whole games as readable transcripts, compared exactly, and golden values of the chance behind them.

The files beside this module are what the engine said when somebody last read them. To play the games anew and to write
the files, and then to review the difference as a diff::

    REWRITE_GOLDENS=1 python3 -m pytest tests/engine/test_goldens.py

A difference that nobody wanted is a bug. One that changes what an old record means needs a new rules version as well.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cartographers.deal import deal, shuffled
from cartographers.diagram import diagram
from cartographers.events import Ambush, Draw, End, Forced, Reveal, Score, SeasonStart, Setup
from cartographers.game import Ply, State, apply, legal_moves, new_game
from cartographers.game_id import GameId, edicts_named
from cartographers.record import read_record, write_record
from cartographers.region import names
from cartographers.scoring import monsters, stars
from cartographers.seasons import EDICTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cartographers.events import Event
    from cartographers.sheet import Sheet

GOLDENS = Path(__file__).with_name("goldens")

GAMES = {
    "solo-a": GameId("golden1"),
    "solo-a-villages-and-lakes": GameId(
        "golden2", edicts=edicts_named(["greengold-plains", "shoreside-expanse", "cauldrons", "stoneside-forest"])
    ),
    "solo-b": GameId("golden3", "B"),
    "solo-b-roads-and-cities": GameId(
        "golden4", "B", edicts=edicts_named(["broken-road", "great-city", "golden-granary", "treetower"])
    ),
    "two-players-a": GameId("golden5", "A", 2),
    "three-players-b": GameId("golden6", "B", 3),
}


REWRITE = os.environ.get("REWRITE_GOLDENS") == "1"


def golden(name: str, new: str) -> str:
    """Return a golden file's text, after writing the new one if that is wanted."""
    path = GOLDENS / f"{name}.txt"
    if REWRITE:
        path.write_text(new, "ascii", newline="\n")
    return path.read_text("ascii")


@pytest.mark.parametrize("name", GAMES)
def test_game(name: str) -> None:
    """The record at the top of the file still tells the story below it."""
    new = transcript(write_record(GAMES[name], sensible_plies(GAMES[name]))) if REWRITE else ""
    record, *story = golden(name, new).splitlines()
    assert read_record(record)[0] == GAMES[name]
    assert transcript(record).splitlines() == [record, *story]


def test_shuffle() -> None:
    """Python promises that a seeded ``random()`` gives the same sequence in all of its versions."""
    assert "".join(shuffled("k3x9q2", "explore/spring", "abcdefghijklmn")) == "bkegcdfimnjahl"
    assert "".join(shuffled("k3x9q2", "explore/summer", "abcdefghijklmn")) != "bkegcdfimnjahl"
    assert shuffled("k3x9q2", "any", []) == []


def test_deal() -> None:
    """One whole deal: the edicts, and each season's deck, the cards after the bar being those not revealed."""
    dealt = deal(GameId("k3x9q2"))
    lines = [" ".join(["edicts", *(card.id for card in dealt.edicts)])]
    for season in dealt.seasons:
        ids = [card.id for card in season.deck]
        lines.append(" ".join([season.season.name, *ids[: season.reveals], "|", *ids[season.reveals :]]))
    assert lines == golden("deal", "\n".join([*lines, ""])).splitlines()


# --- transcripts --------------------------------------------------------------------------------------------------


def transcript(record: str) -> str:
    """Return a game as text: the record, then a line per event, and everybody's map at the end of each season."""
    lines = [record, ""]
    played = list(read_record(record).states)
    for state in played:
        lines += told(state)
    return "\n".join([*lines, ""])


def told(state: State) -> Iterator[str]:
    """Tell the events that led to a state."""
    sheets: dict[int, Sheet] = {}
    for event in state.events:
        if isinstance(event, Draw | Ambush):
            sheets[event.sheet] = event.after
        if isinstance(event, Score) and event.score.player == 0:
            at_the_end = [sheets.get(number, sheet) for number, sheet in enumerate(state.sheets)]
            yield from ("", *side_by_side(diagram(sheet) for sheet in at_the_end), "")
        yield from line(event)


def line(event: Event) -> Iterator[str]:
    """Tell one event; coins are told when they change."""
    match event:
        case Setup():
            edicts = (f"{letter} {card.id} ({card.solo})" for letter, card in zip(EDICTS, event.edicts, strict=True))
            yield f"Side {event.options['side']}, players: {event.players}, edicts: {', '.join(edicts)}"
        case SeasonStart():
            season = event.dealt.season
            yield from ("", f"{season.name.upper()}, until {season.threshold}, edicts {' and '.join(season.edicts)}")
        case Reveal():
            yield f"{event.card.id}, {event.card.kind}, time {event.card.time}, total {event.total}"
        case Draw() if event.forced is Forced.FULL:
            yield f"  {event.player}: nothing, the map is full"
        case Draw():
            assert event.terrain
            whose = f" on the map of {event.sheet}" if event.sheet != event.player else ""
            forced = "" if event.forced is Forced.NONE else f", forced: {event.forced.value}"
            spaces = " ".join(names(event.region))
            yield f"  {event.player}: {event.terrain.value} {spaces}{whose}{forced}{coins(event)}"
        case Ambush():
            tries = f"try {len(event.trail)}" if event.trail else "nowhere, ignored"
            yield f"  {' '.join([*names(event.region), tries])}{coins(event)}"
        case Score():
            score = event.score
            edicts = (f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
            parts = [*edicts, f"coins {score.coins}", f"monsters {score.monsters}"]
            yield f"{score.season.name} of {score.player}: {', '.join(parts)}: {score.total} stars"
        case End():
            yield ""
            yield f"END: totals {event.totals}, lost to monsters {event.monsters}, won by {event.winners}"
            if event.title:
                yield f"rating {event.rating}, {event.title}"


def coins(event: Draw | Ambush) -> str:
    """Tell the coins of a draw or an ambush."""
    return f", coins +{event.coins_gained} = {event.after.coins}" if event.coins_gained else ""


def side_by_side(maps: Iterable[list[str]]) -> Iterator[str]:
    """Put the players' maps beside each other; signs are one or two characters wide."""
    for rows in zip(*maps, strict=True):
        yield "   ".join("".join(f"{sign:3}" for sign in row.split(" ")) for row in rows).rstrip()


# --- how the games were played ------------------------------------------------------------------------------------


def sensible_plies(game_id: GameId) -> list[Ply]:
    """Return the plies of a game of players who draw what would score most now, and on others' maps what would least.

    So that they do not all draw the same, the second player takes the second best ply, and so on.
    """
    plies = []
    state = new_game(game_id)
    while not state.over:
        best_first = sorted(legal_moves(state), key=partial(worth, state), reverse=True)
        assert state.task
        plies.append(best_first[min(state.task.player, len(best_first) - 1)])
        state = apply(state, plies[-1])
    return plies


def worth(state: State, ply: Ply) -> tuple[int, int]:
    """Return what a ply is worth to the player: stars, then the spaces that it fills."""
    task = state.task
    assert task
    [coin, *_] = [option.coin for option in task.options if is_of(option.shape.cells, ply)]
    sheet = state.sheets[task.sheet].drawn(ply.terrain, ply.region, coin=coin)
    earned = sum(stars(edict(sheet)) for edict in state.deal.edicts) + stars(monsters(sheet)) + sheet.coins
    return earned if task.sheet == task.player else -earned, ply.region.bit_count()


def is_of(cells: tuple[tuple[int, int], ...], ply: Ply) -> bool:
    """Say whether the ply has as many spaces as the shape, which tells a card's two shapes apart."""
    return len(cells) == ply.region.bit_count()
