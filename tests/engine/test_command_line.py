"""The command line reads and writes correctly, and exits with the right status."""

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from plain.referee import FIELDS, referee
from support.processes import environment

pytestmark = pytest.mark.native

COMMAND = [sys.executable, "-m", "cartographers"]
Event: TypeAlias = dict[str, Any]


class Done(NamedTuple):
    """The result of a command."""

    #: The exit status.
    status: object
    #: The lines of stdout.
    lines: list[str]
    #: The text of stderr.
    complaint: str


def run(*arguments: str) -> Done:
    """Run the command in this process."""
    from cartographers.__main__ import main  # noqa: PLC0415 - Pyodide reads this file, but has no command line

    status: object = None
    with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as complaint:
        try:
            status = main([*arguments])
        except SystemExit as end:
            status = end.code
    assert output.getvalue().isascii()
    return Done(status, output.getvalue().splitlines(), complaint.getvalue())


def run_alone(*arguments: str, given: bytes = b"", **variables: str) -> Done:
    """Run the command in a new process with ``given`` on its standard input."""
    done = subprocess.run([*COMMAND, *arguments], input=given, capture_output=True, env=environment(**variables))  # noqa: PLW1510, S603
    return Done(done.returncode, done.stdout.decode("ascii").splitlines(), done.stderr.decode())


def log(*arguments: str) -> list[Event]:
    """Run a command that must succeed, and return its event log."""
    done = run(*arguments)
    assert (done.status, done.complaint) == (0, "")
    return [json.loads(line) for line in done.lines]


def test_deal() -> None:
    """The command ``deal`` prints the edicts and each season's revealed cards, but no draws and no scores."""
    events = log("deal", "c1-a-2p-e08go-deal")
    assert [event["event"] for event in events if event["event"] != "reveal"] == ["setup", *["season"] * 4]
    assert events[0]["edicts"] == {"A": "sentinel-wood", "B": "wildholds", "C": "canal-lake", "D": "borderlands"}
    for event, following in zip(events, [*events[1:], {"event": "season"}], strict=True):
        if event["event"] == "season":
            threshold = event["threshold"]
        elif event["event"] == "reveal":
            assert (event["total"] >= threshold) == (following["event"] == "season")


@pytest.mark.parametrize("options", ["--side B", "--explore heroes"])
def test_deal_shows_what_a_game_reveals(options: str) -> None:
    """A game reveals the cards that ``deal`` prints, in the same order, whatever is drawn."""
    [record] = run("simulate", "--players", "2", *options.split()).lines
    dealt = log("deal", record.split(".")[0])
    assert dealt == [event for event in log("replay", record) if event["event"] in {"setup", "season", "reveal"}]


HEROES_EDICTS = "silos,outer-enclave,sleepy-valley,jorekburg"
MIXED_EDICTS = "cauldrons,treetower,caravansary,canal-lake"
BASE_EDICTS = "cauldrons,treetower,shieldgate,canal-lake"

#: Options and the resulting game id with the seed ``1``. The box of the explore cards determines the defaults.
OPTIONS = {
    "": "c1-a-1p-1",
    "--seed Abc9 --players 12 --side D": "c1-d-12p-abc9",
    f"--seed {'z' * 32} --players 12 --side B": f"c1-b-12p-{'z' * 32}",
    "--explore base": "c1-a-1p-1",
    "--side x3ugu2opob8qgthr": "c1-x3ugu2opob8qgthr-1p-1",
    "--explore heroes --side B": "c1-b-hhhyh-1p-1",
    **{
        f"--explore heroes{option}": f"c1-c-{mix}-1p-1"
        for option, mix in (
            *(("", "hhhyh"), (" --seasons base", "hbhyh"), (" --ambush base", "hhbyh"), (" --ambush both", "hhmyh")),
            *((" --heroes no", "hhhnh"), (" --heroes yes", "hhhyh")),
            *((" --scoring base", "hhhyb"), (" --scoring both", "hhhym")),
        )
    },
    "--seasons heroes": "c1-a-bhbnb-1p-1",
    "--ambush heroes": "c1-a-bbhnb-1p-1",
    "--heroes yes": "c1-a-bbbyb-1p-1",
    "--scoring heroes": "c1-a-bbbnh-1p-1",
    "--explore base --seasons heroes --ambush both --heroes yes --scoring both --side C": "c1-c-bhmym-1p-1",
    f"--explore heroes --edicts {HEROES_EDICTS}": "c1-c-hhhyh-1p-etd7n-1",
    f"--scoring both --edicts {HEROES_EDICTS}": "c1-a-bbbnm-1p-etd7n-1",
    f"--edicts {MIXED_EDICTS}": "c1-a-bbbnm-1p-er1fg-1",
    f"--edicts {BASE_EDICTS}": "c1-a-1p-er1bg-1",
}


@pytest.mark.parametrize("options", OPTIONS)
def test_deal_by_options(options: str) -> None:
    """Options print the same deal as the game id that results from them. Chosen edicts add their boxes."""
    dealt = log("deal", *options.split())
    assert dealt[0]["id"] == OPTIONS[options]
    assert dealt == log("deal", OPTIONS[options])


def test_simulate_by_options() -> None:
    """The command ``simulate`` has the options of ``deal``, takes bots and edicts in order, and can play no games."""
    options = "--games 2 --explore heroes --seasons base --ambush both --scoring both --players 3 --side A --seed S"
    records = run("simulate", *options.split()).lines
    assert [record.split(".")[0] for record in records] == ["c1-a-hbmym-3p-sg0", "c1-a-hbmym-3p-sg1"]
    assert log("replay", records[0])[0] == log("deal", "c1-a-hbmym-3p-sg0")[0]
    [record] = run("simulate", "--players", "3", "--player", "apprentice,journeyman").lines
    totals = log("replay", record)[-1]["totals"]
    assert totals[1] > max(totals[0], totals[2])
    setup = log("simulate", "--edicts", BASE_EDICTS, "--events")[0]
    assert list(setup["edicts"].items()) == list(zip("ABCD", BASE_EDICTS.split(","), strict=True))
    assert setup["solo_numbers"] == {"cauldrons": 20, "treetower": 17, "shieldgate": 20, "canal-lake": 24}
    assert run("simulate", "--games", "0") == Done(0, [], "")
    assert run_alone("arena", "--games", "0") == Done(0, [], "")


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", ["deal", "replay", "simulate"])
def test_output_does_not_depend_on_hash_seeds(command: str) -> None:
    """The output of a command is the same with different hash seeds."""
    mix = ["--explore", "heroes", "--ambush", "both", "--scoring", "both"]
    simulated = ["--games", "3", "--events", *mix]
    arguments = {"deal": ["c1-b-bhmym-3p-hash"], "replay": run("simulate", *mix).lines, "simulate": simulated}
    one, other = (run_alone(command, *arguments[command], PYTHONHASHSEED=seed) for seed in "12")
    assert one.lines
    assert one == other


@pytest.mark.parametrize(
    ("mix", "id_before_seed"), [("--side B", "c1-b-3p"), ("--explore heroes --ambush both", "c1-c-hhmyh-3p")]
)
def test_simulate_prints_records_that_replay(mix: str, id_before_seed: str) -> None:
    """The command ``simulate`` prints one record per line. Replaying them prints the same logs as ``--events``."""
    options = f"simulate --games 3 --seed Sim --players 3 --player random {mix}".split()
    records = run(*options).lines
    assert [record.split(".")[0] for record in records] == [f"{id_before_seed}-simg{number}" for number in range(3)]
    assert [event for record in records for event in log("replay", record)] == log(*options, "--events")


#: Commands that can't be executed, and their error messages, or at least the beginnings of these.
FAILURES = {
    "deal c1-z-1p-x": "there is no map side 'Z'",
    "replay c1-a-1p-x.fZ9": "move 1: there is no space 'Z9'",
    "simulate --seed a-b": "a seed is",
    "arena --seed a-b": "a seed is",
    "simulate --edicts treetower": "a game has four edicts",
    "simulate --edicts a,b,c,d": "there is no scoring card 'a'",
    "deal ": "a game ID begins with c1-",
    "deal --seed a_b": "a seed is 1 to 32 letters (a to z) and digits, not 'a_b'",
    f"deal --seed {'x' * 33}": "a seed is 1 to 32 letters",
    f"simulate --games 11 --seed {'x' * 30}": "a seed is 1 to 29 letters",
    "deal --edicts silos": "a game has four edicts, one from each family, not silos",
    "deal c1-a-mbbnb-1p-x": "'mbbnb' in the game ID is not a mix of boxes",
    "deal c1-a-1p-etd7n-x": "silos is from the heroes box, but the scoring cards are from base",
    f"deal --scoring heroes --edicts {MIXED_EDICTS}": (
        "cauldrons is from the base box, but the scoring cards are from heroes"
    ),
    f"simulate --scoring base --edicts {HEROES_EDICTS}": (
        "silos is from the heroes box, but the scoring cards are from base"
    ),
    "replay c1-c-hhhyh-1p-heroes.hK8xJ8": "move 1: hero on K8: that is not the card's attack",
    "replay c1-c-hhhyh-1p-heroes.xK8": "move 1: a pick on K8: the card does not offer that terrain",
    "deal c1-a-1p-x --explore heroes": "a game id already sets all options: give either an id or options",
}
#: Commands that aren't correct, which the usage explains.
MISUSES = (
    *("deal --explore both", "deal --seasons both", "simulate --explore both", "simulate --ambush none"),
    *("simulate --scoring all", "simulate --heroes maybe", "deal --players 13", "deal --side E", "simulate --games -1"),
    *("simulate --games many", "simulate --players 0", "simulate --side Z", "deal --side X3UGU2OPOB8QGTHS"),
    *("simulate --player nobody", "sing", None),
)


def failed(arguments: str | None) -> str:
    """Run a command that must exit with status 2 without output or a traceback, and return its error message."""
    done = run(*([] if arguments is None else arguments.split(" ")))
    assert (done.status, done.lines) == (2, [])
    assert "Traceback" not in done.complaint
    return done.complaint


@pytest.mark.parametrize(("arguments", "complaint"), FAILURES.items(), ids=FAILURES)
def test_command_failure(arguments: str, complaint: str) -> None:
    """A command that can't be executed exits with status 2 and one line about the reason."""
    message = failed(arguments)
    assert message.startswith(f"cartographers: {complaint}")
    assert message.count("\n") == 1


@pytest.mark.parametrize("arguments", MISUSES)
def test_misuse_shows_the_usage(arguments: str | None) -> None:
    """A command with a wrong option, or none, exits with status 2 and shows the usage."""
    assert failed(arguments).startswith("usage: ")


def test_record_with_illegal_ply_prints_no_events() -> None:
    """A record with an illegal ply prints no events, not even those before the ply, and the process exits with 2."""
    [record] = run("simulate").lines
    done = run_alone("replay", f"{record}.fA1")
    assert (done.status, done.lines) == (2, [])
    assert "the game is over" in done.complaint


def test_reader_may_close_the_pipe_early() -> None:
    """A reader such as ``head -1`` may close the pipe early without causing an error."""
    command, pipe = [*COMMAND, "simulate", "--games", "100000"], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment()) as process:  # noqa: S603
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"c1-a-1p-1g0.")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


ARENA = ("arena", "--games", "4", "--player", "apprentice,journeyman")


def test_arena() -> None:
    """In the arena, all bots play the same games and rotate through the seats; only times depend on the processes."""
    heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in run(*ARENA).lines]
    assert heads[:5] == ["player", "games", "mean rating", "standard error", "deciles"]
    assert [row[:2] for row in rows] == [["apprentice", "4"], ["journeyman", "4"]]
    assert float(rows[0][2]) < float(rows[1][2])
    [one, two] = json.loads("".join(run(*ARENA, "--players", "3", "--format", "json").lines))
    assert (one["games"], two["games"]) == (6, 6)
    assert one["best"] + two["best"] >= 4 / 6
    one, two = (
        json.loads("".join(run(*ARENA, "--format", "json", "--jobs", jobs, "--explore", "heroes").lines))
        for jobs in "12"
    )
    for first, second in zip(one, two, strict=True):
        assert {key for key in first if first[key] != second[key]} <= {key for key in first if "ms" in key}
        assert first.keys() == second.keys()
        assert len(first["deciles"]) == 9
        assert set(first["stars"]) == {"A", "B", "C", "D", "coins", "monsters"}


def test_arena_does_not_repeat_saved_games(tmp_path: Path) -> None:
    """The arena doesn't repeat saved games, except for an incomplete last one and those of another version."""
    kept = tmp_path / "kept.jsonl"
    options = (*ARENA, "--kept", str(kept), "--format", "csv", "--jobs", "1")
    table = run(*options).lines
    lines = kept.read_text().splitlines()
    assert len(lines) == 2 * 4
    first = json.loads(lines[0])
    lines[0] = json.dumps({**first, "rating": first["rating"] + 4000})
    kept.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:40])
    again = run(*options).lines
    assert again[2].split(",")[:3] == table[2].split(",")[:3]
    assert float(again[1].split(",")[2]) == pytest.approx(float(table[1].split(",")[2]) + 1000)
    assert len(kept.read_text().splitlines()) == 2 * 4
    kept = tmp_path / "old.jsonl"
    solitary = ("arena", "--games", "1", "--player", "apprentice", "--kept", str(kept), "--format", "csv")
    table = run(*solitary).lines
    old = json.loads(kept.read_text())
    kept.write_text(json.dumps({**old, "code": "other", "rating": 1000}) + "\n")
    assert run(*solitary).lines[1].split(",")[:3] == table[1].split(",")[:3]
    assert len(kept.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ("--players 1", {"pick", "spread"}),
        ("--players 2", {"ambush", "pick", "spread"}),
        ("--players 3 --side B", {"ambush", "pick", "spread"}),
        ("--players 1 --explore heroes", set()),
        ("--players 3 --explore heroes", {"ambush"}),
    ],
)
def test_referee_reads_the_events(options: str, missing: set[str]) -> None:
    """All events have their documented keys in order, and the referee finds no foul in the games that they describe."""
    events = log("simulate", "--games", "5", *options.split(), "--events")
    for event in events:
        assert " ".join(event) == f"event {FIELDS[event['event']]}"
    assert {event["event"] for event in events} == set(FIELDS) - missing
    starts = [place for place, event in enumerate(events) if event["event"] == "setup"]
    assert len(starts) == 5
    for start, end in pairwise([*starts, len(events)]):
        referee(events[start:end])


def asked(*lines: str | bytes, **variables: str) -> list[Event]:
    """Pass the lines to ``score`` and return its answers, one for each line."""
    given = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    done = run_alone("score", given=given, **variables)
    assert (done.status, done.complaint) == (0, "")
    assert len(done.lines) == len(lines)
    return [json.loads(line) for line in done.lines]


GOOD_LINE = '{"card": "treetower", "map": ["f f .", "v f f", ". m ^"]}'
GOOD_ANSWER = {"stars": 2, "awards": [{"stars": 1, "spaces": ["A1"]}, {"stars": 1, "spaces": ["B2"]}]}


#: Cards, maps, and the stars and spaces of each award.
SCORES: list[tuple[str, list[str], list[str]]] = [
    ("treetower", ["f f .", "v f f", ". m ^"], ["1 A1", "1 B2"]),
    ("monsters", [". m .", "f . @"], ["-1 A1", "-1 A3", "-1 B2"]),
    ("borderlands", ["f # ^", ". x ."], ["6 A1 A2 A3", "6 A2 B2"]),
    ("wildholds", [". ."], []),
    ("wildholds", ["v v v", "v v v"], ["8 A1 A2 A3 B1 B2 B3"]),
    ("cauldrons", [*[" ".join("f" * 11)] * 10, "f . " + " ".join("f" * 9)], ["1 K2"]),
    ("faunlost-thicket", ["f . f", "f h .", ". x f"], ["2 A1", "2 B1"]),
    ("starlit-sigil", [". x", ". h", "@ f"], ["4 A1 B1 C1"]),
    ("jorekburg", ["a w", "w a", "x@ a"], ["4 A1 B1"]),
    ("banded-hills", ["f v a w m ^ h # x @", ". . . . . . . . . ."], ["4 A1 A2 A3 A4 A5 A6 A7"]),
    ("monsters", ["x h .", ". m ."], ["-1 B1", "-1 B3"]),
]


def test_score() -> None:
    """The command ``score`` answers with the total and each award's stars and spaces, also for maps of Heroes."""
    answers = asked(*(json.dumps({"map": rows, "card": card}) for card, rows, _ in SCORES))
    for (_, _, awards), answer in zip(SCORES, answers, strict=True):
        expected = [{"stars": int(number), "spaces": spaces} for number, *spaces in map(str.split, awards)]
        assert answer == {"stars": sum(int(award.split()[0]) for award in awards), "awards": expected}


UNREADABLE = {
    "": "the line is empty",
    **dict.fromkeys(("treetower", '{"card": "treetower"', "[" * 100_000), "the line is not JSON"),
    "1" * 5000: "",
    **dict.fromkeys(("[]", "null", '"treetower"', "{}"), "each line must be an object such as"),
    **dict.fromkeys(('{"card": "treetower"}', '{"map": ["."]}'), "each line must be an object such as"),
    '{"card": "no-card", "map": ["."]}': "there is no scoring card 'no-card'",
    '{"card": ["treetower"], "map": ["."]}': "there is no scoring card",
    '{"card": null, "map": ["."]}': "there is no scoring card None",
    f'{{"card": "{"x" * 1_000_000}", "map": ["."]}}': "there is no scoring card 'xxx",
    f'{{"card": {[["x" * 10_000] * 100]}, "map": ["."]}}'.replace("'", '"'): "there is no scoring card [[...]]",
    f'{{"card": {"[" * 900}{"]" * 900}, "map": ["."]}}': "there is no scoring card [[...]]",
    **{f'{{"card": "treetower", "map": {rows}}}': "the map is not a list of rows" for rows in ('". ."', "null")},
    '{"card": "treetower", "map": []}': "a map has 1 to 11 rows; this one has 0",
    **{f'{{"card": "treetower", "map": [{row}]}}': "row A of the map is not text" for row in ('["."]', 1)},
    '{"card": "treetower", "map": [". q"]}': "'q' at A2 is not a map character",
    '{"card": "treetower", "map": [".\\t."]}': "is not a map character",
    '{"card": "treetower", "map": ["\\ud800"]}': "at A1 is not a map character",
}


def test_score_continues_after_a_bad_line() -> None:
    """A bad line, even of bytes that aren't text, gets an error as its answer, and the next line is still scored."""
    lines = [line for bad in UNREADABLE for line in (bad, GOOD_LINE)]
    answers = asked(*lines)
    for (bad, reason), answer, following in zip(UNREADABLE.items(), answers[::2], answers[1::2], strict=True):
        assert list(answer) == ["error"], bad[:100]
        assert reason in answer["error"]
        assert len(answer["error"]) < 1000
        assert following == GOOD_ANSWER
    answers = asked(b'{"card": "treetower", "map": ["\xff"]}', GOOD_LINE, PYTHONIOENCODING="utf-8:strict")
    assert list(answers[0]) == ["error"]
    assert answers[1] == GOOD_ANSWER


def test_score_answers_each_line_at_once() -> None:
    """The command ``score`` answers each line before it reads the next one."""
    command, pipe = [*COMMAND, "score"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(GOOD_LINE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == GOOD_ANSWER
        process.stdin.close()
        assert process.wait(60) == 0
