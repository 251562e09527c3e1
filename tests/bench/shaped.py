"""A web server on this machine that is as slow as a phone's network, and sends what GitHub Pages would.

The network is shaped here, and not in the browser, so that workers and service workers find it slow, too. All that
costs time is done before the first request: a page that is measured has the processor for itself.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit

from tasks.serve import HOST, TYPES, Server

#: Where a project's page is on GitHub Pages.
PREFIX = "/cartographers/"
#: Bits a second that all connections share.
RATE = 9_000_000
#: Seconds to the server and back: one for each request, two more to open a connection.
TRIP = 0.06
#: Bytes that are sent at once, and seconds for which the line may make up for a sender that woke up late.
PIECE, LATE = 8192, 0.02
PACKED = {".css", ".html", ".js", ".json", ".mjs", ".py", ".svg", ".txt", ".wasm", ".webmanifest"}

#: What a server serves: bytes by name.
Files = Mapping[str, bytes]


def files(folder: Path, prefix: str = "") -> dict[str, bytes]:
    """Return every file below a folder by its name there, behind a prefix."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {prefix + path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


class Line:
    """A line of so many bytes a second, however many send on it."""

    def __init__(self, rate: float) -> None:
        """Begin with nothing on it."""
        self.rate = rate
        self.lock = threading.Lock()
        self.free = 0.0

    def carry(self, size: int) -> None:
        """Return when so many bytes have arrived, after all those of others before."""
        with self.lock:
            self.free = max(self.free, time.monotonic() - LATE) + size / self.rate
            wait = self.free - time.monotonic()
        time.sleep(max(wait, 0))


class Answer(NamedTuple):
    """What a file's request is answered with."""

    headers: Mapping[str, str]
    body: bytes


def answer(name: str, content: bytes) -> Answer:
    """Prepare a file as GitHub Pages serves it."""
    suffix = PurePosixPath(name).suffix
    headers = {
        "Content-Type": TYPES.get(suffix, "application/octet-stream"),
        "Cache-Control": "max-age=600",
        "ETag": f'"{hashlib.sha256(content).hexdigest()[:16]}"',
        "Access-Control-Allow-Origin": "*",
    }
    if suffix in PACKED:
        content = gzip.compress(content, 6, mtime=0)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Answer(headers | {"Content-Length": str(len(content))}, content)


class Shaped(Server):
    """Serves files over one slow line, and notes what it sends."""

    def __init__(self, served: Files) -> None:
        """Take a free port, and prepare every answer."""
        super().__init__((HOST, 0), Handler)
        self.answers = {PREFIX + name: answer(name, content) for name, content in served.items()}
        self.answers[PREFIX] = self.answers[PREFIX + "index.html"]
        self.address = f"http://{HOST}:{self.server_port}{PREFIX}"
        self.line = Line(RATE / 8)
        self.asked: list[float] = []
        self.sent: list[tuple[float, int]] = []

    def wire(self, start: float, end: float) -> tuple[float, int]:
        """Return the megabytes of bodies that were sent, and the requests that were made, from one time to another."""
        size = sum(size for moment, size in self.sent if start <= moment <= end)
        return size / 1e6, sum(start <= moment <= end for moment in self.asked)


class Handler(BaseHTTPRequestHandler):
    """Answers on one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Shaped

    def handle(self) -> None:
        """Answer until the browser hangs up, which it may do at any time; opening the connection takes a while."""
        time.sleep(2 * TRIP)
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Send a file, piece by piece, as the line lets it through."""
        self.server.asked.append(time.time())
        time.sleep(TRIP)
        found = self.server.answers.get(urlsplit(self.path).path)
        if found is None:
            print(f"{self.path} was asked for, and is not there", file=sys.stderr)
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        unchanged = self.headers["If-None-Match"] == found.headers["ETag"]
        self.send_response(HTTPStatus.NOT_MODIFIED if unchanged else HTTPStatus.OK)
        for name, value in found.headers.items():
            self.send_header(name, value)
        self.end_headers()
        body = b"" if unchanged else found.body
        for place in range(0, len(body), PIECE):
            piece = body[place : place + PIECE]
            self.server.line.carry(len(piece))
            self.wfile.write(piece)
            self.server.sent.append((time.time(), len(piece)))

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal has the figures."""


@contextmanager
def shaped(served: Files) -> Iterator[Shaped]:
    """Serve files from this machine until the end of the block."""
    with Shaped(served) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()
