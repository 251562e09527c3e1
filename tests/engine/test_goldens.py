"""Whole games as readable transcripts that are compared exactly, and golden values of the chance behind them.

The files beside this module are what the engine said when somebody last read them. Play the games again, write the
files, and review the difference, with::

    REWRITE_GOLDENS=1 python3 -m pytest tests/engine/test_goldens.py

A difference that nobody wanted is a bug. One that changes the meaning of an old record also needs a new rules version.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.deal import deal, shuffled
from cartographers.diagram import diagram
from cartographers.events import Ambush, Draw, End, Forced, GameStart, Pick, Reveal, Score, SeasonStart, Spread
from cartographers.explore import EXPLORE, RUINS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, edicts_named, first_game, pure_game
from cartographers.heroes import HEROES
from cartographers.maps import SIDES
from cartographers.record import read_record, write_record
from cartographers.region import names
from cartographers.rules import legal_moves, preview
from cartographers.scoring import monsters, stars
from cartographers.seasons import EDICTS
from cartographers.state import Ply, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    "solo-c-first-game-of-heroes": first_game("golden12", Box.HEROES),
    "solo-d-heroes": replace(pure_game("golden8", Box.HEROES), side="D"),
    "solo-b-mixed": GameId("golden13", "B", seasons=Box.HEROES, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH),
    "two-players-d-without-heroes": GameId("golden11", "D", 2, explore=Box.HEROES, ambush=Box.HEROES, scoring=Box.BOTH),
    "three-players-a-mixed": GameId("golden14", "A", 3, seasons=Box.HEROES, ambush=Box.HEROES, heroes=True),
    "five-players-c-mixed": replace(pure_game("golden9", Box.HEROES), players=5, ambush=Box.BOTH),
}

DEALS = {
    "deal": GameId("k3x9q2"),
    "deal-of-heroes": pure_game("k3x9q2", Box.HEROES),
    "deal-of-both-boxes": GameId("k3x9q2", ambush=Box.BOTH, heroes=True, scoring=Box.BOTH),
}

REWRITE = os.environ.get("REWRITE_GOLDENS") == "1"


def golden(name: str, new: str) -> str:
    """Return the text of a golden file, after writing it if that is asked for."""
    path = GOLDENS / f"{name}.txt"
    if REWRITE:
        path.write_text(new, "ascii", newline="\n")
    return path.read_text("ascii")


@pytest.mark.parametrize("name", GAMES)
def test_game(name: str) -> None:
    """The record at the top of the file still leads to the story below it."""
    new = transcript(write_record(GAMES[name], sensible_plies(GAMES[name]))) if REWRITE else ""
    record, *story = golden(name, new).splitlines()
    assert read_record(record)[0] == GAMES[name]
    assert transcript(record).splitlines() == [record, *story]


def test_what_the_transcripts_cover() -> None:
    """Together they reveal every ambush and hero card, and have each box, side and effect."""
    story = [line for name in GAMES for line in (GOLDENS / f"{name}.txt").read_text("ascii").splitlines()]
    revealed = dict(line.split(", ")[:2] for line in story if ", time " in line)
    assert revealed == {
        **dict.fromkeys((card.id for box in EXPLORE for card in EXPLORE[box]), "explore"),
        **dict.fromkeys((card.id for card in RUINS), "ruins"),
        **dict.fromkeys((card.id for box in AMBUSH for card in AMBUSH[box]), "ambush"),
        **dict.fromkeys((card.id for card in HEROES), "hero"),
    }
    setups = [re.fullmatch(r"Side (.), players: (\d+), edicts: .*", line) for line in story]
    assert {found[1] for found in setups if found} == set(SIDES)
    assert {found[2] for found in setups if found} == {"1", "2", "3", "5"}
    told = "\n".join(story)
    for wanted in (
        "explore base, seasons heroes, ambush both, heroes yes, scoring both",
        "explore heroes, seasons heroes, ambush heroes, heroes yes, scoring heroes",
        "explore heroes, seasons base, ambush heroes, heroes no, scoring both",
        "gorgon-gaze destroys",
        "giant-troll-ravage destroys",
        "zombie-plague spreads to",
        "hero [A-K0-9]+, attack",
        "destroys [A-K0-9]+ on the map of",
        "coins [+]3 =",
        "nowhere, ignored",
        "forced: ruins",
        "forced: no-fit",
    ):
        assert re.search(wanted, told), wanted


def test_shuffle() -> None:
    """Python promises the same sequence of a seeded ``random()`` in all versions."""
    assert "".join(shuffled("k3x9q2", "explore/spring", "abcdefghijklmn")) == "bkegcdfimnjahl"
    assert "".join(shuffled("k3x9q2", "explore/summer", "abcdefghijklmn")) != "bkegcdfimnjahl"
    assert shuffled("k3x9q2", "any", []) == []


@pytest.mark.parametrize("name", DEALS)
def test_deal(name: str) -> None:
    """A whole deal: the edicts and each season's deck. The cards after the bar are not revealed."""
    dealt = deal(DEALS[name])
    lines = [" ".join(["edicts", *(card.id for card in dealt.edicts)])]
    for season in dealt.seasons:
        ids = [card.id for card in season.deck]
        lines.append(" ".join([season.season.name, *ids[: season.reveals], "|", *ids[season.reveals :]]))
    assert lines == golden(name, "\n".join([*lines, ""])).splitlines()


# --- transcripts --------------------------------------------------------------------------------------------------


def transcript(record: str) -> str:
    """Return a game as text: the record, a line per event, and everyone's map at the end of each season."""
    lines = [record, ""]
    sheets = read_record(record).states[0].sheets
    for state in read_record(record).states:
        lines += told(state, sheets)
        sheets = state.sheets
    return "\n".join([*lines, ""])


def told(state: State, before: Sequence[Sheet]) -> Iterator[str]:
    """Tell the events between two states."""
    sheets = list(before)
    for event in state.events:
        if isinstance(event, Draw | Ambush | Pick | Spread):
            sheets[event.sheet] = event.after
        if isinstance(event, Score) and event.score.player == 0:
            yield from ("", *side_by_side(map(diagram, sheets)), "")
        yield from line(event)


def line(event: Event) -> Iterator[str]:
    """Tell one event. Coins are told when they change."""
    match event:
        case GameStart():
            edicts = (f"{letter} {card.id} ({card.solo})" for letter, card in zip(EDICTS, event.edicts, strict=True))
            yield f"Side {event.options.side}, players: {event.players}, edicts: {', '.join(edicts)}"
            yield from boxes(event)
        case SeasonStart():
            season = event.dealt.season
            yield from ("", f"{season.name.upper()}, until {season.threshold}, edicts {' and '.join(season.edicts)}")
        case Reveal():
            yield f"{event.card.id}, {event.card.kind}, time {event.card.time}, total {event.total}"
        case Draw() | Ambush() | Pick() | Spread():
            yield f"  {drawing(event)}{coins(event)}"
        case Score():
            score = event.score
            edicts = (f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
            parts = [*edicts, f"coins {score.coins}", f"monsters {score.monsters}"]
            yield f"{score.season.name} of {score.player}: {', '.join(parts)}: {score.total} stars"
        case End():
            yield ""
            yield f"END: totals {event.totals}, lost to monsters {event.monsters}, won by {event.winners}"
            if event.title:
                yield f"rating {event.rating}, {event.to_json()['title']}"


def drawing(event: Draw | Ambush | Pick | Spread) -> str:
    """Tell what was drawn or destroyed: by whom, where and why."""
    spaces = " ".join(names(event.region))
    match event:
        case Draw() if event.forced is Forced.FULL:
            return f"{event.player}: nothing, the map is full"
        case Draw():
            assert event.terrain
            attack = f", attack {' '.join(names(event.attack))}" if event.attack else ""
            forced = "" if event.forced is Forced.NONE else f", forced: {event.forced.value}"
            return f"{event.player}: {event.terrain.value} {spaces}{whose(event)}{attack}{forced}"
        case Ambush():
            return " ".join([*names(event.region), f"try {len(event.trail)}" if event.trail else "nowhere, ignored"])
        case Pick():
            return f"{event.player}: {event.card.id} destroys {spaces}{whose(event)}"
        case Spread():
            return f"{event.card.id} spreads to {spaces} on the map of {event.sheet}"


def boxes(event: GameStart) -> Iterator[str]:
    """Tell the boxes, unless the game is all base game."""
    words = {"heroes": "yes" if event.options.heroes else "no"}
    found = {name: words.get(name, str(value)) for name, value in event.options.to_json().items() if name != "side"}
    if set(found.values()) != {"base", "no"}:
        yield ", ".join(f"{name} {word}" for name, word in found.items())


def whose(event: Draw | Pick) -> str:
    """Tell on whose map it happened, if not on the player's own."""
    return f" on the map of {event.sheet}" if event.sheet != event.player else ""


def coins(event: Draw | Ambush | Pick | Spread) -> str:
    """Tell how many coins it brought."""
    return f", coins +{event.coins_gained} = {event.after.coins}" if event.coins_gained else ""


def side_by_side(maps: Iterable[list[str]]) -> Iterator[str]:
    """Put the players' maps next to each other. Signs are one or two characters wide."""
    for rows in zip(*maps, strict=True):
        yield "   ".join("".join(f"{sign:3}" for sign in row.split(" ")) for row in rows).rstrip()


# --- how the games were played ------------------------------------------------------------------------------------


def sensible_plies(game_id: GameId) -> list[Ply]:
    """Return the plies of players who draw what scores most now, and on others' maps what scores least.

    The second player takes the second best ply, and so on, so that they do not all draw the same.
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
    """Return what a ply is worth to the player: stars, then filled spaces."""
    task = state.task
    assert task
    sheet = preview(state, ply)
    earned = sum(stars(edict(sheet)) for edict in state.deal.edicts) + stars(monsters(sheet)) + sheet.coins
    return earned if task.sheet == task.player else -earned, ply.region.bit_count()
