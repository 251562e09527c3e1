"""Compress files for the site. Every machine makes the same bytes; each version of zlib would make others."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from tasks.installed import NODE_ADVICE
from tasks.steps import run, tool

_SCRIPT = Path(__file__).with_name("compress.mjs")


def compressed(contents: Sequence[bytes], form: Literal["gzip", "deflate"] = "gzip") -> list[bytes]:
    """Return contents compressed as much as possible, each as a gzip file or as a stream of zlib's format."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(len(contents))]
        for path, content in zip(files, contents, strict=True):
            path.write_bytes(content)
        run([tool("node", NODE_ADVICE), _SCRIPT, form, *files], "The site's files could not be compressed.")
        return [path.with_suffix(".packed").read_bytes() for path in files]
