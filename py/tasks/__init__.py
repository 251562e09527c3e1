"""The commands of ``python3 py``. Standard library only, because they run before anything is installed."""

#: The engines of browsers in which the journeys of tests/engines run.
ENGINES = ("chromium", "firefox", "webkit")
#: The commands that need the packages in .venv, with their modules.
COMMANDS = {
    "bench": ("bench", "measure speed"),
    "fuzz": ("support.fuzz", "search for texts that break a parser"),
    "mutants": ("tools.mutants", "find out which changes of the code the tests notice"),
    "observe": ("tools.observe", "find out which parts of Python the page needs"),
    "cldr": ("tools.cldr", "write down how each language writes lists, dates and numbers"),
    "puzzles": ("tools.puzzles", "find puzzles in the bots' games"),
}
