"""How the steps of a build talk: one line for each step, and one sentence when something is missing."""

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Problem(Exception):  # noqa: N818 - a person gets to read it, and has a problem
    """Something that a person has to fix; its text is the whole message."""


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print the title of a step when it starts, and how long it took when it ends."""
    start = time.monotonic()
    print(f"{title} …", end="", flush=True)
    try:
        yield
    except BaseException:
        print(flush=True)
        raise
    print(f" {time.monotonic() - start:.1f} s", flush=True)


def tool(name: str, advice: str) -> str:
    """Return the path of a program, or say how to get it."""
    path = shutil.which(name)
    if path is None:
        message = f"The program {name} was not found. {advice}"
        raise Problem(message)
    return path


def filled(text: str, contents: Mapping[str, str], name: str) -> str:
    """Replace each marker in a text, which must contain it exactly once."""
    for marker, content in contents.items():
        if text.count(marker) != 1:
            message = f"{name} must contain {marker} exactly once."
            raise Problem(message)
        text = text.replace(marker, content)
    return text
