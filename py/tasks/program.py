"""The game as a program for :mod:`runtime`: its packages, its parts, and its data in the page."""

from hashlib import sha256

from browser.before_start import ENGLISH
from runtime.make import TRIM, Program, Without, applied, left_out, split, unsaved
from tasks.delivery import MODULES_OF, PARTS, said_by_python
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
        unused={
            *("app.prerendered", "app.prerendered.facts", "app.prerendered.screens"),
            *("cartographers.__main__", "cartographers.arena", "words.files"),
        },
        parts=MODULES_OF,
        data={ENGLISH: said_by_python("en")},
        data_of_parts={part: said_by_python("en", part) for part in PARTS},
        modules=LISTS / "used-modules.txt",
        functions=LISTS / "used-functions.txt",
        snapshot="from browser.before_start import import_game; import_game()",
    )


def slow_cuts() -> Without:
    """Return the cuts that would delay a build because their results aren't saved, and those that build on them."""
    return left_out(unsaved(MODULES, program()))


def pyodide_hashes() -> str:
    """Return the SHA-256 of each file of the trimmed and split Pyodide, in the format of ``sha256sum``.

    Every machine makes the same files, so ``pyodide.sha256`` has these lines. ``python3 py observe`` writes it.
    """
    folder = applied(MODULES, MODULES / "pyodide", [TRIM, split(program())])
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir()))
