"""A small, quiet web server for the built site. Browsers check with it before each use of their cache."""

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

HOST = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class Handler(SimpleHTTPRequestHandler):
    """A handler that serves one folder below one prefix and nothing else, like a project page."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise, most answers wait 40 ms between their headers and their content
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(self, *args: object, prefix: str, directory: str) -> None:
        """Set the prefix and answer the request, which the base class does in its constructor.

        The site's own page for unknown addresses describes all errors, as on GitHub Pages.
        """
        self.prefix = prefix
        if (own := Path(directory) / "404.html").exists():
            self.error_message_format = own.read_text("ascii").replace("%", "%%")
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Answer 404 outside the prefix, and to paths that no file can have, such as those with a null byte."""
        with suppress(ValueError):
            if self.path.startswith(self.prefix):
                return super().send_head()
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def list_directory(self, path: str | os.PathLike[str]) -> None:  # noqa: ARG002 - the base class's
        """Answer 404, because public servers list no folders."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def translate_path(self, path: str) -> str:
        """Return the file of a path below the prefix."""
        return super().translate_path("/" + path.removeprefix(self.prefix))

    def end_headers(self) -> None:
        """Let browsers cache files but check them each time, and let other sites read them, as GitHub Pages does."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log only failures, with their paths."""
        if isinstance(code, HTTPStatus) and code >= HTTPStatus.BAD_REQUEST:
            super().log_request(code, size)

    def log_error(self, *_: object) -> None:
        """Log nothing else."""


class Server(ThreadingHTTPServer):
    """A server with one thread per request, which refuses a port that is taken, on every system."""

    allow_reuse_address = os.name != "nt"

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the base class's
        """Ignore browsers that have disconnected; report all other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(directory: Path, port: int = 0, prefix: str = "/", handler: type[Handler] = Handler) -> Server:
    """Return a server on a port of this machine only; 0 picks a free one. Raises OSError if the port is taken."""
    return Server((HOST, port), partial(handler, prefix=prefix, directory=str(directory)))


@contextmanager
def served(directory: Path, prefix: str = "/", handler: type[Handler] = Handler) -> Iterator[str]:
    """Serve a folder in the background until the block ends; yield its address."""
    with server(directory, prefix=prefix, handler=handler) as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{serving.server_port}{prefix}"
        finally:
            serving.shutdown()
            thread.join()
