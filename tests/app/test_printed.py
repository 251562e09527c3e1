"""The printed game: its cards are those of the engine's game, step by step, and its text is read back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game import printed
from app.game.printed import PrintedGame, read_printed, reveal, write_printed
from app.game.setup import MAX_NAME_LENGTH, Cartographer, Setup, clean_name, with_text
from app.game.shelf import NewerSave
from cartographers import GameId, InvalidRecord, read_game_id
from cartographers.beast import Beast
from cartographers.cards import ExploreCard, RuinsCard
from cartographers.deal import deal
from cartographers.events import Reveal, Score
from cartographers.seasons import SEASONS
from support.simulated import played
from support.strategies import game_ids

#: Games of each box and of several mixes, solo and with several players, on printed and on custom maps.
IDS = (
    *("c1-a-1p-k3x9q2", "c1-b-2p-e8go0-k3x9q2", "c1-c-hhhyh-1p-k3x9q2", "c1-d-hhhyh-3p-second"),
    *("c1-d-bhmym-2p-third", "c1-a-hbbnm-1p-fourth", "c1-b-hhhnb-1p-fifth", "c1-xbrixuhddb6yw45rrm3n0a-2p-sixth"),
)


def begun(text: str, steps: int = 0) -> PrintedGame:
    """Return a printed game without names, after some steps."""
    game_id = read_game_id(text)
    return PrintedGame(game_id, ("",) * game_id.players, steps)


def steps_of(game: PrintedGame) -> list[PrintedGame]:
    """Return a game after each number of steps."""
    games = [game]
    while not games[-1].is_over:
        games.append(reveal(games[-1]))
    return games


@pytest.mark.parametrize("text", IDS)
def test_cards_are_those_of_the_engines_game(text: str) -> None:
    """A printed game has the cards, ruins to cover, times, and seasons of the page's game, and takes back each step."""
    states = played(read_game_id(text))[1]
    events = [event for state in states for event in state.events]
    games = steps_of(begun(text))
    assert [game.card or game.season.name for game in games[1:]] == [
        event.card if isinstance(event, Reveal) else event.score.season.name
        for event in events
        if isinstance(event, Reveal) or (isinstance(event, Score) and event.score.player == 0)
    ]
    assert games[0].deal.edicts == states[0].deal.edicts
    assert len(games) - 1 == printed.step_count(games[0].id)
    found = {(game.season_number, game.cards): game.must_cover_ruins for game in games if game.card}
    for state in states:
        if state.task and isinstance(state.task.card, ExploreCard):
            assert state.ruins_due == found[state.season, state.face_up]
    for game in games:
        if game.ruins_wait:
            *_, latest = [card for card in game.cards if isinstance(card, ExploreCard | RuinsCard)]
            assert isinstance(latest, RuinsCard)
            assert not isinstance(game.card, ExploreCard | RuinsCard)
            assert not game.must_cover_ruins
    games = steps_of(begun(text))
    assert (games[0].card, games[0].time, games[0].season.name) == (None, 0, "spring")
    for before, after in pairwise(games):
        assert after.is_season_over == before.is_last_card
        assert before.is_last_card == (before.card is not None and before.time >= before.season.threshold)
        assert after.scored_seasons == before.scored_seasons + after.is_season_over
        assert after.moment.time == after.time
        assert printed.take_back(after) == before
    assert (printed.take_back(games[0]), reveal(games[-1])) == (games[0], games[-1])
    ends = [game for game in games if game.is_season_over]
    assert tuple(game.season for game in ends) == SEASONS[games[0].id.seasons]
    assert [game.next_season for game in ends] == [*(game.season for game in ends[1:]), None]
    assert [game.is_over for game in games] == [False] * (len(games) - 1) + [True]


@given(game_id=game_ids, data=st.data())
def test_any_deal_is_revealed_card_by_card(game_id: GameId, data: st.DataObject) -> None:
    """Any game reveals its deal card by card, and its text is read back at any step, with any names."""
    names = data.draw(st.tuples(*[st.text(max_size=MAX_NAME_LENGTH).map(clean_name)] * game_id.players))
    games = steps_of(PrintedGame(game_id, names))
    dealt = [card for season in deal(game_id).seasons for card in season.deck[: season.reveal_count]]
    assert [game.card for game in games if game.card] == dealt
    game = data.draw(st.sampled_from(games))
    assert read_printed(write_printed(game)) == game


def test_beasts_were_revealed() -> None:
    """The beasts are those of the ambush cards so far, over all seasons, in order."""
    most = 0
    for seed in "abcd":
        expected: list[Beast] = []
        for game in steps_of(begun(f"c1-c-hhhyh-1p-{seed}")):
            beast = getattr(game.card, "beast", None)
            expected += [beast] if beast else []
            assert list(game.beasts) == expected
        most = max(most, len(expected))
    assert most > 1


def test_text_and_setup_of_a_game() -> None:
    """A text with the id, the steps, the names, and the notes is read back; a setup gives its options and names."""
    game = PrintedGame(read_game_id("c1-a-2p-x"), ("Ana María", ""), 7, ("paper:0:abc", "other:"))
    text = "p1 c1-a-2p-x 7 by:Ana%20Mar%C3%ADa by: paper:0:abc other: end"
    assert write_printed(game) == text
    assert read_printed(text) == game
    assert read_printed("p1 c1-a-1p-x 0 by: end") == begun("c1-a-1p-x")
    assert str(Cartographer("Ana María")).startswith("Ana%20Mar%C3%ADa,")  # names are written as in saved games
    setup = with_text(with_text(Setup("s").with_players(2).with_bot("master"), "name 0", " Ana "), "name 2", "Cleo")
    game = printed.begin_printed(setup.with_cards("heroes"))
    assert game == PrintedGame(read_game_id("c1-c-hhhyh-3p-s"), ("Ana", "", "Cleo"))
    with pytest.raises(InvalidRecord, match=r"error\.seed"):
        printed.begin_printed(Setup("no seed"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *((text, "companion.error.text") for text in ("", "v2 c1-a-1p-x 0 by: end")),
        *((text, "error.save.end") for text in ("p1", "p1 end", "p1 c1-a-1p-x end", "p1 c1-a-1p-x 0 by:")),
        *(("p1 nonsense 0 by: end", "error.id.version"), ("p1 c0-a-1p-x 0 by: end", "error.id.older")),
        *((f"p1 c1-a-1p-x {steps} by: end", "companion.error.steps") for steps in (-1, 999, 9999999999)),
        *((f"p1 c1-a-1p-x 0 {names}end", "error.save.cartographers") for names in ("", "by: by: ")),
        *((f"p1 c1-a-1p-x 0 by:{name} end", "error.name") for name in ("%00", 25 * "a")),
        *((f"p1 c1-a-1p-x 0 by: {note} end", "error.save.note") for note in ("nonsense", ":x")),
    ],
)
def test_damaged_text_is_refused(text: str, key: str) -> None:
    """A damaged text is refused with a sentence about the damaged part, and one of a newer version as such."""
    with pytest.raises(InvalidRecord) as caught:
        read_printed(text)
    assert caught.value.sentence.key == key
    with pytest.raises(NewerSave):
        read_printed("p2 whatever comes then")
