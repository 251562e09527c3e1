"""A device that has saved something of each kind, saved games, and files that devices export and import."""

from datetime import date

from app import messages as m
from app.effects import Effect
from app.game.game import Game
from app.game.jobs import Work
from app.game.printed import PrintedGame, step_count, write_printed
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from app.game.shelf import write_save
from app.game.summary import with_summary_notes
from app.memory import SavedText, notes_of
from app.page.outgoing import File
from app.saved_names import FINISHED, OPEN, PRINTED_BEFORE, PUZZLES
from app.saves.device import HistoryEffect
from app.saves.notes import MAX_WORDS
from app.saves.noting import MergeNotes
from app.screens.history.importing import FILE_HEADER, Import, ImportChecked
from app.visit import Visit
from cartographers.custom_map import custom_side
from cartographers.events import GameEnd
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.record import PlayedGame
from cartographers.region import spaces
from support import playing as p
from support.simulated import played
from support.visits import arrive, both_of, changed, updated

#: A finished solo game.
WON = p.game_of(p.GAMES["A"][-1][1])
#: A printed game of two players that is over, with two maps, and a state of it before its last map.
_PAPER, _PAIR = "p1-a--o116", GameId("paper", players=2)
_OVER = PrintedGame(_PAIR, ("Ana", "Bén"), step_count(_PAIR), (f"map:0.0.{_PAPER}", f"map:0.1.{_PAPER}"))
PAST = (f"{PRINTED_BEFORE}2026-11-26.abc", write_printed(_OVER))
EARLIER = (PAST[0], PAST[1].replace(f" map:0.1.{_PAPER}", ""))
#: A printed game that is still on the table.
ON_TABLE = write_printed(PrintedGame(GameId("table"), ("",), 7, (f"map:0.0.{_PAPER}",)))
#: An unfinished game on a custom map.
ON_CUSTOM_MAP = (f"{OPEN}1763850000000.custom", "v2 c1-x3ugu2opob8qgthr-1p-custom by:,, game:custom end")
MAPS = "X3UGU2OPOB8QGTHR XBRIXUHDDB6YW45RRM3N0A"
#: The note on the names of the maps: one of them has a name.
NAMES = "XBRIXUHDDB6YW45RRM3N0A:%ED%92%88%20%C3%B1%20%25"
PROGRESS = "17:1534:1:0:fA1A2 4:1200:0:1:fB1 5:1900:0:2:aC1C2 2026-11-26"
#: The histories of devices without games, with games, and with something of each kind.
EMPTY = changed(updated(arrive(p.CHANCE), m.Go("history")), library=(), day=date(2026, 11, 27))
HISTORY = changed(EMPTY, library=p.kept_games())
DEVICE = changed(
    EMPTY,
    library=(*p.kept_games(), PAST),
    maps=MAPS,
    map_names=NAMES,
    puzzles=PROGRESS,
    printed=SavedText(ON_TABLE, ON_TABLE),
)


def saved(game: Game, number: int = 1) -> tuple[str, str]:
    """Return the name and the text of a finished game, of which the number is the time."""
    return f"{FINISHED}{number}.{game.key}", write_save(with_summary_notes(game), 0)


def without_notes(text: str, *names: str) -> str:
    """Return the text of a game without the notes with the given names."""
    return " ".join(word for word in text.split() if word.partition(":")[0] not in names)


def random_game(game_id: GameId, bot: str = "random") -> Game:
    """Return a finished game of bots."""
    plies, states = played(game_id, bot)
    count = game_id.players
    return Game(PlayedGame(game_id, tuple(plies), tuple(states)), (Cartographer(),) * count, (LOCAL_PERSON,) * count)


def end_of(game: Game) -> GameEnd:
    """Return the last event of a finished game."""
    last = game.state.events[-1]
    assert isinstance(last, GameEnd)
    return last


def sides(count: int) -> list[str]:
    """Return the sides of custom maps."""
    some = blank_sheet(MAPS.split(maxsplit=1)[0])
    return [custom_side(some._replace(mountain=some.mountain | 1 << place)) for place in spaces(some.empty)][:count]


def file_with(*lines: str | tuple[str, str]) -> str:
    """Return a file with lines, or with saved games."""
    return "\n".join([FILE_HEADER, *(line if isinstance(line, str) else " ".join(line) for line in lines)])


def too_many_answers() -> str:
    """Return a file with one more answer to puzzles than a file can have."""
    words = [f"{number}:1500:1:0:fA1" for number in range(MAX_WORDS + 1)]
    return file_with(*(f"{PUZZLES}={'%20'.join(words[at : at + 500])}%20end" for at in range(0, len(words), 500)))


def file_of(visit: Visit) -> str:
    """Return the file that a device exports."""
    found = visit.screen.outgoing(p.WORDS, visit, "games")
    assert isinstance(found, File)
    return found.text


def result_of(work: Work) -> ImportChecked:
    """Return the result of an import."""
    *_, last = work
    assert isinstance(last, ImportChecked)
    return last


def imported(visit: Visit, text: str) -> tuple[Visit, list[Effect]]:
    """Return a device after it has imported a file, and the effects on its saved texts."""
    visit, effects = both_of(visit, m.ImportGames(text))
    job = visit.screen.needs(visit).job
    if isinstance(job, Import):
        visit, last = both_of(visit, result_of(job.work()))
        effects += last
    return visit, [effect for effect in effects if isinstance(effect, HistoryEffect | MergeNotes)]


def holdings(visit: Visit) -> tuple[set[str], ...]:
    """Return everything that a device has, without the names of printed games, which can change."""
    library = visit.memory.library or ()
    names = {name for name, _ in library if not name.startswith(PRINTED_BEFORE)}
    printed = {text for name, text in library if name.startswith(PRINTED_BEFORE)}
    return names, printed, *({*note.split()} for note in notes_of(visit.memory).values())
