"""Programs that come from Debian's packages, where this may fetch them."""

import os
import shutil

from tasks.steps import Problem, run, step


def is_root() -> bool:
    """Tell whether this runs as root, for whom Debian's tools work."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def fetch(title: str, package: str, advice: str) -> None:
    """Install a package of Debian's; Problem, with the advice, where that cannot be."""
    apt = shutil.which("apt-get")
    if apt is None or not is_root():
        raise Problem(advice)
    with step(f"Fetching {title}"):
        run([apt, "update"], advice)
        run([apt, "install", "-y", package], advice, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
