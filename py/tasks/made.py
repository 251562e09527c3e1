"""The files that tools from npm make: archives, fonts, and pictures, the same on every machine.

Each version of zlib would make other archives. Some tools take seconds, so results are saved until an input changes.
"""

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tasks.installed import MODULES, NODE_ADVICE
from tasks.steps import WEB, run, tool

_FOLDER = MODULES / ".made"
#: The maximum number of saved results; the oldest are deleted.
_MAX_RESULTS = 150


def made(script: str, contents: Sequence[bytes], *options: str | Path) -> list[bytes]:
    """Return the results of a script of this folder for some files.

    The script gets the options and the paths of the files, and writes each result next to its file, as ``.made``. The
    lock file, which has the versions of all tools and fonts from npm, is one of the inputs.
    """
    path = Path(__file__).with_name(script)
    inputs = [file.read_bytes() for file in (WEB / "package-lock.json", path)] + [repr(options).encode()]
    results = [_FOLDER / hashlib.sha256(b"\0".join([*inputs, content])).hexdigest()[:16] for content in contents]
    if missing := {result: content for result, content in zip(results, contents, strict=True) if not result.exists()}:
        _FOLDER.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
            files = {Path(folder) / result.name: result for result in missing}
            for file, result in files.items():
                file.write_bytes(missing[result])
            run([tool("node", NODE_ADVICE), path, *options, *files], f"{script} failed.")
            for file, result in files.items():
                file.with_suffix(".made").rename(result)
    for result in results:
        result.touch()
    for old in sorted(filter(Path.is_file, _FOLDER.iterdir()), key=lambda old: old.stat().st_mtime)[:-_MAX_RESULTS]:
        old.unlink(missing_ok=True)
    return [result.read_bytes() for result in results]
