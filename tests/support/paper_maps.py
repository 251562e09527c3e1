"""Paper maps: drawings by the names of spaces, the maps of simulated games, and visits with a printed game."""

from functools import cache

from app import messages as m
from app.game.paper import Paper, ground_at, painted
from app.game.printed import PrintedGame, read_printed, write_printed
from app.memory import SavedText
from app.saves.printed_game import SavePrintedGame
from app.screens.scores.painted_map import PrintedMap
from app.visit import Visit
from cartographers.events import Ambush, Draw, GameStart, Pick, Score, SeasonScore, Spread
from cartographers.maps import blank_sheet
from cartographers.region import space_named, spaces
from cartographers.sheet import Sheet
from support.playing import CHANCE, after, shown, with_class
from support.simulated import game_number, played
from support.visits import Sent, arrive, effects_of


@cache
def scored_maps(number: int) -> tuple[tuple[SeasonScore, Paper], ...]:
    """Return each score of a simulated game with the scored map, painted space by space as a player would."""
    game_id = game_number(number)
    found, sheets = [], {}
    for state in played(game_id)[1]:
        for event in state.events:
            match event:
                case GameStart():
                    sheets = dict.fromkeys(range(event.players), event.sheet)
                case Draw() | Ambush() | Pick() | Spread():
                    sheets[event.sheet] = event.after
                case Score(score):
                    found.append((score, _paper_of(game_id.side, sheets[score.player])))
    return tuple(found)


def _paper_of(side: str, sheet: Sheet) -> Paper:
    """Return a map of the engine as a paper map."""
    drawing = blank_sheet(side)
    for space in spaces(drawing.empty):
        if ground := ground_at(sheet, space):
            drawing = painted(drawing, space, ground)
    return Paper(side, drawing, sheet.coins - Paper(side, drawing).map_coins)


def drawn(drawing: Sheet, **grounds: str) -> Sheet:
    """Return a drawing with each ground on the spaces with the given names: ``drawn(blank, forest="A1 A2")``."""
    for ground, of_ground in grounds.items():
        for name in of_ground.split():
            drawing = painted(drawing, space_named(name), ground)
    return drawing


def swipe(*of_swipe: str, erases: bool = False) -> list[m.Message]:
    """Return the messages of a swipe over the spaces with the given names, perhaps with a pen's other end."""
    return [m.Paint(space_named(name), continued=place > 0, erases=erases) for place, name in enumerate(of_swipe)]


def at_companion(printed: PrintedGame | str, last_printed: str = "") -> Visit:
    """Return the visit at the companion, with a saved printed game or any saved text."""
    text = printed if isinstance(printed, str) else write_printed(printed)
    return after(arrive(CHANCE, printed=SavedText(text, text), last_printed=last_printed), m.Go("companion"))


def at_scores(game: PrintedGame) -> Visit:
    """Return the visit at the scores of a saved printed game."""
    return after(at_companion(game), m.Go("scores"))


def saved_game(visit: Visit) -> PrintedGame:
    """Return the printed game that the device should save."""
    return read_printed(visit.memory.printed.text)


def saving(visit: Visit, message: Sent) -> SavePrintedGame:
    """Return the only effect of a message that saves a printed game."""
    [save] = [effect for effect in effects_of(visit, message) if isinstance(effect, SavePrintedGame)]
    return save


def step_of(visit: Visit) -> str:
    """Return the step of the painted map on the page: painting, its stars, or numbers."""
    assert isinstance(visit.screen, PrintedMap)
    return visit.screen.step


def cells(visit: Visit) -> list[str]:
    """Return the labels of the buttons in the table of scores."""
    return [cell.attributes["aria-label"] for cell in with_class(shown(visit), "cell")]
