"""Install Debian packages, if this process is allowed to."""

import os
import shutil
import sys
import time
from collections.abc import Sequence

from tasks.steps import Problem, output_of, step

#: Seconds to wait for another program that installs packages, and seconds between two attempts.
PATIENCE, PAUSE = 300, 5
#: The message of apt-get if another program installs packages.
LOCKED = "Could not get lock"


def is_root() -> bool:
    """Return whether this process is root, as Debian's tools require."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def fetch(title: str, advice: str, *packages: str) -> None:
    """Install packages from Debian. Raises Problem with the advice if that isn't possible."""
    apt = shutil.which("apt-get")
    if apt is None or not is_root():
        raise Problem(advice)
    with step(f"Fetching {title}"):
        # apt-get itself waits only for the lock of the installed packages, not for the lock of the lists.
        for arguments in (["update"], ["-o", f"DPkg::Lock::Timeout={PATIENCE}", "install", "-y", *packages]):
            _run_when_free([apt, *arguments], advice)


def _run_when_free(command: Sequence[str], advice: str) -> None:
    """Run apt-get, and wait while another program uses it."""
    end = time.monotonic() + PATIENCE
    while True:
        passed, output = output_of(command, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        if passed:
            return
        if LOCKED not in output or time.monotonic() > end:
            sys.stdout.write("\n" + output)
            raise Problem(advice)
        time.sleep(PAUSE)
