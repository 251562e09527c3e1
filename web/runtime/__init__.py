"""Pyodide and PyScript, as small and fast as one page's program allows; README.md explains each cut.

:func:`runtime.make.make` returns the files. This module needs only the standard library and works in older Pythons, so
a command line can list the cuts before anything is installed.
"""

#: The cuts that make the page smaller or faster, each with those it builds on.
CUTS = {
    "trim": (),
    "sources": (),
    "slim": ("sources",),
    "library": ("slim",),
    "bytecode": (),
    "bundle": ("bytecode",),
    "dataclasses": ("bundle",),
    "split": ("trim", "library", "dataclasses"),
}

#: Changes to Pyodide and PyScript for other reasons, which leaving out ``all`` keeps.
REPAIRS = ("eval", "database", "observer", "suspending", "snapshot", "eager")
