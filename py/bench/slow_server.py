"""A web server on this machine that is as slow as a phone's network and answers like GitHub Pages.

The server is slow instead of the browser, which can't slow down workers and service workers. It compresses all files
before the first request, so the measured page has the processor to itself.
"""

from __future__ import annotations

import gzip
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, ClassVar

from tasks.serve import TYPES, Handler, served

#: The folder of a project's page on GitHub Pages.
PREFIX = "/cartographers/"
#: Bits per second, shared by all connections.
RATE = 9_000_000
#: Seconds of a round trip: one for each request, and two more to open a connection.
TRIP = 0.06
#: Bytes per write, and the maximum seconds that a sender can make up for if it wakes up late.
PIECE, LATE = 8192, 0.02
#: The suffixes of the files that are compressed, also on older sites.
PACKED = {*TYPES, ".css", ".py", ".txt"}
#: The page for unknown addresses, which isn't compressed, because the server itself reads it.
PLAIN = "404.html"


class Line:
    """A line with a limited rate, shared by all senders, which records its traffic."""

    def __init__(self) -> None:
        """Start with an idle line."""
        self.lock = threading.Lock()
        self.free = 0.0
        self.asked: list[float] = []
        self.sent: list[tuple[float, int]] = []

    def carry(self, size: int) -> None:
        """Wait until a number of bytes have arrived, after all earlier ones."""
        with self.lock:
            self.free = max(self.free, time.monotonic() - LATE) + 8 * size / RATE
            wait = self.free - time.monotonic()
        time.sleep(max(wait, 0))
        self.sent.append((time.time(), size))

    def traffic(self, start: float, end: float) -> tuple[float, int]:
        """Return the megabytes of content and the number of requests between two times."""
        size = sum(size for moment, size in self.sent if start <= moment <= end)
        return size / 1e6, sum(start <= moment <= end for moment in self.asked)


class Slow(Handler):
    """A handler for the requests on one connection."""

    line: ClassVar[Line]

    def handle(self) -> None:
        """Open the connection slowly, then answer until the browser hangs up, which may be at any time."""
        time.sleep(2 * TRIP)
        with suppress(ConnectionError):
            super().handle()

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Answer after a round trip."""
        self.line.asked.append(time.time())
        time.sleep(TRIP)
        return super().send_head()

    def send_header(self, keyword: str, value: str) -> None:
        """Let browsers cache files for ten minutes, and tell them which files are compressed."""
        is_text = keyword == "Content-type" and (value.startswith("text/") or value in TYPES.values())
        if is_text and not self.path.endswith(PLAIN):
            super().send_header("Content-Encoding", "gzip")
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
        """Send a file piece by piece, at the line's rate."""
        while piece := source.read(PIECE):
            self.line.carry(len(piece))
            outputfile.write(piece)


@contextmanager
def slowly_served(site: Path) -> Iterator[tuple[str, Line]]:
    """Serve a site until the block ends; yield its address and the line."""
    with TemporaryDirectory() as folder:
        copy, line = Path(shutil.copytree(site, Path(folder) / "site")), Line()
        for path in copy.rglob("*"):
            if path.suffix in PACKED and path.name != PLAIN:
                path.write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))
        with served(copy, PREFIX, type("Connection", (Slow,), {"line": line})) as address:
            yield address, line
