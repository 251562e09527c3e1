"""The game as a program for :mod:`runtime`: its packages, its parts, and its data in the page."""

from browser.before_start import ENGLISH
from runtime.make import Parts, Program, Without, make
from tasks.catalogs import said_by_python
from tasks.delivery import MODULES_OF, PARTS
from tasks.installed import MODULES
from tasks.steps import ROOT

PACKAGES = ("cartographers", "words", "rooms", "app", "browser")
LISTS = ROOT / "py/tasks"


def program() -> Program:
    """Return the game as a program."""
    return Program(
        page="cartographers",
        sources=ROOT / "py",
        packages=PACKAGES,
        importable=("cartographers", "rooms", "app"),
        unused={"cartographers.__main__", "cartographers.arena", "words.files"},
        parts=MODULES_OF,
        data={ENGLISH: said_by_python("en")},
        data_of_parts={part: said_by_python("en", part) for part in PARTS},
        modules=LISTS / "used-modules.txt",
        functions=LISTS / "used-functions.txt",
        snapshot="from browser.before_start import import_game; import_game()",
    )


def parts(without: Without = frozenset(), *, counting: bool = False) -> Parts:
    """Return the files that run the game in the page."""
    return make(MODULES, program(), without, counting=counting)
