"""Wrong answers with status 200 that a server, a proxy, or a portal may send in place of one of the site's files."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route

from tasks.serve import TYPES
from tasks.steps import SITE

PORTAL = b"<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>"


def older(name: str, content: bytes) -> bytes:
    """Return a file that would work, like one of an older version."""
    match Path(name).suffix:
        case ".bin":
            return gzip.compress(gzip.decompress(content), compresslevel=1)
        case ".wasm":
            return content + b"\0\5\4note"  # an additional, meaningless section
        case _:
            return content + b"\n"


#: The wrong answers, each made from a file's name and content.
WRONG: dict[str, Callable[[str, bytes], bytes]] = {
    "a portal": lambda *_: PORTAL,
    "half of it": lambda _, content: content[: len(content) // 2],
    "nothing": lambda *_: b"",
    "[]": lambda *_: b"[]",
    "null": lambda *_: b"null",
    '""': lambda *_: b'""',
    "an older one": older,
    "an error": lambda *_: b"throw new Error('no ink')",
}
#: The answers without content.
MISSING: dict[str, Callable[[Route], None]] = {
    "no answer": lambda route: route.abort(),
    "not found": lambda route: route.fulfill(status=404),
}


def answer(page: Page, name: str, what: str) -> None:
    """Answer requests for a file with wrong content or with none, until :func:`mend`."""
    if what in MISSING:
        page.route(address(name), MISSING[what])
        return
    content = WRONG[what](name, (SITE / name).read_bytes())
    kind = "text/html" if what == "a portal" else TYPES.get(Path(name).suffix, "application/octet-stream")

    page.route(address(name), lambda route: route.fulfill(body=content, content_type=kind))


def mend(page: Page, name: str) -> None:
    """Answer requests for a file with its real content again."""
    page.unroute(address(name))


def address(name: str) -> re.Pattern[str]:
    """Return a pattern for a file's addresses, which have a fragment when the file is loaded again."""
    return re.compile(rf"/{re.escape(name)}(#\d+)?$")
