"""A web server that is less kind than ours: each unkindness is an option, which a test may also change meanwhile."""

from collections.abc import Sequence
from functools import reduce
from http import HTTPStatus
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO, ClassVar

from tasks.serve import TYPES, Handler

#: The answer to every request on a network that requires a login.
LOGIN = "<!doctype html><title>Please log in</title>Please log in."


class Unkind(Handler):
    """A server with some of these unkindnesses."""

    #: Headers that replace ours. An empty one is missing.
    own: ClassVar[dict[str, str]] = {}
    #: Texts in the page, and their replacements.
    edits: Sequence[tuple[str, str]] = ()
    #: Paths that lead to others.
    moved: ClassVar[dict[str, str]] = {}
    #: Whether the page also comes at the folder's address without a slash.
    is_slash_optional = False
    #: The status for an address without a file: 200 comes with the page, and 403 with XML.
    unknown = HTTPStatus.NOT_FOUND
    #: The files in whose place a login page comes.
    portal: ClassVar[set[str]] = set()
    #: The cookie without which only a login page comes, as an error.
    cookie = ""
    #: The only types that the server knows; it then announces no lengths, like one behind a proxy.
    types: ClassVar[dict[str, str]] = {}

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        """Return the type of a file."""
        known = self.types.get(PurePosixPath(path).suffix, "application/octet-stream")
        return known if self.types else super().guess_type(path)

    def send_header(self, keyword: str, value: str) -> None:
        """Send one of our headers, unless the server has its own."""
        if self.types and keyword == "Content-Length":
            keyword, value = "Connection", "close"
        if keyword not in self.own:
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Send the server's own headers."""
        for keyword, value in self.own.items():
            if value:
                super().send_header(keyword, value)
        super().end_headers()

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Answer a request."""
        path, mark, query = self.path.partition("?")
        name = path.removeprefix(self.prefix)
        if self.cookie not in self.headers.get("Cookie", ""):
            return self._answer(HTTPStatus.UNAUTHORIZED, LOGIN)
        if path in self.moved:
            return self._answer(HTTPStatus.FOUND, "", Location=self.moved[path] + mark + query)
        if name in self.portal:
            return self._answer(HTTPStatus.OK, LOGIN)
        if self.is_slash_optional and f"{path}/" == self.prefix:
            self.path, name = f"{path}/{mark}{query}", ""
        if self.edits and name in {"", "index.html"}:
            return self._answer(HTTPStatus.OK, self._page())
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer for an address without a file."""
        if code != HTTPStatus.NOT_FOUND or self.unknown == code or not self.path.startswith(self.prefix):
            super().send_error(code, message, explain)
            return
        content = self._page() if self.unknown == HTTPStatus.OK else "<Error/>"
        self.wfile.write(self._answer(self.unknown, content).getvalue())

    def _page(self) -> str:
        text = (Path(self.directory) / "index.html").read_text("utf-8")
        return reduce(lambda text, edit: text.replace(*edit), self.edits, text)

    def _answer(self, status: HTTPStatus, text: str, **headers: str) -> BytesIO:
        content = text.encode()
        self.send_response(status)
        kind = "application/xml" if text == "<Error/>" else TYPES[".html"]
        for keyword, value in {"Content-Type": kind, "Content-Length": str(len(content)), **headers}.items():
            self.send_header(keyword, value)
        self.end_headers()
        return BytesIO(content)


def unkind(**options: object) -> type[Unkind]:
    """Return a handler with the given unkindnesses."""
    return type("Host", (Unkind,), options)
