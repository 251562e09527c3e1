"""The server on this machine answers each request, and shows nothing except the site's files."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tasks.serve import served

pytestmark = pytest.mark.native


@pytest.mark.parametrize(
    ("path", "status"),
    {
        "": HTTPStatus.OK,
        "?id=x": HTTPStatus.OK,
        "web/": HTTPStatus.NOT_FOUND,
        "%00": HTTPStatus.NOT_FOUND,
        "%ff": HTTPStatus.NOT_FOUND,
        "x" * 5000: HTTPStatus.NOT_FOUND,
        "..%2fsecret.txt": HTTPStatus.NOT_FOUND,
        "../secret.txt": HTTPStatus.NOT_FOUND,
    }.items(),
    ids=lambda value: str(value)[:20],
)
def test_every_path_is_answered(tmp_path: Path, path: str, status: HTTPStatus) -> None:
    """Every path is answered: with a file of the site, or with 404, also for a folder and a path that can't exist."""
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    site = tmp_path / "site"
    (site / "web").mkdir(parents=True)
    (site / "index.html").write_text("the game", "utf-8")
    with served(site, "/folder/") as address:
        connection = HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", f"/folder/{path}")
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
    assert (answer.status, b"the game" in text) == (status, status == HTTPStatus.OK)
    assert b"secret" not in text.replace(path.encode(), b"")
