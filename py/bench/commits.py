"""Sites of other commits, each built once by the commit's own build, in ``.bench/sites/``, which git ignores."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from tasks.steps import ROOT, Problem, output_of, run, step
from tasks.versions import git

#: The reference of ``bench start`` and ``bench page``: the last commit before lesson, bots, languages, and rooms.
REFERENCE = "671c12b"
SITES = ROOT / ".bench/sites"
#: The program and its version that commits before 10c2b7b need for their cuts; later ones have it from npm.
SPLIT, BINARYEN = "wasm-split", "version 108"


def site_of(name: str) -> Path:
    """Return the built site of a folder or a commit. The name may end in a query: ``_site?lang=es``."""
    path, mark, query = name.partition("?")
    folder = Path(path) if (Path(path) / "index.html").is_file() else built(path)
    return Path(f"{folder}{mark}{query}")


def built(name: str) -> Path:
    """Return the site of a commit, after building it if necessary."""
    found, commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if not found:
        message = f"{name} is neither a folder with a built site nor a known commit."
        _, shallow = git("rev-parse", "--is-shallow-repository")
        if shallow.strip() == "true":
            message += " This clone lacks older commits. To fetch them: git fetch --unshallow"
        raise Problem(message)
    site = SITES / commit.strip()[:12]
    if not site.exists():
        SITES.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=SITES) as folder:
            unpack(commit.strip(), Path(folder))
            require_binaryen(Path(folder), name)
            build(Path(folder), name)
            (Path(folder) / "_site").rename(site)
    return site


def unpack(commit: str, folder: Path) -> None:
    """Write all files of a commit to a folder."""
    archive = folder / "commit.zip"
    done, output = git("archive", f"--output={archive}", commit)
    if not done:
        message = f"{output}\nThe files of commit {commit} could not be read."
        raise Problem(message)
    with zipfile.ZipFile(archive) as files:
        files.extractall(folder)


def require_binaryen(folder: Path, name: str) -> None:
    """Raise Problem if a commit's build would leave out cuts, because it needs another program for them."""
    runtime, packages = folder / "web/runtime", folder / "web/package.json"
    if not runtime.is_dir() or '"binaryen"' in packages.read_text("utf-8"):
        return
    program = shutil.which(SPLIT)
    if not program or BINARYEN not in output_of([program, "--version"])[1]:
        message = (
            f"For its cuts, the build of {name} needs {SPLIT} of binaryen, {BINARYEN}, as in Debian 12 (apt install "
            "binaryen). Without the cuts, that page would start later than it did, and the comparison would flatter "
            "this one."
        )
        raise Problem(message)


def build(folder: Path, name: str) -> None:
    """Build the site of a commit with its own build, in its folder."""
    own = {variable: value for variable, value in os.environ.items() if variable not in {"PYTHONPATH", "SITE_URL"}}
    with step(f"Building the site of {name}"):
        run([sys.executable, "py", "build"], f"The site of {name} could not be built.", env=own, cwd=folder)
