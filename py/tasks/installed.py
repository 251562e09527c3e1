"""Install the npm packages for the build and the checks, and the Python packages for the tests.

They are reinstalled only if their lock file has changed; a stamp next to them has the hash of the last one.
"""

import hashlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tasks.steps import ROOT, WEB, Problem, output_of, passes, run, step, tool, with_tests

NODE = 20
NODE_ADVICE = f"Install Node {NODE} or newer, with npm, from https://nodejs.org or your system's packages."
MODULES = WEB / "node_modules"
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install_npm_packages(*, checks: bool = False) -> None:
    """Install the packages of web/package-lock.json in web/node_modules, for the build or also for the checks.

    The stamp shows which of the two. Packages for the checks include those for the build.
    """
    node, npm = tool("node", NODE_ADVICE), tool("npm", NODE_ADVICE)
    _, version = output_of([node, "--version"])
    if int(re.findall(r"\d+", version)[0]) < NODE:
        message = f"This is Node {version.strip()}. {NODE_ADVICE}"
        raise Problem(message)
    stamp = MODULES / ".stamp"
    lock = _digest(WEB / "package-lock.json")
    complete, least = f"{lock} for build and checks", f"{lock} for the build"
    if _read(stamp) in ({complete} if checks else {complete, least}):
        return
    title = "Fetching Pyodide, PyScript and tools" if checks else "Fetching Pyodide and PyScript"
    with step(f"{title} from npm"):
        advice = "npm could not install the packages of web/package-lock.json. Is this machine online?"
        run([npm, "ci", "--include=dev" if checks else "--omit=dev"], advice, cwd=WEB)
        stamp.write_text(complete if checks else least, encoding="utf-8")


def install_virtual_environment() -> Path:
    """Install the packages of tests/requirements.txt in .venv, and return its Python."""
    lock = ROOT / "tests" / "requirements.txt"
    stamp = VENV / ".stamp"
    wanted = _digest(lock) + sys.version
    if _read(stamp) == wanted:
        return PYTHON
    with step("Making the virtual environment .venv"):
        advice = "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
        run([sys.executable, "-m", "venv", "--clear", VENV], advice)
    with step("Fetching the test tools from the Python package index"):
        pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        advice = "pip could not install the packages of tests/requirements.txt. Is this machine online?"
        run([*pip, "--require-hashes", "-r", lock], advice)
    stamp.write_text(wanted, encoding="utf-8")
    return PYTHON


def run_module(module: str, arguments: Sequence[str]) -> int:
    """Run a module in the virtual environment, which may import the tests' helpers, and return the exit code."""
    python = install_virtual_environment()
    return 0 if passes([python, "-m", module, *arguments], with_tests()) else 1


def _digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def _read(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8") if stamp.exists() else ""
