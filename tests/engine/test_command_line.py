"""The command line, run as a command: what goes in, what comes out, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from cartographers.game_id import GameId
from cartographers.region import position, space_named

pytestmark = pytest.mark.native

PY = Path(__file__).parents[2] / "py"

Event: TypeAlias = dict[str, Any]


class Done(NamedTuple):
    """How a command ended."""

    status: int
    lines: list[str]
    complaint: str


def environment(**variables: str) -> dict[str, str]:
    """Return this process's environment with py/ on the path."""
    return {**os.environ, "PYTHONPATH": str(PY), **variables}


def run(*arguments: str, given: bytes = b"", **variables: str) -> Done:
    """Run the command with something on its standard input."""
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "cartographers", *arguments],
        input=given,
        capture_output=True,
        env=environment(**variables),
        check=False,
        timeout=60,
    )
    return Done(done.returncode, done.stdout.decode("ascii").splitlines(), done.stderr.decode())


def log(*arguments: str) -> list[Event]:
    """Run a command that succeeds and return its event log."""
    done = run(*arguments)
    assert (done.status, done.complaint) == (0, "")
    return [json.loads(line) for line in done.lines]


# --- deal, replay, simulate ---------------------------------------------------------------------------------------


def test_deal() -> None:
    """The edicts and every season's reveals; no draws, no scores."""
    events = log("deal", "c1-a-2p-e08go-deal")
    assert [event["event"] for event in events if event["event"] != "reveal"] == ["setup", *["season"] * 4]
    assert events[0]["edicts"] == {"A": "sentinel-wood", "B": "wildholds", "C": "canal-lake", "D": "borderlands"}
    for event, following in zip(events, [*events[1:], {"event": "season"}], strict=True):
        if event["event"] == "season":
            threshold = event["threshold"]
        elif event["event"] == "reveal":
            assert (event["total"] >= threshold) == (following["event"] == "season")


def test_deal_shows_what_a_game_reveals() -> None:
    """The same cards in the same order, whatever is drawn."""
    [record] = run("simulate", "--players", "2", "--side", "B").lines
    dealt = log("deal", record.split(".")[0])
    assert dealt == [event for event in log("replay", record) if event["event"] in {"setup", "season", "reveal"}]


@pytest.mark.parametrize("command", ["deal", "replay", "simulate"])
def test_no_hash_order_reaches_the_outside(command: str) -> None:
    """Two Pythons with different hashes say the same."""
    [record] = run("simulate").lines
    arguments = {"deal": ["c1-b-3p-hash"], "replay": [record], "simulate": ["--games", "3", "--events"]}[command]
    one, other = (run(command, *arguments, PYTHONHASHSEED=seed) for seed in "12")
    assert one.lines
    assert one == other


def test_simulate_prints_records_that_replay() -> None:
    """One a line; their event logs are those that ``--events`` prints."""
    options = ["simulate", "--games", "3", "--seed", "Sim", "--players", "3", "--side", "B", "--player", "random"]
    records = run(*options).lines
    assert [record.split(".")[0] for record in records] == [f"c1-b-3p-simg{number}" for number in range(3)]
    assert [event for record in records for event in log("replay", record)] == log(*options, "--events")


def test_simulate_no_games() -> None:
    """Nothing to print is no failure."""
    assert run("simulate", "--games", "0") == Done(0, [], "")


def test_simulate_with_edicts() -> None:
    """In the order given; everything else follows the base box."""
    edicts = ["cauldrons", "treetower", "shieldgate", "canal-lake"]
    boxes = ["--explore", "base", "--seasons", "base", "--ambush", "base", "--heroes", "no", "--scoring", "base"]
    setup = log("simulate", "--edicts", ",".join(edicts), *boxes, "--events")[0]
    assert setup["edicts"] == dict(zip("ABCD", edicts, strict=True))
    assert setup["solo_numbers"] == {"cauldrons": 20, "treetower": 17, "shieldgate": 20, "canal-lake": 24}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["deal", "c1-z-1p-x"], "cartographers: there is no map side 'Z'"),
        (["replay", "c1-a-1p-x.fZ9"], "cartographers: ply 1 of the record: there is no space 'Z9'"),
        (["simulate", "--seed", "a b"], "cartographers: a seed is"),
        (["simulate", "--edicts", "treetower"], "cartographers: four edicts are needed"),
        (["simulate", "--edicts", "a,b,c,d"], "cartographers: there is no scoring card 'a'"),
        (["simulate", "--games", "-1"], "usage: "),
        (["simulate", "--games", "many"], "usage: "),
        (["simulate", "--players", "0"], "usage: "),
        (["simulate", "--side", "Z"], "usage: "),
        (["simulate", "--player", "nobody"], "usage: "),
        (["sing"], "usage: "),
        ([], "usage: "),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_a_command_that_cannot_be_carried_out(arguments: list[str], complaint: str) -> None:
    """Status 2, nothing on the output, a sentence and no traceback."""
    done = run(*arguments)
    assert (done.status, done.lines) == (2, [])
    assert done.complaint.startswith(complaint)
    assert "Traceback" not in done.complaint


def test_a_record_that_does_not_replay_prints_nothing() -> None:
    """Not even the events before its bad ply."""
    [record] = run("simulate").lines
    done = run("replay", f"{record}.fA1")
    assert (done.status, done.lines) == (2, [])
    assert "the game is over" in done.complaint


def test_a_reader_that_goes_away() -> None:
    """As in ``... | head -1``: no complaint."""
    command = [sys.executable, "-m", "cartographers", "simulate", "--games", "100000"]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"c1-a-1p-1g0.")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


# --- the event log ------------------------------------------------------------------------------------------------

#: Every event of the base game and its keys, in order.
KEYS = {
    "setup": "event id options players edicts solo_numbers map",
    "season": "event season threshold deck",
    "reveal": "event card kind time total",
    "draw": "event player sheet terrain spaces attack forced coins_gained coins map",
    "ambush": "event sheet card spaces coins_gained coins map",
    "score": "event season player edicts coins monsters total",
    "end": "event totals monsters winners rating title",
}


@pytest.mark.parametrize("players", [1, 3])
def test_events_and_their_keys(players: int) -> None:
    """All that are named, with all of their keys in order; ambushes are drawn when there are several players."""
    events = log("simulate", "--games", "5", "--players", str(players), "--events")
    for event in events:
        assert " ".join(event) == KEYS[event["event"]]
    assert {event["event"] for event in events} == set(KEYS) - ({"ambush"} if players > 1 else set())


def test_setup_event() -> None:
    """What the game is."""
    setup = log("simulate", "--players", "2", "--side", "B", "--seed", "set", "--events")[0]
    assert setup["id"] == "c1-b-2p-setg0"
    assert " ".join(setup["options"]) == "side explore seasons ambush heroes scoring"
    assert list(setup["options"].values()) == ["B", "base", "base", "base", False, "base"]
    assert setup["players"] == 2
    assert list(setup["edicts"]) == list("ABCD")
    assert list(setup["solo_numbers"]) == list(setup["edicts"].values())
    assert setup["map"][1:3] == [". . . . . . @ . ^ . .", ". . @ ^ . . . . . . ."]


def test_lists_are_in_order() -> None:
    """Decks by id, spaces by row and column, players and sheets ascending."""
    events = log("simulate", "--games", "5", "--players", "3", "--events")
    for number, event in enumerate(events):
        match event["event"]:
            case "season":
                assert event["deck"] == sorted(event["deck"])
            case "draw" | "ambush":
                places = [position(space_named(name)) for name in event["spaces"]]
                assert places == sorted(places)
                assert len(event["map"]) == 11
                assert event["attack"] == []
            case "reveal" if event["kind"] != "ruins":
                assert [drawn["player"] for drawn in events[number + 1 : number + 4]] == [0, 1, 2]
            case "score" if event["player"] == 0:
                scores = events[number : number + 3]
                assert [(score["event"], score["player"]) for score in scores] == [
                    ("score", 0),
                    ("score", 1),
                    ("score", 2),
                ]


def test_events_tell_a_whole_game() -> None:
    """Seasons, scores and the end agree with each other."""
    for players in (1, 2):
        events = log("simulate", "--players", str(players), "--seed", "whole", "--events")
        seasons = [(event["season"], event["threshold"]) for event in events if event["event"] == "season"]
        assert seasons == [("spring", 8), ("summer", 8), ("fall", 7), ("winter", 6)]
        scores = [event for event in events if event["event"] == "score"]
        assert [list(score["edicts"]) for score in scores[::players]] == [
            list(pair) for pair in ("AB", "BC", "CD", "DA")
        ]
        end = events[-1]
        for player in range(players):
            own = [score for score in scores if score["player"] == player]
            assert end["totals"][player] == sum(score["total"] for score in own)
            assert end["monsters"][player] == sum(score["monsters"] for score in own) <= 0
        if players == 1:
            assert end["winners"] == [0]
            assert end["rating"] == end["totals"][0] - sum(events[0]["solo_numbers"].values())
            assert end["title"]
        else:
            assert (end["rating"], end["title"]) == (None, None)


# --- score --------------------------------------------------------------------------------------------------------


def asked(*lines: str | bytes, **variables: str) -> list[Event]:
    """Give the lines to ``score`` and return its answers, one for each."""
    given = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    done = run("score", given=given, **variables)
    assert (done.status, done.complaint) == (0, "")
    assert len(done.lines) == len(lines)
    return [json.loads(line) for line in done.lines]


GOOD_LINE = '{"card": "treetower", "map": ["f f .", "v f f", ". m ^"]}'
GOOD_ANSWER = {"stars": 2, "awards": [{"stars": 1, "spaces": ["A1"]}, {"stars": 1, "spaces": ["B2"]}]}


def test_score() -> None:
    """Stars and awards, which spaces earned which stars."""
    assert asked(
        GOOD_LINE,
        '{"card": "monsters", "map": [". m .", "f . @"]}',
        '{"card": "borderlands", "map": ["f # ^", ". x ."]}',
        '{"map": [". ."], "card": "wildholds"}',
        f'{{"card": "cauldrons", "map": {json.dumps([" ".join("f" * 11)] * 10 + ["f . " + " ".join("f" * 9)])}}}',
    ) == [
        GOOD_ANSWER,
        {
            "stars": -3,
            "awards": [
                {"stars": -1, "spaces": ["A1"]},
                {"stars": -1, "spaces": ["A3"]},
                {"stars": -1, "spaces": ["B2"]},
            ],
        },
        {"stars": 12, "awards": [{"stars": 6, "spaces": ["A1", "A2", "A3"]}, {"stars": 6, "spaces": ["A2", "B2"]}]},
        {"stars": 0, "awards": []},
        {"stars": 1, "awards": [{"stars": 1, "spaces": ["K2"]}]},
    ]


def test_score_of_a_cluster_is_one_award() -> None:
    """Its spaces by row, then by column."""
    [answer] = asked('{"card": "wildholds", "map": ["v v v", "v v v"]}')
    assert answer == {"stars": 8, "awards": [{"stars": 8, "spaces": ["A1", "A2", "A3", "B1", "B2", "B3"]}]}


UNREADABLE = {
    "": "the line is empty",
    "treetower": "the line is not JSON",
    '{"card": "treetower"': "the line is not JSON",
    "[" * 100_000: "the line is not JSON",
    "1" * 5000: "",
    "[]": "a line is an object such as",
    "null": "a line is an object such as",
    '"treetower"': "a line is an object such as",
    "{}": "a line is an object such as",
    '{"card": "treetower"}': "a line is an object such as",
    '{"map": ["."]}': "a line is an object such as",
    '{"card": "no-card", "map": ["."]}': "there is no scoring card 'no-card'",
    '{"card": ["treetower"], "map": ["."]}': "there is no scoring card",
    '{"card": null, "map": ["."]}': "there is no scoring card None",
    '{"card": "treetower", "map": ". ."}': "the map is not a list of rows",
    '{"card": "treetower", "map": null}': "the map is not a list of rows",
    '{"card": "treetower", "map": []}': "a map has 1 to 11 rows, this one has 0",
    '{"card": "treetower", "map": [["."]]}': "row A of the map is not a text",
    '{"card": "treetower", "map": [1]}': "row A of the map is not a text",
    '{"card": "treetower", "map": [""]}': "'' at A1 is no sign of a map",
    '{"card": "treetower", "map": [". .", "."]}': "row B of the map has 1 sign; the first row has 2",
    '{"card": "treetower", "map": [". q"]}': "'q' at A2 is no sign of a map",
    '{"card": "treetower", "map": ["..."]}': "'...' at A1 is no sign of a map",
    '{"card": "treetower", "map": [".\\t."]}': "is no sign of a map",
    '{"card": "treetower", "map": [". F"]}': "a capital or a '!' at A2",
    '{"card": "treetower", "map": ["^! ."]}': "a capital or a '!' at A1",
    '{"card": "treetower", "map": ["\\ud800"]}': "at A1 is no sign of a map",
    '{"card": "treetower", "map": ["é"]}': "'é' at A1 is no sign of a map",
}


def test_score_answers_what_it_cannot_read_and_goes_on() -> None:
    """Each bad line is answered on its line, and the good one after it is still served."""
    lines = [line for bad in UNREADABLE for line in (bad, GOOD_LINE)]
    answers = asked(*lines)
    for (bad, reason), answer, following in zip(UNREADABLE.items(), answers[::2], answers[1::2], strict=True):
        assert list(answer) == ["error"], bad[:100]
        assert reason in answer["error"]
        assert following == GOOD_ANSWER


def test_score_answers_bytes_that_are_no_text() -> None:
    """On a machine that reads its input strictly as UTF-8, too."""
    answers = asked(b'{"card": "treetower", "map": ["\xff"]}', GOOD_LINE, PYTHONIOENCODING="utf-8:strict")
    assert list(answers[0]) == ["error"]
    assert answers[1] == GOOD_ANSWER


def test_score_answers_at_once() -> None:
    """Somebody may wait for one answer before asking for the next."""
    command = [sys.executable, "-m", "cartographers", "score"]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(GOOD_LINE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == GOOD_ANSWER
        process.stdin.close()
        assert process.wait(60) == 0


def test_the_longest_game_id() -> None:
    """Twelve players and a seed of 32 signs make a game, too."""
    game_id = GameId("z" * 32, "B", 12)
    assert log("deal", str(game_id))[0]["players"] == 12
