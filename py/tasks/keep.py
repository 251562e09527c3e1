"""Keep the files of earlier versions beside a new version of the site, for pages that are open for days.

Such a page still needs files that it hasn't fetched yet: its rooms, its other languages, its later part. Their names
contain a hash of their content, so files of several versions fit into one site. ``hashes.txt`` lists all files of a
site in the format of ``sha256sum``, and ``kept.txt`` lists its files of earlier versions, each with the date on which a
newer version replaced it.
"""

import hashlib
import re
import urllib.error
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
    lines = (f"{_hash(path.read_bytes())}  {path.relative_to(site).as_posix()}\n" for path in files)
    (site / HASHES).write_text("".join(lines), encoding="utf-8")


def keep_files(site: Path, address: str, today: date) -> None:
    """Add the files of the version that is published at an address, and those that it has kept, to a new site.

    Without a list of files at the address, as before the first publication, none are kept. Raises Problem for any other
    failure, because a site without these files would break open pages.
    """
    with step(f"Keeping the files of the version at {address}"):
        listed = _fetched(address, HASHES)
        if listed is None:
            return
        hashes = {path: hash_ for hash_, _, path in (line.partition("  ") for line in listed.decode().splitlines())}
        kept = _dates((_fetched(address, KEPT) or b"").decode()) if KEPT in hashes else {}
        replaced: dict[str, date] = {}
        for path, expected in hashes.items():
            since = kept.get(path, today)
            if not _HASHED.search(path) or (site / path).exists() or since < today - TIME:
                continue
            content = _fetched(address, path)
            if content is None or _hash(content) != expected:
                message = f"{urljoin(address, path)} isn't the file that {HASHES} lists."
                raise Problem(message)
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(content)
            replaced[path] = since
        lines = (f"{since.isoformat()}  {path}\n" for path, since in sorted(replaced.items()))
        (site / KEPT).write_text("".join(lines), encoding="utf-8")


def _dates(text: str) -> Mapping[str, date]:
    """Return the dates of a list of kept files."""
    return {path: date.fromisoformat(since) for since, _, path in (line.partition("  ") for line in text.splitlines())}


def _fetched(address: str, path: str) -> bytes | None:
    """Return a published file; None if there is none. Raises Problem if the server can't be asked."""
    url = urljoin(address, path)
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT) as response:  # noqa: S310 - the site's own address
            content: bytes = response.read()
            return content
    except urllib.error.HTTPError as error:
        if error.code == HTTPStatus.NOT_FOUND:
            return None
        reason = str(error)
    except OSError as error:
        reason = str(error)
    message = f"{url} could not be fetched: {reason}"
    raise Problem(message)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
