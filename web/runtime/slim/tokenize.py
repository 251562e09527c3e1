"""The tokens of source code; the page has no source to read or quote."""

from collections.abc import Callable, Iterator
from typing import Any


class TokenError(Exception):
    """An error that `traceback` catches."""


def generate_tokens(_: Callable[[], str]) -> Iterator[Any]:
    """Return no tokens. Pyodide looks for a semicolon at the end, which would suppress the result."""
    return iter(())
