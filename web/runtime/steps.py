"""The output of a build's steps: one line for each step, and one sentence if something is missing."""

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Problem(Exception):  # noqa: N818 - the user reads it as a problem, not as a program's error
    """A problem that the user has to fix; its text is the whole message."""


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print the title of a step when it begins, and its duration when it ends."""
    start = time.monotonic()
    print(f"{title} …", end="", flush=True)
    try:
        yield
    except BaseException:
        print(flush=True)
        raise
    print(f" {time.monotonic() - start:.1f} s", flush=True)


def tool(name: str, advice: str) -> str:
    """Return the path of a program. Raises :class:`Problem` with advice if it is missing."""
    path = shutil.which(name)
    if path is None:
        message = f"The program {name} was not found. {advice}"
        raise Problem(message)
    return path


def filled(text: str, contents: Mapping[str, str], name: str) -> str:
    """Replace each marker in a string, which must contain it exactly once."""
    for marker, content in contents.items():
        if text.count(marker) != 1:
            message = f"{name} must contain {marker} exactly once."
            raise Problem(message)
        text = text.replace(marker, content)
    return text
