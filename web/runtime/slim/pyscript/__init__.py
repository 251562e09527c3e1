"""Of PyScript's package what the page uses, and what that asks for here."""

from pyscript.context import config, document, window
from pyscript.events import when

__all__ = ["config", "document", "when", "window"]
