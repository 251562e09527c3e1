"""A web server on this machine that is as slow as a phone's network and sends the same answers as GitHub Pages.

The server is slow instead of the browser, which can't slow down workers and service workers. All work is done before
the first request, so the measured page has the processor to itself.
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

#: The folder of a project's page on GitHub Pages.
PREFIX = "/cartographers/"
#: Bits per second, shared by all connections.
RATE = 9_000_000
#: Seconds of a round trip: one for each request, and two more to open a connection.
TRIP = 0.06
#: Bytes per write, and the maximum seconds that a sender can make up for if it wakes up late.
PIECE, LATE = 8192, 0.02
PACKED = {".css", ".html", ".js", ".json", ".mjs", ".py", ".svg", ".txt", ".wasm", ".webmanifest"}


class SharedLine:
    """A line with a limited rate, shared by all senders."""

    def __init__(self) -> None:
        """Start with an idle line."""
        self.lock = threading.Lock()
        self.free = 0.0

    def carry(self, size: int) -> None:
        """Wait until a number of bytes have arrived, after all earlier ones."""
        with self.lock:
            self.free = max(self.free, time.monotonic() - LATE) + 8 * size / RATE
            wait = self.free - time.monotonic()
        time.sleep(max(wait, 0))


class Response(NamedTuple):
    """The answer to a request for a file."""

    headers: Mapping[str, str]
    body: bytes


def answer(name: str, content: bytes) -> Response:
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
    return Response(headers | {"Content-Length": str(len(content))}, content)


class Shaped(Server):
    """A file server on one slow line, which records its traffic."""

    def __init__(self, folder: Path) -> None:
        """Take a free port, and prepare all answers."""
        super().__init__((HOST, 0), Connection)
        self.answers: dict[str, Response] = {}
        for path in filter(Path.is_file, folder.rglob("*")):
            name = PREFIX + path.relative_to(folder).as_posix()
            self.answers[name] = self.answers[name.removesuffix("index.html")] = answer(name, path.read_bytes())
        self.address = f"http://{HOST}:{self.server_port}{PREFIX}"
        self.line = SharedLine()
        self.asked: list[float] = []
        self.sent: list[tuple[float, int]] = []

    def wire(self, start: float, end: float) -> tuple[float, int]:
        """Return the megabytes of content and the number of requests between two times."""
        size = sum(size for moment, size in self.sent if start <= moment <= end)
        return size / 1e6, sum(start <= moment <= end for moment in self.asked)


class Connection(BaseHTTPRequestHandler):
    """A handler for the requests on one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Shaped

    def handle(self) -> None:
        """Open the connection slowly, then answer until the browser hangs up, which may be at any time."""
        time.sleep(2 * TRIP)
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Send a file piece by piece, at the line's rate."""
        self.server.asked.append(time.time())
        time.sleep(TRIP)
        found = self.server.answers.get(urlsplit(self.path).path)
        if found is None:
            print(f"{self.path} does not exist", file=sys.stderr)
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
        """Log nothing, because the terminal shows the figures."""


@contextmanager
def shaped(folder: Path) -> Iterator[Shaped]:
    """Serve a folder until the block ends."""
    with Shaped(folder) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()
