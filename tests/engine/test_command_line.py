"""The command line reads and writes correctly, and exits with the right status, when run as a command."""

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
    """The result of a command."""

    #: The exit status.
    status: int
    #: The lines of stdout.
    lines: list[str]
    #: The text of stderr.
    complaint: str


def environment(**variables: str) -> dict[str, str]:
    """Return this process's environment, with py/ on Python's path."""
    return {**os.environ, "PYTHONPATH": str(PY), **variables}


def run(*arguments: str, given: bytes = b"", **variables: str) -> Done:
    """Run the command with ``given`` on its standard input."""
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
    """Run a command that must succeed, and return its event log."""
    done = run(*arguments)
    assert (done.status, done.complaint) == (0, "")
    return [json.loads(line) for line in done.lines]


# --- deal, replay, simulate ---------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("options", [["--side", "B"], ["--explore", "heroes"]], ids=" ".join)
def test_deal_shows_what_a_game_reveals(options: list[str]) -> None:
    """A game reveals the cards that ``deal`` prints, in the same order, whatever is drawn."""
    [record] = run("simulate", "--players", "2", *options).lines
    dealt = log("deal", record.split(".")[0])
    assert dealt == [event for event in log("replay", record) if event["event"] in {"setup", "season", "reveal"}]


HEROES_EDICTS = "silos,outer-enclave,sleepy-valley,jorekburg"
MIXED_EDICTS = "cauldrons,treetower,caravansary,canal-lake"

#: Options and the resulting game id with the seed ``1``. The box of the explore cards determines the defaults.
OPTIONS = {
    "": "c1-a-1p-1",
    "--seed Abc9 --players 12 --side D": "c1-d-12p-abc9",
    "--explore base": "c1-a-1p-1",
    "--explore heroes": "c1-c-hhhyh-1p-1",
    "--explore heroes --side B": "c1-b-hhhyh-1p-1",
    "--side x3ugu2opob8qgthr": "c1-x3ugu2opob8qgthr-1p-1",
    "--explore heroes --seasons base": "c1-c-hbhyh-1p-1",
    "--explore heroes --ambush base": "c1-c-hhbyh-1p-1",
    "--explore heroes --ambush both": "c1-c-hhmyh-1p-1",
    "--explore heroes --heroes no": "c1-c-hhhnh-1p-1",
    "--explore heroes --heroes yes": "c1-c-hhhyh-1p-1",
    "--explore heroes --scoring base": "c1-c-hhhyb-1p-1",
    "--explore heroes --scoring both": "c1-c-hhhym-1p-1",
    "--seasons heroes": "c1-a-bhbnb-1p-1",
    "--ambush heroes": "c1-a-bbhnb-1p-1",
    "--heroes yes": "c1-a-bbbyb-1p-1",
    "--scoring heroes": "c1-a-bbbnh-1p-1",
    "--explore base --seasons heroes --ambush both --heroes yes --scoring both --side C": "c1-c-bhmym-1p-1",
    f"--explore heroes --edicts {HEROES_EDICTS}": "c1-c-hhhyh-1p-etd7n-1",
    f"--scoring both --edicts {HEROES_EDICTS}": "c1-a-bbbnm-1p-etd7n-1",
    f"--scoring both --edicts {MIXED_EDICTS}": "c1-a-bbbnm-1p-er1fg-1",
}


@pytest.mark.parametrize("options", OPTIONS)
def test_deal_by_options(options: str) -> None:
    """Options print the same deal as the game id that results from them."""
    dealt = log("deal", *options.split())
    assert dealt[0]["id"] == OPTIONS[options]
    assert dealt == log("deal", OPTIONS[options])


def test_chosen_edicts_are_in_play() -> None:
    """Chosen edicts add their boxes unless ``--scoring`` is given."""
    assert log("deal", "--edicts", MIXED_EDICTS)[0]["options"]["scoring"] == "both"
    assert log("deal", "--edicts", "cauldrons,treetower,shieldgate,canal-lake")[0]["options"]["scoring"] == "base"


def test_simulate_by_options() -> None:
    """The command ``simulate`` has the same options as ``deal``, and adds the number of the game to the seed."""
    options = "--games 2 --explore heroes --seasons base --ambush both --scoring both --players 3 --side A --seed S"
    records = run("simulate", *options.split()).lines
    assert [record.split(".")[0] for record in records] == ["c1-a-hbmym-3p-sg0", "c1-a-hbmym-3p-sg1"]
    assert log("replay", records[0])[0]["options"] == {
        "side": "A",
        "explore": "heroes",
        "seasons": "base",
        "ambush": "both",
        "heroes": True,
        "scoring": "both",
    }


@pytest.mark.parametrize("command", ["deal", "replay", "simulate"])
def test_output_does_not_depend_on_hash_seeds(command: str) -> None:
    """The output of a command is the same with different hash seeds."""
    mix = ["--explore", "heroes", "--ambush", "both", "--scoring", "both"]
    [record] = run("simulate", *mix).lines
    arguments = {
        "deal": ["c1-b-bhmym-3p-hash"],
        "replay": [record],
        "simulate": ["--games", "3", "--events", *mix],
    }[command]
    one, other = (run(command, *arguments, PYTHONHASHSEED=seed) for seed in "12")
    assert one.lines
    assert one == other


@pytest.mark.parametrize(
    ("mix", "id_before_seed"),
    [(["--side", "B"], "c1-b-3p"), (["--explore", "heroes", "--ambush", "both"], "c1-c-hhmyh-3p")],
    ids=["base", "heroes"],
)
def test_simulate_prints_records_that_replay(mix: list[str], id_before_seed: str) -> None:
    """The command ``simulate`` prints one record per line. Replaying them prints the same logs as ``--events``."""
    options = ["simulate", "--games", "3", "--seed", "Sim", "--players", "3", "--player", "random", *mix]
    records = run(*options).lines
    assert [record.split(".")[0] for record in records] == [f"{id_before_seed}-simg{number}" for number in range(3)]
    assert [event for record in records for event in log("replay", record)] == log(*options, "--events")


def test_simulate_no_games() -> None:
    """Simulating zero games isn't an error."""
    assert run("simulate", "--games", "0") == Done(0, [], "")


def test_simulate_seats_bots_in_order() -> None:
    """The bots in a list are seated in order, and the list is repeated if there are more seats."""
    [record] = run("simulate", "--players", "3", "--player", "apprentice,journeyman").lines
    totals = log("replay", record)[-1]["totals"]
    assert totals[1] > max(totals[0], totals[2])


def test_simulate_with_edicts() -> None:
    """The edicts are in the order of the option ``--edicts``."""
    edicts = ["cauldrons", "treetower", "shieldgate", "canal-lake"]
    boxes = ["--explore", "base", "--seasons", "base", "--ambush", "base", "--heroes", "no", "--scoring", "base"]
    setup = log("simulate", "--edicts", ",".join(edicts), *boxes, "--events")[0]
    assert setup["edicts"] == dict(zip("ABCD", edicts, strict=True))
    assert setup["solo_numbers"] == {"cauldrons": 20, "treetower": 17, "shieldgate": 20, "canal-lake": 24}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["deal", "c1-z-1p-x"], "cartographers: there is no map side 'Z'"),
        (["replay", "c1-a-1p-x.fZ9"], "cartographers: move 1: there is no space 'Z9'"),
        (["simulate", "--seed", "a b"], "cartographers: a seed is"),
        (["arena", "--seed", "a b"], "cartographers: a seed is"),
        (["simulate", "--edicts", "treetower"], "cartographers: a game has four edicts"),
        (["simulate", "--edicts", "a,b,c,d"], "cartographers: there is no scoring card 'a'"),
        (["deal", ""], "cartographers: a game ID begins with c1-"),
        (["deal", "--seed", "a_b"], "cartographers: a seed is 1 to 32 letters (a to z) and digits, not 'a_b'"),
        (["deal", "--seed", "x" * 33], "cartographers: a seed is 1 to 32 letters"),
        (["simulate", "--games", "11", "--seed", "x" * 30], "cartographers: a seed is 1 to 29 letters"),
        (["deal", "--edicts", "silos"], "cartographers: a game has four edicts, one from each family, not silos"),
        (["deal", "c1-a-mbbnb-1p-x"], "cartographers: 'mbbnb' in the game ID is not a mix of boxes"),
        (
            ["deal", "c1-a-1p-etd7n-x"],
            "cartographers: silos is from the heroes box, but the scoring cards are from base",
        ),
        (
            ["deal", "--scoring", "heroes", "--edicts", MIXED_EDICTS],
            "cartographers: cauldrons is from the base box, but the scoring cards are from heroes",
        ),
        (
            ["simulate", "--scoring", "base", "--edicts", HEROES_EDICTS],
            "cartographers: silos is from the heroes box, but the scoring cards are from base",
        ),
        (
            ["replay", "c1-c-hhhyh-1p-heroes.hK8xJ8"],
            "cartographers: move 1: hero on K8: that is not the card's attack",
        ),
        (
            ["replay", "c1-c-hhhyh-1p-heroes.xK8"],
            "cartographers: move 1: a pick on K8: the card does not offer that terrain",
        ),
        (
            ["deal", "c1-a-1p-x", "--explore", "heroes"],
            "cartographers: a game id already sets all options: give either an id or options",
        ),
        (["deal", "--explore", "both"], "usage: "),
        (["deal", "--seasons", "both"], "usage: "),
        (["simulate", "--explore", "both"], "usage: "),
        (["simulate", "--ambush", "none"], "usage: "),
        (["simulate", "--scoring", "all"], "usage: "),
        (["simulate", "--heroes", "maybe"], "usage: "),
        (["deal", "--players", "13"], "usage: "),
        (["deal", "--side", "E"], "usage: "),
        (["simulate", "--games", "-1"], "usage: "),
        (["simulate", "--games", "many"], "usage: "),
        (["simulate", "--players", "0"], "usage: "),
        (["simulate", "--side", "Z"], "usage: "),
        (["deal", "--side", "X3UGU2OPOB8QGTHS"], "usage: "),
        (["simulate", "--player", "nobody"], "usage: "),
        (["sing"], "usage: "),
        ([], "usage: "),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_command_failure(arguments: list[str], complaint: str) -> None:
    """A command that can't be executed exits with status 2 and an error message, without output or a traceback."""
    done = run(*arguments)
    assert (done.status, done.lines) == (2, [])
    assert done.complaint.startswith(complaint)
    assert "Traceback" not in done.complaint
    assert complaint == "usage: " or done.complaint.count("\n") == 1


def test_record_with_illegal_ply_prints_no_events() -> None:
    """A record with an illegal ply prints no events, not even those before the ply."""
    [record] = run("simulate").lines
    done = run("replay", f"{record}.fA1")
    assert (done.status, done.lines) == (2, [])
    assert "the game is over" in done.complaint


def test_reader_may_close_the_pipe_early() -> None:
    """A reader such as ``head -1`` may close the pipe early without causing an error."""
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


# --- arena --------------------------------------------------------------------------------------------------------

ARENA = ("arena", "--games", "4", "--player", "apprentice,journeyman")


def test_arena() -> None:
    """In the arena, all bots play the same solo games. The table lists them in the requested order."""
    heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in run(*ARENA).lines]
    assert heads[:5] == ["player", "games", "mean rating", "standard error", "deciles"]
    assert [row[:2] for row in rows] == [["apprentice", "4"], ["journeyman", "4"]]
    assert float(rows[0][2]) < float(rows[1][2])


def test_arena_as_json_with_one_process_or_two() -> None:
    """The number of processes affects only the times in the arena's results."""
    one, two = (
        json.loads("".join(run(*ARENA, "--format", "json", "--jobs", jobs, "--explore", "heroes").lines))
        for jobs in "12"
    )
    for bots in zip(one, two, strict=True):
        first, second = ({key: value for key, value in bot.items() if "ms" not in key} for bot in bots)
        assert first == second
        assert len(first["deciles"]) == 9
        assert set(first["stars"]) == {"A", "B", "C", "D", "coins", "monsters"}


def test_arena_does_not_repeat_saved_games(tmp_path: Path) -> None:
    """The arena saves games as they end and doesn't play them again, except for an incomplete last one."""
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


def test_arena_repeats_games_of_another_version(tmp_path: Path) -> None:
    """Games played by another version of the code stay in the file, but are played again."""
    kept = tmp_path / "kept.jsonl"
    options = ("arena", "--games", "1", "--player", "apprentice", "--kept", str(kept), "--format", "csv")
    table = run(*options).lines
    old = json.loads(kept.read_text())
    kept.write_text(json.dumps({**old, "code": "other", "rating": 1000}) + "\n")
    assert run(*options).lines[1].split(",")[:3] == table[1].split(",")[:3]
    assert len(kept.read_text().splitlines()) == 2


def test_arena_with_several_players() -> None:
    """With several players, the bots rotate through the seats, and every game has at least one winner."""
    [one, two] = json.loads("".join(run(*ARENA, "--players", "3", "--format", "json").lines))
    assert (one["games"], two["games"]) == (6, 6)
    assert one["best"] + two["best"] >= 4 / 6


def test_arena_without_games() -> None:
    """An arena without games prints nothing."""
    assert run("arena", "--games", "0") == Done(0, [], "")


# --- the event log ------------------------------------------------------------------------------------------------

#: Every event and its keys, in order.
KEYS = {
    "setup": "event id options players edicts solo_numbers map",
    "season": "event season threshold deck",
    "reveal": "event card kind time total",
    "draw": "event player sheet terrain spaces attack forced coins_gained coins map",
    "ambush": "event sheet card spaces coins_gained coins map",
    "pick": "event player sheet card space coins_gained coins map",
    "spread": "event sheet spaces coins_gained coins map",
    "score": "event season player edicts coins monsters total",
    "end": "event totals monsters winners rating title",
}


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ("--players 1", {"pick", "spread"}),
        ("--players 3", {"ambush", "pick", "spread"}),
        ("--players 1 --explore heroes", set()),
        ("--players 3 --explore heroes", {"ambush"}),
    ],
)
def test_events_and_their_keys(options: str, missing: set[str]) -> None:
    """All events have their documented keys in order.

    There are no events of ambushes with several players, because the players draw them.
    """
    events = log("simulate", "--games", "5", *options.split(), "--events")
    for event in events:
        assert " ".join(event) == KEYS[event["event"]]
    assert {event["event"] for event in events} == set(KEYS) - missing


def test_events_of_heroes_and_zombies() -> None:
    """A hero attacks beyond the mountain at B2 and destroys the zombies that spread to B1.

    The event still lists B1. The zombies also fill the mountain's last two empty neighbors, which earns its coin.
    """
    plies = "hB4xB1B2B3.wC2D1.vB3C3.fH4H5H6I4I6.vA6A7A8B6.aF8F9F10G9H9"
    events = log("replay", f"c1-c-hhhyh-1p-s551.{plies}")
    blank = log("deal", "--side", "C")[0]["map"]
    after_hero = [blank[0], ". ^ . h @ . . . . . .", *blank[2:]]
    after_ambush = ["m . . . . . . . . . .", *after_hero[1:]]
    after_spread = [
        "m m . . . v v v . . .",
        "x ^ v h @ v . . . . .",
        ". w v . . . . . . . .",
        "w . . . . . . @ ^ . .",
        ". . . . . . . . . . .",
        ". . . ^ . . . a a a .",
        ". . . . . . @ . a . .",
        ". . @ f f f . . a . .",
        ". . . f . f . . . ^ .",
        ". . . . . ^ . . @ . .",
        "@ . . . . . . . . . .",
    ]
    assert events[2:6] == [
        {"event": "reveal", "card": "freyla-the-true", "kind": "hero", "time": 0, "total": 0},
        {
            "event": "draw",
            "player": 0,
            "sheet": 0,
            "terrain": "hero",
            "spaces": ["B4"],
            "attack": ["B1", "B2", "B3"],
            "forced": "none",
            "coins_gained": 0,
            "coins": 0,
            "map": after_hero,
        },
        {"event": "reveal", "card": "zombie-plague", "kind": "ambush", "time": 0, "total": 0},
        {
            "event": "ambush",
            "sheet": 0,
            "card": "zombie-plague",
            "spaces": ["A1"],
            "coins_gained": 0,
            "coins": 0,
            "map": after_ambush,
        },
    ]
    [number] = [number for number, event in enumerate(events) if event["event"] == "spread"]
    assert [event["event"] for event in events[number - 1 : number + 2]] == ["score", "spread", "season"]
    assert events[number] == {
        "event": "spread",
        "sheet": 0,
        "spaces": ["A2", "B1"],
        "coins_gained": 1,
        "coins": 3,
        "map": after_spread,
    }


def test_events_of_a_gorgon() -> None:
    """Each player draws the gorgon on the previous player's map and picks a space there before the next one draws."""
    events = log("replay", "c1-c-hhhyh-3p-g11.mC4C6D5.xC5.mC4C6D5.xE5.mC4C6D5.xC5")
    blank = log("deal", "--side", "C")[0]["map"]
    drawn = [*blank[:2], ". . . m . m . . . . .", ". . . . m . . @ ^ . .", *blank[4:]]
    between = [*drawn[:2], ". . . m x m . . . . .", *drawn[3:]]
    below = [*drawn[:4], ". . . . x . . . . . .", *drawn[5:]]
    assert events[2] == {"event": "reveal", "card": "gorgon-gaze", "kind": "ambush", "time": 0, "total": 0}
    for place, (player, sheet, space, after) in enumerate(
        [(0, 2, "C5", between), (1, 0, "E5", below), (2, 1, "C5", between)]
    ):
        draw, pick = events[3 + 2 * place : 5 + 2 * place]
        assert draw == {
            "event": "draw",
            "player": player,
            "sheet": sheet,
            "terrain": "monster",
            "spaces": ["C4", "C6", "D5"],
            "attack": [],
            "forced": "none",
            "coins_gained": 0,
            "coins": 0,
            "map": drawn,
        }
        assert pick == {
            "event": "pick",
            "player": player,
            "sheet": sheet,
            "card": "gorgon-gaze",
            "space": space,
            "coins_gained": 0,
            "coins": 0,
            "map": after,
        }
    assert events[9] == {"event": "reveal", "card": "timber-grove", "kind": "explore", "time": 1, "total": 1}


def test_events_of_a_troll() -> None:
    """After all scores, each player picks a space on their own map for the troll. Then the next season begins."""
    events = log("simulate", "--games", "5", "--explore", "heroes", "--players", "3", "--events")
    [first, *_] = [number for number, event in enumerate(events) if event.get("card") == "giant-troll-ravage"]
    number = next(n for n, event in enumerate(events) if n > first and event["event"] == "score")
    assert [(event["event"], event["player"]) for event in events[number : number + 3]] == [
        ("score", 0),
        ("score", 1),
        ("score", 2),
    ]
    picks = events[number + 3 : number + 6]
    assert [(pick["event"], pick["card"], pick["player"], pick["sheet"]) for pick in picks] == [
        ("pick", "giant-troll-ravage", player, player) for player in range(3)
    ]
    assert events[number + 6]["event"] == "season"


def test_setup_event() -> None:
    """The setup event contains the id, the options, the edicts, and the map of the game."""
    setup = log("simulate", "--players", "2", "--side", "B", "--seed", "set", "--events")[0]
    assert setup["id"] == "c1-b-2p-setg0"
    assert " ".join(setup["options"]) == "side explore seasons ambush heroes scoring"
    assert list(setup["options"].values()) == ["B", "base", "base", "base", False, "base"]
    assert setup["players"] == 2
    assert list(setup["edicts"]) == list("ABCD")
    assert list(setup["solo_numbers"]) == list(setup["edicts"].values())
    assert setup["map"][1:3] == [". . . . . . @ . ^ . .", ". . @ ^ . . . . . . ."]


def test_setup_event_of_heroes() -> None:
    """The setup event names the game's boxes, and the season's cards come from them."""
    setup, season, *_ = log("deal", "c1-d-hhhnh-1p-etd7n-x")
    assert setup == {
        "event": "setup",
        "id": "c1-d-hhhnh-1p-etd7n-x",
        "options": {
            "side": "D",
            "explore": "heroes",
            "seasons": "heroes",
            "ambush": "heroes",
            "heroes": False,
            "scoring": "heroes",
        },
        "players": 1,
        "edicts": {"A": "silos", "B": "outer-enclave", "C": "sleepy-valley", "D": "jorekburg"},
        "solo_numbers": {"silos": 30, "outer-enclave": 12, "sleepy-valley": 24, "jorekburg": 18},
        "map": setup["map"],
    }
    assert setup["map"][1:3] == [". # . @ . . . . @ ^ .", ". # . . . . . . . . ."]
    assert (season["season"], season["threshold"], len(season["deck"])) == ("spring", 8, 11 + 1)


@pytest.mark.parametrize("explore", ["base", "heroes"])
def test_lists_are_in_order(explore: str) -> None:
    """Events list decks by id, spaces by row and column, and players and sheets by number.

    Their maps already show the picked or reached spaces.
    """
    events = log("simulate", "--games", "5", "--players", "3", "--explore", explore, "--events")
    for number, event in enumerate(events):
        for key in event.keys() & {"spaces", "attack"}:
            places = [position(space_named(name)) for name in event[key]]
            assert places == sorted(set(places))
        if "map" in event:
            assert len(event["map"]) == 11
        match event["event"]:
            case "season":
                assert event["deck"] == sorted(event["deck"])
            case "draw":
                assert (event["attack"] == []) or event["terrain"] == "hero"
            case "pick":
                assert symbol_at(event, event["space"]) == "x"
            case "spread":
                assert {symbol_at(event, space) for space in event["spaces"]} <= {"m", "x"}
            case "reveal" if event["kind"] != "ruins" and event["card"] != "gorgon-gaze":
                assert [drawn["player"] for drawn in events[number + 1 : number + 4]] == [0, 1, 2]
            case "score" if event["player"] == 0:
                scores = events[number : number + 3]
                assert [(score["event"], score["player"]) for score in scores] == [
                    ("score", 0),
                    ("score", 1),
                    ("score", 2),
                ]


def symbol_at(event: Event, space: str) -> str:
    """Return the symbol of a space after an event, without the one for ruins."""
    row, column = position(space_named(space))
    symbol: str = event["map"][row].split(" ")[column]
    return symbol.removesuffix("@")


@pytest.mark.parametrize(("explore", "summer"), [("base", 8), ("heroes", 7)])
def test_events_of_a_game_agree(explore: str, summer: int) -> None:
    """The events of seasons, scores, and the end of a game agree with each other."""
    for players in (1, 2):
        events = log("simulate", "--players", str(players), "--seed", "whole", "--explore", explore, "--events")
        seasons = [(event["season"], event["threshold"]) for event in events if event["event"] == "season"]
        assert seasons == [("spring", 8), ("summer", summer), ("fall", 7), ("winter", 6)]
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
    """Pass the lines to ``score`` and return its answers, one for each line."""
    given = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    done = run("score", given=given, **variables)
    assert (done.status, done.complaint) == (0, "")
    assert len(done.lines) == len(lines)
    return [json.loads(line) for line in done.lines]


GOOD_LINE = '{"card": "treetower", "map": ["f f .", "v f f", ". m ^"]}'
GOOD_ANSWER = {"stars": 2, "awards": [{"stars": 1, "spaces": ["A1"]}, {"stars": 1, "spaces": ["B2"]}]}


def test_score() -> None:
    """An answer of ``score`` contains the total stars, and the stars and spaces of each award."""
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
    """The spaces of a cluster are one award, sorted by row, then by column."""
    [answer] = asked('{"card": "wildholds", "map": ["v v v", "v v v"]}')
    assert answer == {"stars": 8, "awards": [{"stars": 8, "spaces": ["A1", "A2", "A3", "B1", "B2", "B3"]}]}


def test_score_of_cards_of_heroes() -> None:
    """The maps for ``score`` can have heroes and destroyed spaces."""
    assert asked(
        '{"card": "faunlost-thicket", "map": ["f . f", "f h .", ". x f"]}',
        '{"card": "starlit-sigil", "map": [". x", ". h", "@ f"]}',
        '{"card": "jorekburg", "map": ["a w", "w a", "x@ a"]}',
        '{"card": "banded-hills", "map": ["f v a w m ^ h # x @", ". . . . . . . . . ."]}',
        '{"card": "monsters", "map": ["x h .", ". m ."]}',
    ) == [
        {"stars": 4, "awards": [{"stars": 2, "spaces": ["A1"]}, {"stars": 2, "spaces": ["B1"]}]},
        {"stars": 4, "awards": [{"stars": 4, "spaces": ["A1", "B1", "C1"]}]},
        {"stars": 4, "awards": [{"stars": 4, "spaces": ["A1", "B1"]}]},
        {"stars": 4, "awards": [{"stars": 4, "spaces": ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]}]},
        {"stars": -2, "awards": [{"stars": -1, "spaces": ["B1"]}, {"stars": -1, "spaces": ["B3"]}]},
    ]


UNREADABLE = {
    "": "the line is empty",
    "treetower": "the line is not JSON",
    '{"card": "treetower"': "the line is not JSON",
    "[" * 100_000: "the line is not JSON",
    "1" * 5000: "",
    "[]": "each line must be an object such as",
    "null": "each line must be an object such as",
    '"treetower"': "each line must be an object such as",
    "{}": "each line must be an object such as",
    '{"card": "treetower"}': "each line must be an object such as",
    '{"map": ["."]}': "each line must be an object such as",
    '{"card": "no-card", "map": ["."]}': "there is no scoring card 'no-card'",
    '{"card": ["treetower"], "map": ["."]}': "there is no scoring card",
    '{"card": null, "map": ["."]}': "there is no scoring card None",
    f'{{"card": "{"x" * 1_000_000}", "map": ["."]}}': "there is no scoring card 'xxx",
    f'{{"card": {[["x" * 10_000] * 100]}, "map": ["."]}}'.replace("'", '"'): "there is no scoring card [[...]]",
    f'{{"card": {"[" * 900}{"]" * 900}, "map": ["."]}}': "there is no scoring card [[...]]",
    '{"card": "treetower", "map": ". ."}': "the map is not a list of rows",
    '{"card": "treetower", "map": null}': "the map is not a list of rows",
    '{"card": "treetower", "map": []}': "a map has 1 to 11 rows; this one has 0",
    '{"card": "treetower", "map": [["."]]}': "row A of the map is not text",
    '{"card": "treetower", "map": [1]}': "row A of the map is not text",
    '{"card": "treetower", "map": [""]}': "'' at A1 is not a map character",
    '{"card": "treetower", "map": [". .", "."]}': "row B of the map has 1 character; the first row has 2",
    '{"card": "treetower", "map": [". q"]}': "'q' at A2 is not a map character",
    '{"card": "treetower", "map": ["..."]}': "'...' at A1 is not a map character",
    '{"card": "treetower", "map": [".\\t."]}': "is not a map character",
    '{"card": "treetower", "map": [". F"]}': "a capital letter or a '!' at A2",
    '{"card": "treetower", "map": ["^! ."]}': "a capital letter or a '!' at A1",
    '{"card": "treetower", "map": ["\\ud800"]}': "at A1 is not a map character",
    '{"card": "treetower", "map": ["é"]}': "'é' at A1 is not a map character",
}


def test_score_continues_after_a_bad_line() -> None:
    """A bad line gets an error as its answer, and the good line after it is still scored."""
    lines = [line for bad in UNREADABLE for line in (bad, GOOD_LINE)]
    answers = asked(*lines)
    for (bad, reason), answer, following in zip(UNREADABLE.items(), answers[::2], answers[1::2], strict=True):
        assert list(answer) == ["error"], bad[:100]
        assert reason in answer["error"]
        assert len(answer["error"]) < 1000
        assert following == GOOD_ANSWER


def test_score_answers_non_text_bytes_with_an_error() -> None:
    """Bytes that aren't text get an error as their answer, even if Python reads its input as strict UTF-8."""
    answers = asked(b'{"card": "treetower", "map": ["\xff"]}', GOOD_LINE, PYTHONIOENCODING="utf-8:strict")
    assert list(answers[0]) == ["error"]
    assert answers[1] == GOOD_ANSWER


def test_score_answers_each_line_at_once() -> None:
    """The command ``score`` answers each line before it reads the next one."""
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
    """A game id can have twelve players and a seed of 32 characters."""
    game_id = GameId("z" * 32, "B", 12)
    assert log("deal", str(game_id))[0]["players"] == 12
