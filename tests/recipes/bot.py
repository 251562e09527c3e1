"""The recipe for a bot that draws random legal plies."""

from dataclasses import replace
from random import Random

from app import messages as m
from app.drawing.element import text_of
from app.game.seating import Bot
from app.screens.parts.strengths import bot_results_of
from app.screens.play.screen import Playing
from app.shell.view import view
from app.visit import Visit
from cartographers import GameId, view_of
from cartographers.bots import BOTS_VERSION, STRENGTHS
from cartographers.bots.random_player import random_player
from recipes.tree import Tree
from support.visits import Sent, arrive, changed, updated
from words import LANGUAGES, Words
from words.files import catalog

NAME = "novice"
GAME = GameId("x")
FUNCTION = '''def novice(view: PlayerView, rng: Random) -> Thinking:
    """Draw any legal ply."""
    yield None
    return random_player(view, rng)


def apprentice('''
WORDS = {
    "en": ("Novice", "Draws anything."),
    "es": ("Novato", "Dibuja cualquier cosa."),
    "it": ("Novizio", "Disegna qualsiasi cosa."),
    "ko": ("초보", "아무거나 그려요."),
}


def follow(tree: Tree) -> None:
    """Add the bot as the weakest one."""
    bots = "py/cartographers/bots/__init__.py"
    tree.replace(bots, r"^def apprentice\(", FUNCTION)
    tree.replace(bots, '{"apprentice": apprentice,', '{"novice": novice, "apprentice": apprentice,')
    tree.replace(bots, r"^BOTS_VERSION = \d+$", "BOTS_VERSION = 1000")
    for language, (name, about) in WORDS.items():
        tree.add_words(language, {f"bot.{NAME}": name, f"bot.{NAME}.text": about})


def check(tree: Tree) -> None:
    """Make the bot play from the command line and in the page."""
    line = ("simulate", "--games", "1", "--players", "2", "--player", f"{NAME},random")
    tree.run("-m", "cartographers", *line)
    tree.test("tests/app/test_catalog.py", "-k", "match_the_english_catalog")
    tree.run("-m", "recipes.bot")


def after(visit: Visit, *messages: Sent) -> Visit:
    """Return the visit after messages."""
    for message in messages:
        visit = updated(visit, message)
    return visit


def main() -> None:
    """Check in the tree that the bot is offered, has a name in each language, and plays until a person must draw."""
    setup = after(arrive("any"), m.Go("set-up"), f"add-bot {NAME}", m.Open("seat", "1"))
    for language in LANGUAGES:
        words = Words(catalog(language))
        page = text_of(view(words, setup))
        assert words(f"bot.{NAME}") in page
        assert words(f"bot.{NAME}.text") in page
    played = changed(arrive("any"), bot_results=f"b{BOTS_VERSION} {GAME}:{','.join(['1'] * len(STRENGTHS))}")
    assert [*bot_results_of(played, GAME)] == [*STRENGTHS]
    visit, chance = after(setup, m.Begin("set-up")), Random("any")  # noqa: S311 - repeatable
    while isinstance(visit.screen, Playing) and not visit.screen.game.state.is_over:
        screen, job = visit.screen, visit.screen.needs(visit).job
        if screen.stage.scene:
            visit = updated(visit, m.Proceed())
        elif job:
            visit = after(visit, *(step for step in job.work() if step and not isinstance(step, int)))
        else:
            assert screen.task
            ply = random_player(view_of(screen.game.state, screen.task.player), chance)
            visit = replace(visit, screen=screen.confirmed(ply))
    assert isinstance(visit.screen, Playing)
    assert visit.screen.game.seats[1] == Bot(NAME)


if __name__ == "__main__":
    main()
