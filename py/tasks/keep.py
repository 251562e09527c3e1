"""Keep the files of earlier versions beside a new version of the site, for pages that are open for days.

Such a page still needs files that it hasn't fetched yet: its rooms, its other languages, its later part. Their names
contain a hash of their content, so files of several versions fit into one site. ``hashes.txt`` lists all files of a
site in the format of ``sha256sum``, and ``kept.txt`` lists its files of earlier versions, each with the date on which a
newer version replaced it.
"""

import hashlib
import re
import urllib.request
from collections.abc import Mapping
from datetime import date, timedelta
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urljoin

from tasks.steps import Problem, step

HASHES, KEPT = "hashes.txt", "kept.txt"
#: How long the files of a version are kept after a newer version has replaced it.
TIME = timedelta(days=30)
#: A file with the hash of its content in its name, or in a folder with the hash of its contents.
_HASHED = re.compile(r"\.[0-9a-f]{8}(?:/|\.\w+$)")
#: Seconds until a server must have answered.
_TIMEOUT = 60


def write_hashes(site: Path) -> None:
    """Write the list of a site's files."""
    files = sorted(path for path in site.rglob("*") if path.is_file() and path != site / HASHES)
    _write_list(site / HASHES, {path.relative_to(site).as_posix(): _hash(path.read_bytes()) for path in files})


def keep_files(site: Path, address: str, today: date) -> None:
    """Add the files of the version that is published at an address, and those that it has kept, to a new site.

    Without a list of files at the address, as before the first publication, none are kept. Raises Problem for any other
    failure, because a site without these files would break open pages.
    """
    with step(f"Keeping the files of the version at {address}"):
        hashes = _read_list(_fetched(address, HASHES))
        dates = _read_list(_fetched(address, KEPT)) if KEPT in hashes else {}
        kept: dict[str, str] = {}
        for path, expected in hashes.items():
            since = dates.get(path, today.isoformat())
            if not _HASHED.search(path) or (site / path).exists() or date.fromisoformat(since) < today - TIME:
                continue
            content = _fetched(address, path)
            if _hash(content) != expected:
                message = f"{urljoin(address, path)} isn't the file that {HASHES} lists."
                raise Problem(message)
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(content)
            kept[path] = since
        if hashes:
            _write_list(site / KEPT, dict(sorted(kept.items())))


def _write_list(file: Path, facts: Mapping[str, str]) -> None:
    """Write a fact about each path, in the format of ``sha256sum``."""
    file.write_text("".join(f"{fact}  {path}\n" for path, fact in facts.items()), encoding="utf-8")


def _read_list(content: bytes) -> dict[str, str]:
    return {path: fact for fact, _, path in (line.partition("  ") for line in content.decode().splitlines())}


def _fetched(address: str, path: str) -> bytes:
    """Return a published file, or nothing if there is none. Raises Problem if the server can't be asked."""
    url = urljoin(address, path)
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT) as response:  # noqa: S310 - the site's own address
            return bytes(response.read())
    except OSError as error:
        if getattr(error, "code", None) == HTTPStatus.NOT_FOUND:
            return b""
        message = f"{url} could not be fetched: {error}"
        raise Problem(message) from error


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
