"""Work done before the start: the English texts in the archive, and the imports for a snapshot.

A snapshot is made in a worker, which has no page. There, the names that this package imports from the browser are
:class:`Absent`, and :func:`find_browser` replaces them when a page starts from the snapshot.
"""

from __future__ import annotations

import gc
import importlib
import marshal
import sys
from functools import cache
from typing import Any
from zipimport import zipimporter

#: The archive's file with the English texts by key. JSON would take several times as long to read.
ENGLISH = "words/en"
#: The modules with the browser's names.
_BROWSER = ("js", "pyscript")


class Absent:
    """A name that only a page has, such as ``js.window.cartographers``, or a module with such names."""

    def __init__(self, module: str, *path: str) -> None:
        """Note the module and the names that lead from it to this one."""
        self._module, self._path = module, path

    def __getattr__(self, name: str) -> Absent:
        """Return a name within this one."""
        if name.startswith("__"):  # the import system asks for a module's specification
            raise AttributeError(name)
        return Absent(self._module, *self._path, name)

    def found(self) -> Any:
        """Return the value of the name in the page."""
        value = importlib.import_module(self._module)
        for name in self._path:
            value = getattr(value, name)
        return value


def read(name: str) -> bytes:
    """Return the content of a file in the archive with the game."""
    archive, zipped, _ = __file__.partition(".zip")
    return zipimporter(archive + zipped).get_data(name)


@cache
def english_catalog() -> dict[str, str]:
    """Return the English texts by key, without those of later parts. Snapshots contain this cache."""
    words: dict[str, str] = marshal.loads(read(ENGLISH))  # noqa: S302 - as every .pyc file is read
    return words


def import_game() -> None:
    """Run the start's modules for a snapshot without using the browser, and leave Python otherwise unchanged."""
    english_catalog()
    before = {name: sys.modules.pop(name) for name in _BROWSER if name in sys.modules}
    modules: dict[str, Any] = sys.modules  # imports need nothing else of a module
    modules.update({name: Absent(name) for name in _BROWSER})
    # This importer (runtime/page/sitecustomize.py) runs each module only when it is used.
    bundle: Any = next(finder for finder in sys.meta_path if hasattr(finder, "generated"))
    for name in filter(bundle.is_ours, [*bundle.modules]):
        if name in bundle.modules:  # no other module has used it
            bundle.run(importlib.import_module(name))
    for name in _BROWSER:
        del sys.modules[name]
    sys.modules.update(before)
    sys.path.remove("")  # Pyodide adds it at each start
    gc.collect()


def find_browser() -> None:
    """Replace the absent names in this package. Only a start from a snapshot has any."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{__package__}."):
            for key, value in list(vars(module).items()):
                if isinstance(value, Absent):
                    setattr(module, key, value.found())
