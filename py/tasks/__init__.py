"""What the verbs of ``python3 py`` do. Standard library only: this runs before anything is installed."""

KINDS = ("split", "trimmed", "stock")
"""How small Pyodide is made, the smallest first (tasks/runtime.py); here, for an older Python can read it."""
