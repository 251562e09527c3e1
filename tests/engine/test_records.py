"""Texts that carry a game: names of spaces, game ids, plies and records."""

from __future__ import annotations

import sys
from functools import reduce
from itertools import product
from random import Random

import pytest

from cartographers.bots import PLAYERS
from cartographers.diagram import diagram, read_diagram
from cartographers.errors import InvalidRecord
from cartographers.game import Ply, State, apply, new_game
from cartographers.game_id import GameId, edicts_named, read_game_id
from cartographers.record import read_ply, read_record, write_ply, write_record
from cartographers.region import BOARD, names, region_of, space_at, space_named
from cartographers.scoring import CARDS
from cartographers.terrain import Terrain

EDICTS = edicts_named(["cauldrons", "treetower", "shieldgate", "canal-lake"])


def played(game_id: GameId) -> tuple[list[Ply], State]:
    """Play a game of random plies; return them and the final state."""
    rng = Random(str(game_id))  # noqa: S311 - a repeatable choice, not a secret
    state, plies = new_game(game_id), []
    while not state.over:
        plies.append(PLAYERS["random"](state, rng))
        state = apply(state, plies[-1])
    return plies, state


PLIES, END = played(GameId("record"))
RECORD = write_record(GameId("record"), PLIES)

# --- spaces, plies, ids -------------------------------------------------------------------------------------------


def test_names_of_spaces() -> None:
    """Row letter and column number, A1 to K11, row by row; reading is the inverse."""
    assert names(BOARD) == [f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(1, 12)]
    assert region_of(map(space_named, names(BOARD))) == BOARD
    assert space_named("C4") == space_at(2, 3)


@pytest.mark.parametrize(
    "name",
    ["", "A", "4", "A0", "A12", "L1", "a1", "A01", "A1 ", "A1\n", "A-1", "1A", "AA1", "A\N{ARABIC-INDIC DIGIT ONE}"],
)
def test_no_names_of_spaces(name: str) -> None:
    """The sentence names it."""
    with pytest.raises(InvalidRecord, match="there is no space"):
        space_named(name)


@pytest.mark.parametrize(
    ("text", "terrain", "spaces"),
    [
        ("fA1", Terrain.FOREST, ["A1"]),
        ("vA9A10A11", Terrain.VILLAGE, ["A9", "A10", "A11"]),
        ("aC3D2", Terrain.FARM, ["C3", "D2"]),
        ("wK11", Terrain.WATER, ["K11"]),
        ("mA1B1B2C1", Terrain.MONSTER, ["A1", "B1", "B2", "C1"]),
    ],
)
def test_plies(text: str, terrain: Terrain, spaces: list[str]) -> None:
    """The terrain's sign and the spaces, by row, then by column."""
    ply = Ply(terrain, region_of(map(space_named, spaces)))
    assert write_ply(ply) == text
    assert read_ply(text) == ply


def test_game_ids() -> None:
    """Version, side, players, chosen edicts, seed."""
    assert str(GameId("k3x9q2")) == "c1-a-1p-k3x9q2"
    assert str(GameId("k3x9q2", "B", 12, EDICTS)) == "c1-b-12p-er1bg-k3x9q2"


@pytest.mark.parametrize(
    "game_id", [GameId("0z", *parts) for parts in product("AB", (1, 2, 12), ((), EDICTS))], ids=str
)
def test_game_ids_round_trip(game_id: GameId) -> None:
    """Whatever is chosen, and capitals make no difference."""
    assert read_game_id(str(game_id)) == game_id
    assert read_game_id(str(game_id).upper()) == game_id


def test_every_edict_has_a_sign_of_its_own() -> None:
    """Each card comes back from an id in which it was chosen, in the place where it was put."""
    for first, second, third, fourth in zip(CARDS[:4], CARDS[4:8], CARDS[8:12], CARDS[12:], strict=True):
        for edicts in ((first, second, third, fourth), (third, fourth, second, first)):
            assert read_game_id(str(GameId("x", edicts=edicts))).edicts == edicts


NO_IDS = {
    "": "begins with c1-, this one with ''",
    "k3x9q2": "begins with c1-",
    "c2-a-1p-x": "begins with c1-, this one with 'c2'",
    "c1": "looks like c1-a-1p-k3x9q2",
    "c1-a-1p": "looks like c1-a-1p-k3x9q2",
    "c1-a-1p-e08go-x-y": "looks like c1-a-1p-k3x9q2",
    "c1-c-1p-x": "no map side 'C'",
    "c1--1p-x": "no map side ''",
    "c1-a-0p-x": "players .* not like '0p'",
    "c1-a-p-x": "players .* not like 'p'",
    "c1-a-1-x": "players .* not like '1'",
    "c1-a-01p-x": "players .* not like '01p'",
    "c1-a-13p-x": "1 to 12 players, not 13",
    "c1-a-1p-": "a seed is 1 to 32 letters .* not ''",
    "c1-a-1p-a_b": "a seed is .* not 'a_b'",
    "c1-a-1p-é": "a seed is .* not 'é'",
    "c1-a-1p-x\n": "a seed is",
    "c1-a-1p-\N{KELVIN SIGN}": "a seed is",  # its small letter is an ASCII k
    "c1-a-1p-" + "x" * 33: "a seed is 1 to 32",
    "c1-a-1p-048c-x": "'048c' in the game id is no choice of edicts",
    "c1-a-1p-e08g-x": "'e08g' in the game id is no choice of edicts",
    "c1-a-1p-e08gz-x": "'e08gz' in the game id is no choice of edicts",
    "c1-a-1p-e0123-x": "one of each family, not sentinel-wood, treetower, greenbough, stoneside-forest",
}


@pytest.mark.parametrize("text", NO_IDS, ids=ascii)
def test_no_game_ids(text: str) -> None:
    """The sentence says which part is wrong."""
    with pytest.raises(InvalidRecord, match=NO_IDS[text]):
        read_game_id(text)


def test_no_edicts() -> None:
    """Card ids that do not exist, and fewer than four."""
    with pytest.raises(InvalidRecord, match="no scoring card 'no-card'"):
        edicts_named(["treetower", "no-card"])
    with pytest.raises(InvalidRecord, match="four edicts are needed"):
        GameId("x", edicts=edicts_named(["treetower"]))


# --- records ------------------------------------------------------------------------------------------------------


def test_a_record_brings_the_game_back() -> None:
    """The id and the plies, and by them every state; white space around the line does no harm."""
    game_id, plies, played = read_record(f" {RECORD}\n")
    assert (game_id, list(plies)) == (GameId("record"), PLIES)
    assert played[-1] == reduce(apply, plies, new_game(game_id)) == END


def test_a_record_may_stop_anywhere() -> None:
    """Before the first ply, and after any."""
    for count in range(len(PLIES) + 1):
        parts = RECORD.split(".")[: count + 1]
        assert read_record(".".join(parts))[:2] == (GameId("record"), tuple(PLIES[:count]))


def test_an_id_in_a_record_may_be_in_capitals() -> None:
    """Only the plies' signs are told apart by their case."""
    game_id, *plies = RECORD.split(".")
    assert read_record(".".join([game_id.upper(), *plies])) == read_record(RECORD)


@pytest.mark.parametrize(
    ("ply", "reason"),
    [
        ("", "'' is no ply"),
        ("A1A2", "'A1A2' is no ply"),
        ("f", "'f' is no ply"),
        ("fa1", "'fa1' is no ply"),
        ("FA1", "'FA1' is no ply"),
        ("hA1", "'hA1' is no ply"),
        ("fA1 A2", "'fA1 A2' is no ply"),
        ("fA1,A2", "'fA1,A2' is no ply"),
        ("fA0", "there is no space 'A0'"),
        ("fA12", "there is no space 'A12'"),
        ("fL1", "there is no space 'L1'"),
        ("fA01", "there is no space 'A01'"),
        ("fB1A1", "the spaces of 'fB1A1' are not in order, each once"),
        ("fA10A9", "the spaces of 'fA10A9' are not in order, each once"),
        ("fA1A1", "the spaces of 'fA1A1' are not in order, each once"),
        ("fB4", "forest on B4: it covers a mountain"),
        ("fA1C3K9", "forest on A1, C3, K9: "),
    ],
)
@pytest.mark.parametrize("number", [1, 2, len(PLIES)])
def test_a_bad_ply_refuses_the_record_whole(ply: str, reason: str, number: int) -> None:
    """However many plies before it are good, the answer is the ply's number and the reason, and nothing else."""
    parts = RECORD.split(".")
    parts[number] = ply
    with pytest.raises(InvalidRecord, match=f"^ply {number} of the record: {reason}"):
        read_record(".".join(parts))


def test_a_ply_after_the_end() -> None:
    """A record ends with its game."""
    with pytest.raises(InvalidRecord, match=f"^ply {len(PLIES) + 1} of the record: forest on A1: the game is over"):
        read_record(f"{RECORD}.fA1")


def test_a_ply_of_another_game() -> None:
    """The plies of one deal are no game of another one."""
    with pytest.raises(InvalidRecord, match=r"^ply \d+ of the record"):
        read_record(RECORD.replace("record", "other"))


def test_a_record_without_a_game() -> None:
    """The id is refused like any other."""
    with pytest.raises(InvalidRecord, match="begins with c1-"):
        read_record("hello")


# --- diagrams -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [["."], ["f@ v@ a@", "w@ m@ h@"], [". @ x x@", "^ # . f"], [" ".join("." * 11)] * 11])
def test_diagrams_round_trip(rows: list[str]) -> None:
    """Every sign comes back; a diagram may be one text or a list of rows."""
    assert diagram(read_diagram(rows)) == rows
    assert read_diagram("\n".join(rows)) == read_diagram(rows)


NO_DIAGRAMS = {
    "": "'' at A1 is no sign",
    "f v\nw": "row B of the map has 1 sign; the first row has 2",
    ". . . . . . . . . . . .": "row A of the map has 12 signs; a map has 1 to 11 columns",
    "\n".join("." * 12): "a map has 1 to 11 rows, this one has 12",
    "f v\n. q": "'q' at B2 is no sign of a map",
    "f  v": "'' at A2 is no sign of a map",
    "fv": "'fv' at A1 is no sign of a map",
    "^@": r"'\^@' at A1 is no sign of a map",
    ".@": r"'.@' at A1 is no sign of a map",
    "@f": "'@f' at A1 is no sign of a map",
    "f .\nv F": "a capital or a '!' at B2",
    "f .!\nv f": "a capital or a '!' at A2",
    "\N{LATIN SMALL LETTER LONG S}": "at A1 is no sign",
}


@pytest.mark.parametrize("text", NO_DIAGRAMS, ids=ascii)
def test_no_diagrams(text: str) -> None:
    """The sentence names the row or the space."""
    with pytest.raises(InvalidRecord, match=NO_DIAGRAMS[text]):
        read_diagram(text)


# --- many games ---------------------------------------------------------------------------------------------------


def test_many_games_replay() -> None:
    """A thousand solo games on both sides: each record brings back the same final state (fewer in the slow browser)."""
    for number in range(50 if sys.platform == "emscripten" else 1000):
        game_id = GameId(f"many{number}", "AB"[number % 2])
        plies, end = played(game_id)
        record = write_record(game_id, plies)
        id_text, *ply_texts = record.split(".")
        again = reduce(apply, map(read_ply, ply_texts), new_game(read_game_id(id_text)))
        assert again == end, record
