"""Saved games for tests of the page, with their progress and their players."""

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import BrowserContext, Page

from app.game.setup import Cartographer
from app.game.shelf import SUMMARY, read_save, write_save
from app.game.summary import summary_of
from app.saved_names import EXPLAINED, FINISHED
from cartographers.game import apply, new_game
from cartographers.game_id import read_game_id
from cartographers.record import write_record
from cartographers.rules import legal_moves
from cartographers.state import Ply, State
from support.page.player import PREFIX, Player
from support.page.scripts import make_no_snapshot

#: The longest possible name, title, and land, for every other player.
LONG = Cartographer("Wilhelmina Featherington", "Surveyor of Winding Ways", "The Far Northern Marches")
SHORT = Cartographer("Al")
#: A device's saved games: of both boxes and a mix, solo and multiplayer.
_FINISHED = ("c1-a-1p-history1", "c1-d-hhhyh-1p-history2", "c1-b-3p-history3", "c1-c-hhmym-1p-history4")


#: A script that replaces the browser's dialog for printing, and counts in `printed` how often it is opened.
COUNT_PRINTS = """
    globalThis.printed = 0;
    globalThis.print = () => { globalThis.printed += 1; dispatchEvent(new Event("beforeprint")); };
"""


def kept_game(game: str, until: Callable[[State], bool], key: str = "") -> str:
    """Return the saved text of a game with the given key, played until a condition holds, or to its end."""
    game_id = read_game_id(game)
    state, plies = new_game(game_id), list[Ply]()
    while state.task and not until(state):
        moves = legal_moves(state)
        plies.append(moves[37 * len(plies) % len(moves)])
        state = apply(state, plies[-1])
    notes = [f"by:{(LONG, SHORT)[player % 2]}" for player in range(game_id.players)]
    if state.is_over:
        notes.append("seen:9")  # only the end remains to be shown
    notes += [f"game:{key}"] if key else []
    return " ".join(["v2", write_record(game_id, plies), *notes, "end"])


def finished_games(copies: int = 1) -> dict[str, str]:
    """Return the saved texts of some finished games by name; with ``copies``, as if each were played several times."""
    games = [kept_game(game_id, lambda _: False) for game_id in _FINISHED]
    return dict(finished(text, f"k{number}", days=number) for number, text in enumerate(games * copies))


def finished(kept: str, key: str, days: int = 0) -> tuple[str, str]:
    """Return the name and the text of a finished game in the history, played some days after November 22, 2025."""
    game = read_save(kept).game
    noted = replace(game, key=key, notes=(f"{SUMMARY}:{summary_of(game)}",))
    return f"{FINISHED}{1_763_850_000_000 + 86_400_000 * days}.{key}", write_save(noted, 0)


def new_device(new_context: Callable[..., BrowserContext]) -> Player:
    """Return a player on another device, which has saved nothing."""
    context = new_context()
    make_no_snapshot(context)
    return Player(context.new_page())


def forget_explanations(page: Page) -> None:
    """Forget before this tab's first visit that the device has already shown all explanations."""
    page.add_init_script(f"sessionStorage.told ??= delete localStorage['{PREFIX} {EXPLAINED}']")


def on_another(state: State) -> bool:
    """Return whether the next player draws on another player's map."""
    return state.task is not None and state.task.sheet != state.task.player


def go_on(player: Player, site: str, kept: str) -> None:
    """Open the page with a saved game, and continue it."""
    player.keep(kept)
    player.open(site)
    player.button("^(Continue|Your last game)").click()


def before_the_end(state: State) -> bool:
    """Return whether the game is over after the next ply."""
    return apply(state, legal_moves(state)[0]).is_over


def pass_scenes(player: Player) -> None:
    """Continue past all scenes to the next shape."""
    while player.next != "Confirm":
        player.press(player.large)


def draw_the_last_shape(player: Player) -> None:
    """Draw the last shape of a game, and continue past the last season."""
    pass_scenes(player)
    while not player.fits:
        player.tap("^Next fit")
    player.press(player.confirm)
    player.wait_for_heading("Winter is over")
    assert player.next == "Continue"
    player.press(player.large)
