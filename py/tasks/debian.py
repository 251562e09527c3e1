"""Install Debian packages, if this process is allowed to."""

import os
import shutil

from tasks.steps import Problem, run, step


def is_root() -> bool:
    """Return whether this process is root, as Debian's tools require."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def fetch(title: str, advice: str, *packages: str) -> None:
    """Install packages from Debian. Raises Problem with the advice if that isn't possible."""
    apt = shutil.which("apt-get")
    if apt is None or not is_root():
        raise Problem(advice)
    with step(f"Fetching {title}"):
        run([apt, "update"], advice)
        run([apt, "install", "-y", *packages], advice, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
