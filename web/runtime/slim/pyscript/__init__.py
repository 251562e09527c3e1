"""The parts of PyScript's package that the page uses, and their imports from this module."""

from pyscript.context import config, document, window
from pyscript.events import when

__all__ = ["config", "document", "when", "window"]
