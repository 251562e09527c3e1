"""Packed records restore every game, and damaged words are refused."""

from hypothesis import given
from hypothesis import strategies as st

from cartographers import InvalidRecord, new_game
from cartographers.packed import Packer, Unpacker, pack, read_any, unpack
from cartographers.record import PlayedGame, write_record
from engine.test_packed import GAMES
from support.refusals import refused

games = st.builds(
    lambda game, count: PlayedGame(game.id, game.plies[:count], game.states[: count + 1]),
    st.sampled_from(GAMES),
    st.integers(0, max(len(game.plies) for game in GAMES)),
)


@given(games)
def test_packed_records_round_trip(game: PlayedGame) -> None:
    """A packed record of letters and digits restores all plies and states of a finished or unfinished game."""
    word = pack(game)
    assert (word.isascii(), word.isalnum()) == (True, True)
    assert unpack(word) == read_any(f" {word}\n") == game
    assert read_any(write_record(game.id, game.plies)) == game


@given(games, st.data())
def test_a_cut_or_changed_word_is_refused(game: PlayedGame, data: st.DataObject) -> None:
    """A word that is cut off or has a changed character is refused, and never read as a different game."""
    word = pack(game)
    place = data.draw(st.integers(0, len(word) - 1))
    other = data.draw(st.sampled_from("abcd059AZz"))
    damaged = data.draw(st.sampled_from([word[:place], word[:place] + other + word[place + 1 :]]))
    if damaged != word:
        with refused(InvalidRecord, match="damaged or incomplete|begins with c1-"):
            read_any(damaged)


@given(st.text() | st.text("abcd0123456789", max_size=40).map("a{}".format))
def test_any_other_text_raises_invalid_record(text: str) -> None:
    """Any other text in a link raises InvalidRecord and no other exception."""
    with refused(InvalidRecord, match="."):
        unpack(text)


@given(st.lists(st.integers(0, 99), max_size=60))
def test_forged_words(choices: list[int]) -> None:
    """A forged word with a correct checksum is either read as a game or refused with InvalidRecord."""
    packer = Packer()
    for choice in (0, *choices):
        packer.add(choice, 100)
    try:
        game = unpack(f"a{packer.word()}")
    except InvalidRecord:
        return
    assert game.states[0] == new_game(game.id)


@given(st.lists(st.integers(1, 10**6).flatmap(lambda count: st.tuples(st.integers(0, count - 1), st.just(count)))))
def test_choices(choices: list[tuple[int, int]]) -> None:
    """Choices are restored in order, and a word with choices that weren't taken is refused."""
    packer = Packer()
    for choice, count in choices:
        packer.add(choice, count)
    words = [packer.word()]
    packer.add(1, 2)
    complete, incomplete = map(Unpacker, [*words, packer.word()])
    assert [complete.take(count) for _, count in choices] == [choice for choice, _ in choices]
    complete.end()
    for _, count in choices:
        incomplete.take(count)
    with refused(InvalidRecord, match="."):
        incomplete.end()
