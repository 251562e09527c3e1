"""Games and deals match golden files: readable transcripts of whole games, and random shuffles.

The files next to this module contain the engine's output at the last review. Rewrite them with this command, and review
the difference::

    REWRITE_GOLDENS=1 python3 -m pytest tests/engine/test_goldens.py

An unintended difference is a bug. A difference that changes the meaning of old records needs a new rules version.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cartographers import Box, Ply, State, apply, legal_moves, monsters, new_game, preview, stars
from cartographers.deal import deal, shuffled
from cartographers.diagram import diagram
from cartographers.events import Ambush, Draw, Event, GameEnd, GameStart, Pick, Reveal, Score, SeasonStart, Spread
from cartographers.game_id import GameId, edicts_named, first_game, pure_game
from cartographers.record import read_record, write_record
from cartographers.region import names
from cartographers.seasons import EDICTS
from cartographers.sides import SIDES
from support.scenes import PRINTED

#: A custom map: 4 mountains and 5 ruins spaces, one of them amid a wasteland.
CUSTOM_SIDE = "X1XPZLWG8Z6STXVFO21B0SS4"
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
    "solo-custom-map": GameId("golden15", CUSTOM_SIDE),
    "five-players-c-mixed": replace(pure_game("golden9", Box.HEROES), players=5, ambush=Box.BOTH),
}

DEALS = {
    "deal": GameId("k3x9q2"),
    "deal-of-heroes": pure_game("k3x9q2", Box.HEROES),
    "deal-of-both-boxes": GameId("k3x9q2", ambush=Box.BOTH, heroes=True, scoring=Box.BOTH),
}

REWRITE = os.environ.get("REWRITE_GOLDENS") == "1"


def golden(name: str, new: str) -> str:
    """Return the text of a golden file, or rewrite the file if REWRITE_GOLDENS is set."""
    path = GOLDENS / f"{name}.txt"
    if REWRITE:
        path.write_text(new, "ascii", newline="\n")
    return path.read_text("ascii")


@pytest.mark.parametrize("name", GAMES)
def test_game(name: str) -> None:
    """The record at the top of a golden file still leads to the transcript below it."""
    new = transcript(write_record(GAMES[name], sensible_plies(GAMES[name]))) if REWRITE else ""
    record, *story = golden(name, new).splitlines()
    assert read_record(record)[0] == GAMES[name]
    assert transcript(record).splitlines() == [record, *story]


def test_transcripts_cover_all_cards_and_effects() -> None:
    """The transcripts together contain every card that can be revealed, and each box, side, and effect."""
    story = [line for name in GAMES for line in (GOLDENS / f"{name}.txt").read_text("ascii").splitlines()]
    revealed = dict(line.split(", ")[:2] for line in story if ", time " in line)
    assert revealed == {card.id: card.kind for card in PRINTED}
    text = "\n".join(story)
    sides, players = zip(*re.findall(r"^Side (.), players: (\d+), edicts: ", text, re.MULTILINE), strict=True)
    assert (set(sides), set(players)) == (set(SIDES), {"1", "2", "3", "5"})
    for pattern in (
        "explore base, seasons heroes, ambush both, heroes yes, scoring both",
        "explore heroes, seasons heroes, ambush heroes, heroes yes, scoring heroes",
        "explore heroes, seasons base, ambush heroes, heroes no, scoring both",
        *("gorgon-gaze destroys", "giant-troll-ravage destroys", "zombie-plague spreads to", "hero [A-K0-9]+, attack"),
        *("destroys [A-K0-9]+ on the map of", "coins [+]3 =", "nowhere, ignored", "forced: ruins", "forced: no-fit"),
    ):
        assert re.search(pattern, text), pattern


def test_shuffle() -> None:
    """Shuffles are the same in all versions of Python, which guarantee the sequence of a seeded ``random()``."""
    assert "".join(shuffled("k3x9q2", "explore/spring", "abcdefghijklmn")) == "bkegcdfimnjahl"
    assert "".join(shuffled("k3x9q2", "explore/summer", "abcdefghijklmn")) != "bkegcdfimnjahl"
    assert shuffled("k3x9q2", "any", []) == []


@pytest.mark.parametrize("name", DEALS)
def test_deal(name: str) -> None:
    """A whole deal matches its golden file: the edicts and each season's deck, with a bar after the revealed cards."""
    dealt = deal(DEALS[name])
    lines = [" ".join(["edicts", *(card.id for card in dealt.edicts)])]
    for season in dealt.seasons:
        ids = [card.id for card in season.deck]
        lines.append(" ".join([season.season.name, *ids[: season.reveal_count], "|", *ids[season.reveal_count :]]))
    assert lines == golden(name, "\n".join([*lines, ""])).splitlines()


def transcript(record: str) -> str:
    """Return a game as text: the record, a line per event, and all maps at the end of each season."""
    lines, states = [record, ""], read_record(record).states
    sheets = list(states[0].sheets)
    for event in (event for state in states for event in state.events):
        if isinstance(event, Draw | Ambush | Pick | Spread):
            sheets[event.sheet] = event.after
        if isinstance(event, Score) and event.score.player == 0:
            lines += ["", *side_by_side(map(diagram, sheets)), ""]
        lines += line(event)
    return "\n".join([*lines, ""])


def line(event: Event) -> Iterator[str]:
    """Yield the lines of an event. They include the coins if these change."""
    match event:
        case GameStart():
            edicts = (f"{letter} {card.id} ({card.solo})" for letter, card in zip(EDICTS, event.edicts, strict=True))
            yield f"Side {event.options.side}, players: {event.players}, edicts: {', '.join(edicts)}"
            yield from boxes(event)
        case SeasonStart():
            season = event.season_deal.season
            yield from ("", f"{season.name.upper()}, until {season.threshold}, edicts {' and '.join(season.edicts)}")
        case Reveal():
            yield f"{event.card.id}, {event.card.kind}, time {event.card.time}, total {event.total}"
        case Draw() | Ambush() | Pick() | Spread():
            coins = f", coins +{event.coins_gained} = {event.after.coins}" if event.coins_gained else ""
            yield f"  {drawing(event)}{coins}"
        case Score():
            score = event.score
            edicts = (f"{letter} {stars(awards)}" for letter, awards in score.edicts.items())
            parts = [*edicts, f"coins {score.coins}", f"monsters {score.monsters}"]
            yield f"{score.season.name} of {score.player}: {', '.join(parts)}: {score.total} stars"
        case GameEnd():
            yield ""
            yield f"END: totals {event.totals}, lost to monsters {event.monsters}, won by {event.winners}"
            if event.title:
                yield f"rating {event.rating}, {event.to_json()['title']}"


def drawing(event: Draw | Ambush | Pick | Spread) -> str:
    """Describe a change of a map: the player, the terrain, the spaces, and the reason."""
    spaces = " ".join(names(event.region))
    match event:
        case Draw() if event.forced.value == "full":
            return f"{event.player}: nothing, the map is full"
        case Draw():
            assert event.terrain
            attack = f", attack {' '.join(names(event.attack))}" if event.attack else ""
            forced = "" if event.forced.value == "none" else f", forced: {event.forced.value}"
            return f"{event.player}: {event.terrain.value} {spaces}{whose(event)}{attack}{forced}"
        case Ambush():
            return " ".join([*names(event.region), f"try {len(event.trail)}" if event.trail else "nowhere, ignored"])
        case Pick():
            return f"{event.player}: {event.card.id} destroys {spaces}{whose(event)}"
        case Spread():
            return f"{event.card.id} spreads to {spaces} on the map of {event.sheet}"


def boxes(event: GameStart) -> Iterator[str]:
    """Yield a line with the boxes, unless everything is from the base game."""
    words = {"heroes": "yes" if event.options.heroes else "no"}
    found = {name: words.get(name, str(value)) for name, value in event.options.to_json().items() if name != "side"}
    if set(found.values()) != {"base", "no"}:
        yield ", ".join(f"{name} {word}" for name, word in found.items())


def whose(event: Draw | Pick) -> str:
    """Name the map if it isn't the player's own."""
    return f" on the map of {event.sheet}" if event.sheet != event.player else ""


def side_by_side(maps: Iterable[list[str]]) -> Iterator[str]:
    """Yield the lines of the players' maps next to each other. Symbols have one or two characters."""
    for rows in zip(*maps, strict=True):
        yield "   ".join("".join(f"{symbol:3}" for symbol in row.split(" ")) for row in rows).rstrip()


def sensible_plies(game_id: GameId) -> list[Ply]:
    """Return the plies of players who maximize the current stars, and minimize them on opponents' maps."""
    plies = []
    state = new_game(game_id)
    while not state.is_over:
        best_first = sorted(legal_moves(state), key=partial(worth, state), reverse=True)
        assert state.task
        plies.append(best_first[min(state.task.player, len(best_first) - 1)])
        state = apply(state, plies[-1])
    return plies


def worth(state: State, ply: Ply) -> tuple[int, int]:
    """Return the stars of a ply to the player, and its number of spaces to break ties."""
    task = state.task
    assert task
    sheet = preview(state, ply)
    earned = sum(stars(edict(sheet)) for edict in state.deal.edicts) + stars(monsters(sheet)) + sheet.coins
    return earned if task.sheet == task.player else -earned, ply.region.bit_count()
