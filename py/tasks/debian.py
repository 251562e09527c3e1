"""Install programs from Debian's packages, if this process may."""

import os
import shutil

from tasks.steps import Problem, run, step


def is_root() -> bool:
    """Return whether this runs as root, as Debian's tools require."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def fetch(title: str, package: str, advice: str) -> None:
    """Install one of Debian's packages. If that is not possible, raise Problem with the advice."""
    apt = shutil.which("apt-get")
    if apt is None or not is_root():
        raise Problem(advice)
    with step(f"Fetching {title}"):
        run([apt, "update"], advice)
        run([apt, "install", "-y", package], advice, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
