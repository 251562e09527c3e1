"""A new version of the site keeps the files of earlier ones, so that pages that are open for days continue."""

import hashlib
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from tasks.keep import HASHES, KEPT, TIME, keep_files, write_hashes
from tasks.serve import served
from tasks.steps import Problem

MONDAY = date(2026, 11, 23)
#: The files of three versions. Only names with a hash stay the same file forever.
VERSIONS = (
    {"index.html": "one", "web/part.11111111.bin": "one", "web/same.00000000.js": "same", "web/x.aaaaaaaa/y.js": "y"},
    {"index.html": "two", "web/part.22222222.bin": "two", "web/same.00000000.js": "same"},
    {"index.html": "three", "web/part.33333333.bin": "three", "web/same.00000000.js": "same"},
)

#: Publishes a version on a day, and returns the names of the files of earlier versions that it has kept.
Publish = Callable[[int, date], list[str]]


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """Return the folder of the published site."""
    (tmp_path / "public").mkdir()
    return tmp_path / "public"


@pytest.fixture
def publish(tmp_path: Path, public: Path) -> Publish:
    """Return a function that publishes a version as the workflow does."""

    def deploy(version: int, today: date) -> list[str]:
        new = tmp_path / "new"
        for name, text in VERSIONS[version].items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        with served(public) as address:
            keep_files(new, address, today)
        write_hashes(new)
        shutil.rmtree(public)
        new.rename(public)
        here = {path.relative_to(public).as_posix() for path in public.rglob("*") if path.is_file()}
        return sorted(here - VERSIONS[version].keys() - {HASHES, KEPT})

    return deploy


def test_three_deploys_and_a_rollback_keep_all_files(public: Path, publish: Publish) -> None:
    """Each version keeps the hashed files of the versions before it, also when an older version comes back."""
    first = ["web/part.11111111.bin", "web/x.aaaaaaaa/y.js"]
    assert publish(0, MONDAY) == []
    assert publish(1, MONDAY) == first
    assert publish(2, MONDAY) == [first[0], "web/part.22222222.bin", first[1]]
    assert publish(1, MONDAY) == [first[0], "web/part.33333333.bin", first[1]]
    assert (public / "index.html").read_text("utf-8") == "two"
    assert (public / "web/part.11111111.bin").read_text("utf-8") == "one"


def test_files_are_kept_for_a_time(publish: Publish) -> None:
    """A file is dropped once it was replaced longer ago than the limit, however often the site was published since."""
    publish(0, MONDAY)
    publish(1, MONDAY)
    assert publish(2, MONDAY + TIME) == ["web/part.11111111.bin", "web/part.22222222.bin", "web/x.aaaaaaaa/y.js"]
    assert publish(2, MONDAY + TIME + timedelta(days=1)) == ["web/part.22222222.bin"]


def test_hashes_are_those_of_all_files(public: Path, publish: Publish) -> None:
    """The list has every file of the site except itself, with its SHA-256."""
    publish(0, MONDAY)
    publish(1, MONDAY)
    listed = (public / HASHES).read_text("utf-8").splitlines()
    files = [path for path in public.rglob("*") if path.is_file() and path.name != HASHES]
    hashes = {path.relative_to(public).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert sorted(listed) == sorted(f"{hash_}  {name}" for name, hash_ in hashes.items())


def test_damaged_file_is_not_kept(public: Path, publish: Publish) -> None:
    """If a published file isn't as listed, nothing is published, and a sentence names the file."""
    publish(0, MONDAY)
    (public / "web/part.11111111.bin").write_text("damaged", "utf-8")
    with pytest.raises(Problem, match=r"part\.11111111\.bin isn't the file that hashes\.txt lists"):
        publish(1, MONDAY)


def test_server_that_cannot_be_reached_stops_the_build(tmp_path: Path) -> None:
    """If the published site can't be reached, the build ends with a sentence instead of dropping the files."""
    with served(tmp_path) as address:
        pass
    with pytest.raises(Problem, match=r"hashes\.txt could not be fetched: "):
        keep_files(tmp_path, address, MONDAY)
