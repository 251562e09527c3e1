"""What the verbs of ``python3 py`` do. Standard library only: this runs before anything is installed."""

# An older Python must be able to read this file.
CUTS = {
    "trim": (),
    "sources": (),
    "slim": ("sources",),
    "library": ("slim",),
    "bytecode": (),
    "dataclasses": (),
    "docstrings": (),
    "bundle": ("slim", "bytecode"),
    "split": ("trim", "library", "bytecode", "dataclasses", "docstrings", "bundle"),
}
"""The cuts that make the page smaller or faster, each with those it builds on; web/runtime/README.md lists them."""

REPAIRS = ("eval", "database", "suspending", "snapshot")
"""Changes to Pyodide and PyScript for other reasons; ``--without all`` keeps them."""
