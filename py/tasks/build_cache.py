"""A cache for the slow results of the build."""

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tasks.installed import MODULES

_FOLDER = MODULES / ".made"
#: Maximum number of saved files; the oldest are deleted.
_MAX_RESULTS = 16


def cached(made_of: Iterable[bytes], make: Callable[[Path], bytes]) -> bytes:
    """Return the result of ``make`` in an empty folder, or the saved result of an earlier call with the same inputs."""
    name = hashlib.sha256(b"\0".join(made_of)).hexdigest()[:16]
    path = _FOLDER / name
    if not path.exists():
        _FOLDER.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
            unfinished = Path(folder) / "unfinished"
            unfinished.write_bytes(make(Path(folder)))
            unfinished.rename(path)
        for old in sorted(filter(Path.is_file, _FOLDER.iterdir()), key=lambda old: old.stat().st_mtime)[:-_MAX_RESULTS]:
            old.unlink(missing_ok=True)
    path.touch()
    return path.read_bytes()
