"""Text formats are read and written correctly: names of spaces, game ids, plies, records, and diagrams."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from cartographers import Box, apply, new_game, read_diagram
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId, check_seed, edicts_named, pure_game, read_game_id
from cartographers.record import read_ply, read_record, write_ply, write_record
from cartographers.region import BOARD, names, region_of, space_at, space_named
from cartographers.scoring import Family, cards_of
from support import scenes
from support.refusals import refused, said
from support.simulated import played

EDICTS = edicts_named(["cauldrons", "treetower", "shieldgate", "canal-lake"])
MIXED_EDICTS = edicts_named(["starlit-sigil", "treetower", "caravansary", "canal-lake"])


PLIES, [*_, END] = played(GameId("record"))
RECORD = write_record(GameId("record"), PLIES)


def test_space_names() -> None:
    """A space's name is the letter of its row and the number of its column; all other names are refused."""
    assert names(BOARD) == [f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(1, 12)]
    assert region_of(map(space_named, names(BOARD))) == BOARD
    assert space_named("C4") == space_at(2, 3)
    wrong = ("", "A", "4", "A0", "A12", "L1", "a1", "A01", "A1 ", "A1\n", "A-1", "1A", "AA1")
    for name in (*wrong, "A\N{ARABIC-INDIC DIGIT ONE}"):
        with refused(InvalidRecord, match="there is no space"):
            space_named(name)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        *(("fA1", "forest A1"), ("vA9A10A11", "village A9 A10 A11"), ("aC3D2", "farm C3 D2"), ("wK11", "water K11")),
        *(("mA1B1B2C1", "monster A1 B1 B2 C1"), ("hC4xC5C6C7", "hero C4 x C5 C6 C7")),
        *(("hK11xJ10", "hero K11 x J10"), ("hA1", "hero A1"), ("xC4", "x C4"), ("xK11", "x K11")),
    ],
)
def test_ply_notation(text: str, drawn: str) -> None:
    """A ply is written as its terrain's letter, or an ``x`` for a pick, its spaces, and a hero's attacked spaces."""
    assert write_ply(scenes.ply(drawn)) == text
    assert read_ply(text) == scenes.ply(drawn)


ALL_HEROES = {"heroes": True, **dict.fromkeys(("explore", "seasons", "ambush", "scoring"), Box.HEROES)}
#: Game ids as text, and the options of the games that they mean.
IDS: dict[str, dict[str, Any]] = {
    "a-1p": {},
    "b-12p-er1bg": {"side": "B", "players": 12, "edicts": EDICTS},
    "d-bbbnm-2p-ev1fg": {"side": "D", "players": 2, "edicts": MIXED_EDICTS, "scoring": Box.BOTH},
    "a-hbbnb-1p": {"explore": Box.HEROES},
    "a-bhbnb-1p": {"seasons": Box.HEROES},
    "a-bbhnb-1p": {"ambush": Box.HEROES},
    "a-bbmnb-1p": {"ambush": Box.BOTH},
    "a-bbbyb-1p": {"heroes": True},
    "a-bbbnh-1p": {"scoring": Box.HEROES},
    "a-bbbnm-1p": {"scoring": Box.BOTH},
    "c-hhhyh-1p": ALL_HEROES | {"side": "C"},
    "a-hhmym-1p": ALL_HEROES | {"ambush": Box.BOTH, "scoring": Box.BOTH},
}


@pytest.mark.parametrize("text", IDS)
def test_parts_of_a_game_id(text: str) -> None:
    """A game id contains the rules version, the side, the mix, the players, the chosen edicts, and the seed."""
    game_id = GameId("k3x9q2", **IDS[text])
    assert str(game_id) == f"c1-{text}-k3x9q2"
    assert read_game_id(f"c1-{text}-k3x9q2") == game_id


def test_parts_of_a_game_id_keep_their_places() -> None:
    """A game id omits the mix of the base box, its edicts keep their places, and its last part is always the seed."""
    assert read_game_id("c1-a-bbbnb-1p-x") == read_game_id("c1-a-1p-x") == GameId("x")
    assert str(read_game_id("c1-b-bbbnb-2p-e08go-x")) == "c1-b-2p-e08go-x"
    for one, two, three, four in zip(*(cards_of(family, Box.BOTH) for family in Family), strict=True):
        for edicts in ((one, two, three, four), (three, four, two, one)):
            assert read_game_id(str(GameId("x", edicts=edicts, scoring=Box.BOTH))).edicts == edicts
    for seed in ("hhhyh", "bbbnb", "1p", "e08go", "c1"):
        assert read_game_id(f"c1-a-1p-{seed}") == GameId(seed)
        assert read_game_id(f"c1-c-hhhyh-1p-{seed}") == pure_game(seed, Box.HEROES)
        assert read_game_id(f"c1-b-3p-e08go-{seed}").seed == seed


NO_IDS = {
    "": "begins with c1-, this one with ''",
    "k3x9q2": "begins with c1-",
    "d1-a-1p-x": "begins with c1-, this one with 'd1'",
    "c2-a-1p-x": "made under newer rules \\(version c2\\); the version here is c1",
    "c0-a-1p-x": "made under older rules \\(version c0\\); the current version is c1",
    "c0": "begins with c1-, this one with 'c0'",
    **dict.fromkeys(("c1", "c1-a-1p", "c1-a-1p-e08go-x-y", "c1-c-hhhym-1p-e4cks-x-y"), "looks like c1-a-1p-k3x9q2"),
    "c1-e-1p-x": "no map side 'E'; sides are A, B, C, D",
    "c1-ab-1p-x": "no map side 'AB'",
    "c1--1p-x": "no map side ''",
    **{f"c1-a-{part}-x": f"players .* not like '{part}'" for part in ("0p", "p", "1", "01p", "hhhyh")},
    "c1-a-13p-x": "1 to 12 players, not 13",
    "c1-hhhyh-1p-x": "no map side 'HHHYH'",
    "c1-a-hhhy-1p-x": "players .* not like 'hhhy'",
    "c1-a-hhhyh-hhhyh-1p-x": "players .* not like 'hhhyh'",
    **{
        f"c1-a-{mix}-1p-x": f"'{mix}' in the game ID is not a mix of boxes; a mix looks like bbbnb or hhhyh"
        for mix in ("mbbnb", "bmbnb", "bbbbb", "ynbhm")
    },
    "c1-a-1p-": "a seed is 1 to 32 letters .* not ''",
    "c1-a-1p-a_b": "a seed is .* not 'a_b'",
    "c1-a-1p-é": "a seed is .* not 'é'",
    "c1-a-1p-x\n": "a seed is",
    "c1-a-1p-\N{KELVIN SIGN}": "a seed is",  # as a small letter it is an ASCII k
    "c1-a-1p-" + "x" * 33: "a seed is 1 to 32",
    **{
        f"c1-a-1p-{code}-x": f"'{code}' in the game ID is not a choice of edicts"
        for code in ("hhhyh", "048c", "e08g", "e08gz", "e", "")
    },
    "c1-a-1p-e48go-x": "faunlost-thicket is from the heroes box, but the scoring cards are from base",
    "c1-c-hhhyh-1p-e4cko-x": "borderlands is from the base box, but the scoring cards are from heroes",
    "c1-c-hhhym-1p-e45ks-x": "one from each family, not faunlost-thicket, deepwood, craylund, dwarvenholds",
    "c1-a-1p-e0123-x": "one from each family, not sentinel-wood, treetower, greenbough, stoneside-forest",
}


def test_invalid_edicts_are_refused() -> None:
    """Edicts are refused if a card doesn't exist or there are fewer than four."""
    with refused(InvalidRecord, match="no scoring card 'no-card'"):
        edicts_named(["treetower", "no-card"])
    with refused(InvalidRecord, match="a game has four edicts"):
        GameId("x", edicts=edicts_named(["treetower"]))


def test_record_restores_the_game() -> None:
    """A record restores the game after any ply, and is refused without an id, after the end, or with other cards."""
    game_id, plies, played = read_record(f" {RECORD}\n")
    assert (game_id, list(plies)) == (GameId("record"), PLIES)
    assert played[-1] == reduce(apply, plies, new_game(game_id)) == END
    for count in range(len(PLIES) + 1):
        parts = RECORD.split(".")[: count + 1]
        assert read_record(".".join(parts))[:2] == (GameId("record"), tuple(PLIES[:count]))
    first, *others = RECORD.split(".")
    assert read_record(".".join([first.upper(), *others])) == read_record(RECORD)
    assert read_record(RECORD.replace("c1-a-1p", "c1-a-bbbnb-1p")) == read_record(RECORD)
    for mix in ("hbbnb", "bbhnb", "bbbyb"):
        with refused(InvalidRecord, match=r"^move \d+: "):
            read_record(RECORD.replace("c1-a-1p", f"c1-a-{mix}-1p"))
    for record, reason in (
        (f"{RECORD}.fA1", f"^move {len(PLIES) + 1}: forest on A1: the game is over"),
        (RECORD.replace("record", "other"), r"^move \d+"),
        ("hello", "begins with c1-"),
    ):
        with refused(InvalidRecord, match=reason):
            read_record(record)


#: Plies that can't be read.
UNREADABLE = ("", "A1A2", "f", "fa1", "FA1", "x", "hxA1", "hA1x", "hA1xA2xA3", "hA1XA2", "XA1", "fA1 A2", "fA1,A2")
DISORDERED = ("hA1xA3A2", "hA1xA2A2", "fB1A1", "fA10A9", "fA1A1")
BAD_PLIES = {
    **{ply: f"'{ply}' is not a move" for ply in UNREADABLE},
    **{ply: f"the spaces of '{ply}' are out of order, or one appears twice" for ply in DISORDERED},
    **{f"f{space}": f"there is no space '{space}'" for space in ("A0", "A12", "L1", "A01")},
    "hA1xA12": "there is no space 'A12'",
    "hA1": "hero on A1: the card does not offer that terrain",
    "hA1xA2": "hero on A1: the card does not offer that terrain",
    "xA1": "a pick on A1: the card does not offer that terrain",
    "fB4": "forest on B4: it covers a mountain",
    "fA1C3K9": "forest on A1, C3, K9: ",
}


@pytest.mark.parametrize("ply", BAD_PLIES, ids=repr)
@pytest.mark.parametrize("number", [1, 2, len(PLIES)])
def test_record_with_a_bad_ply_is_refused(ply: str, number: int) -> None:
    """A record with an invalid or illegal ply is refused with the ply's number and the reason."""
    parts = RECORD.split(".")
    parts[number] = ply
    with refused(InvalidRecord, match=f"^move {number}: {BAD_PLIES[ply]}"):
        read_record(".".join(parts))


MEGABYTES = "x" * 3_000_000
#: Functions that read strings, with strings that have a very long part.
ENDLESS: list[tuple[Callable[[str], object], list[str]]] = [
    (read_game_id, [f"{start}{MEGABYTES}" for start in ("", "c1-", "c1-a-1p-")]),
    (read_game_id, [f"c1-{MEGABYTES}-1p-x", f"c1-a-{MEGABYTES}-x", f"c1-a-1p-{MEGABYTES}-x"]),
    (read_record, [MEGABYTES, f"c1-a-1p-x.{MEGABYTES}"]),
    (read_record, [f"c1-a-1p-x.f{'A1' * 10**6}", f"c1-a-1p-x.f{''.join(names(BOARD))}"]),
    (read_ply, [f"fA{MEGABYTES}", f"fA{'1' * 10**6}"]),
    (space_named, [MEGABYTES]),
    (read_diagram, [MEGABYTES, MEGABYTES + "\n" * 10**6]),
    (check_seed, [MEGABYTES]),
    (lambda text: edicts_named(text.split(",")), [f"treetower,{MEGABYTES}"]),
    (lambda text: GameId("x", edicts=edicts_named(text.split(","))), [",".join(["treetower"] * 100_000)]),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("read", "texts"), ENDLESS, ids=[f"{number}" for number in range(len(ENDLESS))])
def test_message_about_a_very_long_string_is_short(read: Callable[[str], object], texts: list[str]) -> None:
    """The message about a very long string has fewer than 700 characters."""
    for text in texts:
        with pytest.raises(InvalidRecord) as raised:
            read(text)
        assert len(said(raised.value.sentence)) < 700


def test_quoting_shortens_long_values() -> None:
    """Quoting leaves out the middle of long values, but quotes the longest valid ids in full."""
    assert quoted("c1-a-bbbnb-12p-er1bg-" + "k" * 32) == repr("c1-a-bbbnb-12p-er1bg-" + "k" * 32)
    assert quoted("a" * 100 + "b" * 100) == f"'{'a' * 27}...{'b' * 28}'"
    assert quoted("\n'") == repr("\n'")
    assert quoted(None) == "None"
    assert quoted(["treetower", [MEGABYTES], 10**4000]).startswith("['treetower', [...], 1000")


NO_DIAGRAMS = {
    "": "'' at A1 is not a map character",
    "f v\nw": "row B of the map has 1 character; the first row has 2",
    ". . . . . . . . . . . .": "row A of the map has 12 characters; a map has 1 to 11 columns",
    "\n".join("." * 12): "a map has 1 to 11 rows; this one has 12",
    "f v\n. q": "'q' at B2 is not a map character",
    "f  v": "'' at A2 is not a map character",
    "fv": "'fv' at A1 is not a map character",
    "^@": r"'\^@' at A1 is not a map character",
    ".@": r"'.@' at A1 is not a map character",
    "@f": "'@f' at A1 is not a map character",
    "f .\nv F": "a capital letter or a '!' at B2",
    "f .!\nv f": "a capital letter or a '!' at A2",
    "\N{LATIN SMALL LETTER LONG S}": "at A1 is not a map character",
}


@pytest.mark.parametrize(
    ("read", "text", "why"),
    [(read, *row) for read, rows in ((read_game_id, NO_IDS), (read_diagram, NO_DIAGRAMS)) for row in rows.items()],
    ids=map(ascii, (*NO_IDS, *NO_DIAGRAMS)),
)
def test_invalid_game_ids_and_diagrams_are_refused(read: Callable[[str], object], text: str, why: str) -> None:
    """Invalid game ids and diagrams are refused with a message about the wrong part, row, or space."""
    with refused(InvalidRecord, match=why):
        read(text)
