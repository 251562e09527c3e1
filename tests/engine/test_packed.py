"""Packed records are short, and the words of existing links stay valid."""

import pytest

from cartographers import Box, InvalidRecord, Ply, Terrain, game_id, read_record
from cartographers.game_id import GameId, edicts_named, pure_game
from cartographers.packed import pack, unpack
from cartographers.rules import count_plies, legal_moves, nth_ply, ply_bundles, ply_number
from support.refusals import refused
from support.simulated import played_game

EDICTS = edicts_named(["cauldrons", "treetower", "shieldgate", "canal-lake"])
IDS = (
    GameId("record"),
    GameId("a1", "B", edicts=EDICTS),
    pure_game("z" * 32, Box.HEROES),
    GameId("k3x9q2", "D", 3, heroes=True, ambush=Box.BOTH, explore=Box.HEROES),
    GameId("custom", "XBRIXUHDDB6YW45RRM3N0A", 2, edicts=EDICTS),
)


GAMES = [played_game(game) for game in IDS]
#: Records with their words in links that players have sent. None of them may change.
PINNED = (
    ("c1-a-1p-record.vA4.fA9B8B9C8.aI5I6I7J6.vH6H7H8H9.aG4H4.vI9I10J9J10J11", "a7NmoSzphxUBD2gWI8iXrn"),
    (
        "c1-b-1p-er1bg-a1.vB6B7B8C7.fF8F9G9G10G11.aB10C10D8D9D10.wG1G2G3G4.wI11J11K11.vA2A3A4B2B3",
        "bHXbIVkvvzfLcvirRcRBpnS",
    ),
    (
        "c1-c-hhhyh-1p-zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.vB8.wF9F10G9H9H10.aD2E2E3E4F2.fH2I1I2I3J2",
        "cGxXYI6yiuWo7rQcbM5Pzv314EfV3T3ae8bYAf2bMOneaqP",
    ),
    (
        "c1-d-hbmyb-3p-k3x9q2.fF2F3F4G2G4.fF2F4G2G3G4.fI6I7I8J6J8.vH6H7I7I8J8.vC6C7D5D6E5.vG5G6",
        "dkvq0NRcpSct3Qa30A8q0yVp3c",
    ),
    (
        "c1-xbrixuhddb6yw45rrm3n0a-1p-custom.aF2G1G2G3H2.wF8G8H7H8H9.wI5J4J5K3K4.vB2B3B4C3.vA10B10C10D10",
        "x3zh53yiECScr3iuxXqOsyJzzLdwa1S0E9IJpii",
    ),
)


@pytest.mark.parametrize(("record", "word"), PINNED)
def test_sent_links_still_open_the_same_games(record: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that players have sent open the same games in each version, and none after a change of the rules."""
    assert pack(read_record(record)) == word
    assert unpack(word) == read_record(record)
    monkeypatch.setattr(game_id, "RULES_VERSION", "c2")
    with refused(game_id.UnsupportedRules, match="c1"):
        unpack(word)


def test_length_and_refusal_of_words() -> None:
    """A packed solo game has fewer than 50 characters, a game of twelve fewer than 350; invalid words are refused."""
    for players, most in ((1, 50), (12, 350)):
        assert len(pack(played_game(GameId("k3x9q2ab", players=players)))) < most
    for word in ("", "a", "a000", "e0000", "a" + "0" * 3_000, "a0000\N{ARABIC-INDIC DIGIT ONE}", "a-000"):
        with refused(InvalidRecord, match="."):
            unpack(word)


def test_only_legal_plies_have_numbers() -> None:
    """Each legal ply has a number in the openings, and other plies raise a ValueError."""
    for game in GAMES:
        for state in game.states[::5]:
            found, moves = list(ply_bundles(state)), legal_moves(state)
            assert [ply_number(found, ply) for ply in moves] == list(range(count_plies(found)))
            assert [nth_ply(found, number) for number in range(len(moves))] == moves
            with pytest.raises(ValueError, match="do not have this ply"):
                ply_number(found, Ply(Terrain.FOREST, 0))
