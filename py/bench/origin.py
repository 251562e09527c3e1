"""The origin of results: the date, the commit, and the machine of a measurement."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tasks.versions import current_commit


def origin() -> dict[str, Any]:
    """Return the origin of the results of a measurement that begins now."""
    today = datetime.now(UTC).date().isoformat()
    return {"date": today, "commit": current_commit(), "processor": processor(), "cores": os.cpu_count()}


def processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def measured(results: dict[str, Any]) -> str:
    """Return the beginning of a sentence with the origin of results."""
    machine = f"{results['cores']} cores ({results['processor']})"
    return f"Measured on {results['date']} (commit {results['commit']}), on {machine}"
