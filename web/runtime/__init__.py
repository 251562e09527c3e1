"""Pyodide and PyScript as small and as fast as one page's program allows; README.md explains each cut.

:func:`runtime.make.make` returns the files. This module needs the standard library alone, and an older Python can read
it: a command line can list the cuts before anything is installed.
"""

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
"""The cuts that make the page smaller or faster, each with those it builds on."""

REPAIRS = ("eval", "database", "suspending", "snapshot")
"""Changes to Pyodide and PyScript for other reasons; leaving out ``all`` keeps them."""
