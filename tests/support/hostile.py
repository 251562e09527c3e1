"""The parsers of all text that a stranger, another version, or a damaged device can change, and hostile texts for them.

The tests and the fuzzer, ``python3 py fuzz``, share this list. Files of the site aren't in it, such as words and later
parts, because the page rejects each file with a wrong hash before it parses the file.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache, reduce
from typing import Any, Generic, NamedTuple, TypeVar
from unittest.mock import patch

from hypothesis import strategies as st

from app import messages as m
from app.arrival.invitation import read_damaged_invitation, read_invitation
from app.arrival.link import link_of
from app.game.custom_maps import is_named_map, map_named, names_in, with_named
from app.game.daily import EPOCH, DailyRun, read_runs
from app.game.library import read_entry
from app.game.paper import read_paper
from app.game.paper_notes import read_counted_row, read_counts, read_maps
from app.game.printed import read_printed, write_printed
from app.game.puzzle_progress import merge_progress, read_progress
from app.game.rival import read_rival
from app.game.seating import read_seat, write_seat
from app.game.setup import read_cartographer
from app.game.shelf import END, read_count, read_notes, read_save, shelf_of, write_save
from app.game.summary import read_deal_summary, read_summary
from app.page.preferences import DEFAULTS, read_preferences
from app.room.saved_room import key_in, read_room
from app.saves.former import current_line
from app.saves.notes import NOTES
from app.screens.editor.drawing import read_draft, write_draft
from app.screens.follow.screen import link_in
from app.screens.history.importing import Import, fault_in
from app.screens.history.other_lines import read_other, write_other
from app.screens.paper.tally import read_tally
from app.screens.parts.printed_game import past_game, setup_of_next
from app.screens.parts.strengths import bot_results_of
from app.screens.puzzles.answering import first_answer
from app.screens.puzzles.choosing import all_puzzles
from cartographers.__main__ import answer
from cartographers.custom_map import custom_sheet, custom_side
from cartographers.diagram import diagram, read_diagram, read_marked_diagram
from cartographers.errors import InvalidRecord
from cartographers.game_id import GameId, read_game_id, read_with_our_rules
from cartographers.packed import Packer, Unpacker, pack, read_any, unpack
from cartographers.record import read_ply, read_record, write_ply, write_record
from cartographers.region import space_name, space_named
from rooms import by_hand
from rooms.log import CheckedText, read_signed
from rooms.message import protocol_of, read_greeting, read_message, write_greeting
from rooms.statement import read_statement, write_statement
from support import saved_files
from support.playing import ANA, kept_games
from support.refusals import said
from support.saved_files import DEVICE, NAMES, ON_TABLE, PAST, file_of, file_with, result_of
from support.together import Device, begun_together, play
from support.visits import arrive, changed

TODAY = date(2026, 11, 26)
#: The saved games: an unfinished one, then finished ones.
KEPT = kept_games()
RECORDS = tuple(read_save(text).game.record for _, text in KEPT)
PLAYED = tuple(map(read_record, RECORDS))
SOLO = next(played for played in PLAYED if played.id.players == 1 and played.states[-1].is_over)
#: Characters and words with a meaning in some format, and characters that Python and JavaScript treat differently.
SIGNS = (
    *" \n\t\r.,;:-_=?&#%~/@!^*'\"{}[]()09aAzZfxc\0\x1c\x85\u2028\ufeff\xad\u200b\u0130\u212a\u0661\ud800\udfff",
    *("end", "v2", "v3", "c1-", "c2-", "by:,,", "seat:", "game:", "hello4", "room4", "room1", "?id=", "%25", "%F0%9F"),
    *("9" * 20, "9" * 5000, "A12", "A1", "A01", "0p", "13p", "://"),
)


_Value = TypeVar("_Value")


class Parser(NamedTuple, Generic[_Value]):
    """A parser of foreign text."""

    #: Parses a text.
    read: Callable[[str], _Value]
    #: Valid texts, from which tests make damaged ones.
    texts: Sequence[str]
    #: True if the parser refuses a bad text with :class:`InvalidRecord`; False if it accepts any text.
    refuses: bool = True
    #: The inverse of the parser, if it has one.
    write: Callable[[_Value], str] | None = None

    def check(self, text: str) -> bool:
        """Return whether a text gives a value; check that it is read back unchanged, or the refusal is explained."""
        refusal = None
        try:
            value = self.read(text)
        except InvalidRecord as error:
            refusal = error.sentence
        if refusal:
            assert self.refuses
            assert said(refusal)
        elif self.write:
            assert self.read(self.write(value)) == value
        return not refusal


def lenient(
    read: Callable[[str], _Value], texts: Sequence[str], write: Callable[[_Value], str] | None = None
) -> Parser[_Value]:
    """Return a parser that accepts any text."""
    return Parser(read, texts, refuses=False, write=write)


def imported(text: str) -> m.Message:
    """Import a file into a history that has one game, and return the result."""
    last = result_of(Import(text, (KEPT[0], PAST), KEPT[0][1], ON_TABLE).work())
    for game in last.games:
        read_entry(*game)
    for name, _ in last.printed:
        assert past_game(last.printed, name)
    for _, line in last.unread:
        fault_in(line)
    return last


def message_of(text: str) -> object:
    """Return the message of a button's command; None for an unknown one, which no button has."""
    try:
        return m.read_command(text)
    except ValueError:
        return None


class Noted(Packer):
    """A packer that also notes its choices as characters."""

    def __init__(self) -> None:
        """Start with no choices."""
        super().__init__()
        self.text = ""

    def add(self, choice: int, count: int) -> None:
        """Add a choice."""
        super().add(choice, count)
        self.text += chr(choice)


class Forged(Unpacker):
    """An unpacker of choices by an attacker who knows the format, so that no checksum is wrong."""

    def __init__(self, choices: str) -> None:
        """Begin with the first choice."""
        self._choices = iter(choices)

    def take(self, count: int) -> int:
        """Return the next choice; 0 after the last one, as after the last choice in a word."""
        return ord(next(self._choices, "\0")) % count

    def end(self) -> None:
        """Accept choices that weren't taken."""


def choices_of(module: str, write: Callable[[], str]) -> str:
    """Return the choices that a module packs, as characters."""
    noted = Noted()
    with patch(f"{module}.Packer", lambda: noted):
        write()
    return noted.text


def forged(module: str, read: Callable[[], object]) -> Callable[[str], object]:
    """Return a parser of choices, which are given as characters, instead of the words that a module reads."""

    def parse(choices: str) -> object:
        with patch(f"{module}.Unpacker", lambda *_: Forged(choices)):
            return read()

    return parse


@cache
def room() -> tuple[Device, ...]:
    """Return two devices whose game in a room has begun; each has drawn for a few cards."""
    devices = begun_together(GameId("room1", players=3), ("Ada",), ("Ben", "Cleo"))
    play(devices, lambda: bool(devices[0].room.peer.table and devices[0].room.peer.table.card == 3))
    return tuple(devices)


def heard(text: str) -> object:
    """Return the room of a device after a message, as if its signatures were right."""
    return HOST.room.talk.receive_all(CheckedText(text))


HOST = room()[0]
OPENER = HOST.device
NEWS = HOST.room.peer.news()
GREETING, *STATEMENTS = NEWS.split("\n")
TEXTS = tuple(line.partition(" ")[2] for line in STATEMENTS)
BY_HAND = by_hand.pack(NEWS, OPENER)
SAVED_ROOM = next(iter(HOST.kept.values()))
WORD = HOST.room.word
SUMMARY, DEALT = (
    [word.partition(":")[2] for _, text in KEPT[1:] for word in text.split() if word.startswith(f"{note}:")]
    for note in ("sum", "dealt")
)
LINKS = (
    *(f"https://x.example/?id={SOLO.id}", f"https://x.example/?record={pack(SOLO)}"),
    *(f"?beat={pack(SOLO)}&by=Ana", f"?record={RECORDS[1]}"),
    "?map=Bah%C3%ADa%20de%20%EC%95%88%EA%B0%9C&id=c1-xbrixuhddb6yw45rrm3n0a-1p-x",
    *("?embed&daily&lang=es", f"#room={WORD}-3.{BY_HAND}"),
)
PRINTED = ("p1 c1-a-1p-x 0 by: end", "p1 c1-d-hhhyh-3p-x 12 by:Ana by: by:B%C3%A9n count:0.1.7..3. paper:0:x end")
CUSTOM_SIDES = saved_files.MAPS.split()
PAPERS = ("p1-d-3-f2do49ho55x", "p1-a--o116", "p1-xbrixuhddb6yw45rrm3n0a-14-o109")
YESTERDAY = TODAY - timedelta(1)
RUNS = f"{DailyRun(TODAY, 'k0', 12)} {DailyRun(YESTERDAY, 'k1')} {DailyRun(EPOCH, 'k2', practice=True)}"
PROGRESS = f"round:2 12:1534:1:0:fA1A2 4:1200:0:0:fB1 6.11?:4:fA1A2 6.11:4:0 {TODAY} {YESTERDAY}"
RESULTS = f"b4 {SOLO.id}:40,50,60,70"

PARSERS: Mapping[str, Parser[Any]] = {
    "space": Parser(space_named, ["A1", "K11"], write=space_name),
    "ply": Parser(read_ply, ["fA1A2", "hC4xC5C6", "xC4"], write=write_ply),
    "custom map": Parser(custom_sheet, CUSTOM_SIDES, write=custom_side),
    "draft of a custom map": lenient(
        read_draft, [write_draft(custom_sheet(side)) for side in CUSTOM_SIDES], write=write_draft
    ),
    "names of custom maps": lenient(
        lambda text: (names_in(text), [*map(is_named_map, text.split())])[0],
        [NAMES, f"{CUSTOM_SIDES[0]}:a {CUSTOM_SIDES[1]}:%F0%9F%97%BA"],
        write=lambda names: reduce(lambda note, pair: with_named(note, map_named(*pair)), names.items(), ""),
    ),
    "paper map": Parser(read_paper, PAPERS, write=str),
    "tally of a paper map": lenient(
        read_tally, [f"{PAPERS[0]} heroes fall A=treetower C=silos", f"{PAPERS[1]} base all"], write=str
    ),
    "maps of a printed game": Parser(
        lambda text: read_maps(tuple(text.split(" ")), GameId("x", players=3)),
        [f"map:0.2.{PAPERS[1]} map:3.0.p1-a-5-fo115 other:note"],
    ),
    "counted row": Parser(read_counted_row, ["12.8.14.0", ".199..99", "..."], write=str),
    "counted rows of a printed game": Parser(
        lambda text: read_counts(tuple(text.split(" ")), GameId("x", players=3)),
        ["count:0.2.12.8.14.0 count:3.0..199..99 other:note"],
    ),
    "game ID": Parser(
        read_game_id, [*(str(played.id) for played in PLAYED), *(f"c1-{side}-1p-x" for side in CUSTOM_SIDES)], write=str
    ),
    "game ID of other rules": Parser(read_with_our_rules, ["c2-a-1p-x", *(str(played.id) for played in PLAYED[:2])]),
    "record": Parser(read_record, RECORDS, write=lambda game: write_record(game.id, game.plies)),
    "packed record": Parser(read_any, [pack(played) for played in PLAYED], write=pack),
    "forged packed record": Parser(
        forged("cartographers.packed", lambda: unpack("a0")), [choices_of("cartographers.packed", lambda: pack(SOLO))]
    ),
    "diagram": Parser(read_diagram, [". f f\n@ a@ ^\nw w #"], write=lambda sheet: "\n".join(diagram(sheet))),
    "diagram with marks": Parser(read_marked_diagram, [". F f\n@ a@! ^!\nw w #"]),
    "question to the command line": lenient(
        lambda text: answer(text.encode("utf-8", "surrogatepass")),
        [json.dumps({"card": "treetower", "map": ["f f .", "# f ^"]})],
    ),
    "link": lenient(lambda text: link_of(text, TODAY), LINKS),
    "pasted text": lenient(lambda text: link_in(text, TODAY), [*LINKS, *RECORDS[:2], WORD]),
    "invitation": Parser(read_invitation, [WORD, f"{WORD}-3.{BY_HAND}"], write=lambda one: str(one).partition("=")[2]),
    "damaged invitation": Parser(read_damaged_invitation, [f"{WORD}-3.{BY_HAND}"]),
    "saved game": Parser(
        read_save, [text for _, text in KEPT], write=lambda saved: write_save(saved.game, saved.scenes_seen)
    ),
    "printed game": Parser(read_printed, PRINTED, write=write_printed),
    "setup of the next printed game": lenient(
        lambda text: setup_of_next(changed(arrive("any"), last_printed=text)), PRINTED
    ),
    "notes of a saved game": Parser(read_notes, [text for _, text in KEPT]),
    "shelf": lenient(lambda text: shelf_of(text, text), [text for _, text in KEPT[:2]]),
    "game in the history": Parser(lambda it: read_entry(*it.partition(" ")[::2]), [" ".join(game) for game in KEPT]),
    "imported file": lenient(imported, [file_with(*KEPT), file_of(DEVICE)]),
    "line of an earlier version's file": lenient(current_line, file_of(DEVICE).splitlines()),
    "line of a file": Parser(
        lambda line: read_other(line)._replace(error=None),
        [line for line in file_of(DEVICE).splitlines() if "=" in line.partition(" ")[0]],
        # A note ends with its last word again.
        write=lambda line: write_other(line._replace(text=f"{line.text} {END}") if line.name in NOTES else line),
    ),
    "cartographer": Parser(read_cartographer, [str(ANA)], write=str),
    "seat": Parser(read_seat, ["here", "bot.master", "away.abc.bot.legend"], write=write_seat),
    "rival": Parser(read_rival, [f"{RECORDS[1]},Ana", f"{pack(SOLO)},%C3%89va"], write=str),
    "summary": Parser(read_summary, SUMMARY, write=str),
    "deal": Parser(read_deal_summary, DEALT, write=str),
    "daily games": lenient(read_runs, [RUNS], write=str),
    "progress in puzzles": lenient(
        lambda text: (
            *(read_progress(text).rating, read_progress(text).streak(TODAY), merge_progress(text, PROGRESS)),
            *(first_answer(read_progress(text), puzzle) for puzzle in all_puzzles() if puzzle.id in PROGRESS),
        ),
        [PROGRESS],
    ),
    "notes": lenient(
        lambda text: [
            (note.is_valid(text), note.merge(text, ""), note.merge(PROGRESS, text)) for note in NOTES.values()
        ],
        [RUNS, PROGRESS, NAMES, str(DEFAULTS), "v1 coin 0 c1-a-1p-lesson1070207.fA3A4A5B5", *PRINTED, *PAPERS],
    ),
    "preferences": lenient(read_preferences, [str(DEFAULTS)], write=str),
    "count": lenient(read_count, ["0", "253370764799999"], write=str),
    "bots' results": lenient(lambda text: bot_results_of(changed(arrive("any"), bot_results=text), SOLO.id), [RESULTS]),
    "command": lenient(message_of, ["begin daily", "turn-calendar -1", "go history"]),
    "saved room": lenient(lambda text: (read_room(text), key_in(text)), [SAVED_ROOM]),
    "statement": Parser(read_statement, TEXTS, write=write_statement),
    "signed statement": Parser(lambda text: read_signed(CheckedText(text)), STATEMENTS, write=str),
    "greeting": Parser(read_greeting, [GREETING], write=write_greeting),
    "protocol": lenient(protocol_of, [NEWS]),
    "message": Parser(lambda text: read_message(CheckedText(text)), [NEWS]),
    "message to a room": lenient(heard, [NEWS, "\n".join([GREETING, *reversed(STATEMENTS)])]),
    "message by hand": Parser(lambda word: by_hand.unpack(word, OPENER), [BY_HAND]),
    "forged message by hand": Parser(
        forged("rooms.by_hand", lambda: by_hand.unpack("", OPENER)),
        [choices_of("rooms.by_hand", lambda: by_hand.pack(NEWS, OPENER))],
    ),
}


#: Any text, also with halves of characters, as in JavaScript.
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=[]), max_size=60)


@st.composite
def hostile_texts(draw: st.DrawFn, parser: Parser[object]) -> str:
    """Return any text, or a valid text of a parser with pieces that were dropped, repeated, moved, or replaced."""
    text = draw(st.one_of(st.sampled_from(parser.texts), ANY_TEXT))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.one_of(st.just(start), st.integers(start, min(start + 8, len(text))), st.just(len(text))))
        match draw(st.sampled_from(["gone", "twice", "sign", "text", "other"])):
            case "gone":
                new = ""
            case "twice":
                new = 2 * text[start:end]
            case "sign":
                new = draw(st.sampled_from(SIGNS))
            case "text":
                new = draw(ANY_TEXT)
            case _:
                other = draw(st.sampled_from(parser.texts))
                at = draw(st.integers(0, len(other)))
                new = other[at : at + draw(st.integers(0, 40))]
        text = text[:start] + new + text[end:]
    return text
