"""A board's sentences for screen readers: the card, the shape, the gains, and the highlighted topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from app.board.board import Board, DrawnPly, earned, worth
from app.board.board_view import SYMBOLS, explain_topic
from app.board.event_texts import describe_fit, describe_spaces
from app.board.forms import describe_attack_direction, describe_form, describe_orientation
from app.drawing.announcements import Announcement
from app.game.ghost import cells_about_pivot, shapes_of, terrain_word
from cartographers.attack import rotated
from cartographers.cards import Option, terrains_of
from cartographers.events import SeasonScore
from cartographers.region import ROWS, Region, names, space_name
from cartographers.rules import Reason
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from words import Words, capital, number, signed

#: Minimum length of a run of spaces to name only its first and last space.
_RUN = 3


def list_spaces(words: Words, region: Region) -> str:
    """Return the names of spaces as a list; a run of three or more is named by its ends."""
    return ", ".join(_runs(words, region))


def _runs(words: Words, region: Region) -> Iterator[str]:
    """Yield the names of spaces row by row, one name for each run."""
    for row in ROWS:
        unnamed = region & row
        while unnamed:
            run = first = unnamed & -unnamed
            while (longer := run | run << 1 & unnamed) != run:
                run = longer
            unnamed &= ~run
            if run.bit_count() < _RUN:
                yield from names(run)
            else:
                yield words("space.run", first=names(first)[0], last=space_name(run.bit_length() - 1))


def describe_gains(words: Words, gains: Iterable[tuple[str, int]]) -> str:
    """Return the changes of edicts, coins, and monsters as a list; edicts are named by their letters."""
    return ", ".join(f"{what if what in EDICTS else words(f'hint.{what}')} {signed(change)}" for what, change in gains)


def announce_drawn_ply(words: Words, drawn: DrawnPly | None) -> Announcement:
    """Return the sentence about the last ply drawn here, with its gains."""
    if drawn is None:
        return Announcement("drawn", "")
    text = words("said.drawn" if drawn.ply.terrain else "said.destroyed")
    gains = describe_gains(words, drawn.gains)
    return Announcement("drawn", f"{text}: {gains}." if gains else f"{text}.", drawn.place)


@lru_cache(maxsize=4)
def describe_options(words: Words, options: tuple[Option, ...]) -> str:
    """Return the terrains and the shapes of a card."""
    shapes = [
        words("said.coin", form=form) if option.coin else form
        for option in shapes_of(options)
        for form in [describe_form(words, option.shape.cells)]
    ]
    return f"{describe_terrains(words, options)}: {words.alternatives(shapes)}."


def describe_terrains(words: Words, options: tuple[Option, ...]) -> str:
    """Return the terrains of a card."""
    return capital(words.alternatives([words(f"terrain.{terrain_word(terrain)}") for terrain in terrains_of(options)]))


def describe_score(words: Words, score: SeasonScore) -> str:
    """Return a season's stars by source: edicts, coins, and monsters."""
    parts = {letter: stars(awards) for letter, awards in score.edicts.items()}
    parts |= {words("hint.coins"): score.coins, words("hint.monsters"): score.monsters}
    return ", ".join(f"{what} {number(value)}" for what, value in parts.items()) + "."


def announce_highlight(words: Words, board: Board) -> Announcement:
    """Return the explanation of the highlighted topic.

    It ignores the ghost, so moving the ghost doesn't repeat it.
    """
    lit, beast = board.lit, board.lit_beast
    text = ""
    if beast:
        text = f"{capital(words(f'terrain.{beast.value}'))}: {words(f'beast.{beast.value}')}"
    elif lit in SYMBOLS:
        text = explain_topic(words, board)
    elif lit:
        text = _describe_scoring(words, board)
    return Announcement("lit", text, lit or "")


def _describe_scoring(words: Words, board: Board) -> str:
    """Return the name, stars, scoring spaces, and rule of the highlighted edict, or of the monsters.

    If the empty map earns the stars, the text says why.
    """
    sheet, card = board.sheet, board.lit_edict
    letter = board.lit.letter if board.lit else ""
    if card and letter:
        head = words.plural("edict.label", board.edict_stars(letter), letter=letter, name=words(f"name.{card.id}"))
        if state := board.edict_state(letter):
            head += words(f"edict.{state}")
    else:
        head = words.plural("monsters.label", worth(card, sheet))
    region = 0
    for award in earned(card, sheet):
        region |= award.spaces
    count = region.bit_count()
    places = (
        [words.plural("lit.earn" if card else "lit.cost", count, spaces=list_spaces(words, region))] if count else []
    )
    printed = board.printed_stars
    why = [words("tip.printed", stars=number(printed))] if printed else []
    return " ".join([f"{head}.", *places, words(f"rule.{card.id if card else 'monsters'}"), *why])


def announce_ghost(words: Words, board: Board) -> Iterator[Announcement]:
    """Yield the sentences about the ghost: its terrain, its form, its orientation, and its place with the gains.

    The sentences are separate so that moving the ghost repeats only its place. A new card makes all of them new.
    """
    ghost, task, ply = board.ghost, board.task, board.ply
    if ghost is None or task is None or ply is None:
        return
    options, occasion = task.options, len(board.game.plies)
    option = options[ghost.option]
    cells = cells_about_pivot(option.shape, ghost.turns, mirrored=ghost.mirrored)
    if len(terrains_of(options)) > 1:
        yield Announcement("terrain", capital(words(f"terrain.{terrain_word(ply.terrain)}")) + ".", occasion)
    if len(shapes_of(options)) > 1:
        yield Announcement("form", capital(describe_form(words, cells)) + ".", occasion)
    if option.attack:
        orientation = describe_attack_direction(
            words, rotated(option.attack.offsets, ghost.turns, mirrored=ghost.mirrored)
        )
    else:
        orientation = describe_orientation(words, cells)
    if orientation:
        yield Announcement("lies", capital(orientation) + ".", occasion)
    yield Announcement("place", _describe_place(words, board), occasion)


def _describe_place(words: Words, board: Board) -> str:
    """Return the ghost's spaces, then whether it fits or which spaces are in its way, then its gains."""
    against, ply = board.against, board.ply
    if ply is None:
        return ""
    result = describe_fit(words, board)
    if against and against.reason is not Reason.RUINS and against.spaces not in {0, ply.region}:
        result = words("said.blocked", spaces=", ".join(names(against.spaces)), verdict=result)
    if board.gains:
        result = f"{result}, {describe_gains(words, board.gains.items())}"
    return words("said.ghost", spaces=describe_spaces(words, ply), verdict=result)


def announce_note(words: Words, board: Board) -> Announcement:
    """Return the note on the tapped space."""
    return Announcement("note", words(board.note) if board.note else "", board.asked)
