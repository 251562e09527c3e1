"""A cache for the slow results of the build."""

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tasks.installed import MODULES
from tasks.steps import WEB

_FOLDER = MODULES / ".made"
#: The exact versions of the tools from npm, which determine what they make.
_LOCK_FILE = WEB / "package-lock.json"
#: Maximum number of saved files; the oldest are deleted.
_MAX_RESULTS = 16


def cached(made_of: Iterable[bytes], make: Callable[[Path], bytes]) -> bytes:
    """Return the result of ``make`` in an empty folder, or the saved result of an earlier call with the same inputs.

    The tools from npm are part of the inputs: after they change, everything is made again.
    """
    name = hashlib.sha256(b"\0".join([_LOCK_FILE.read_bytes(), *made_of])).hexdigest()[:16]
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
