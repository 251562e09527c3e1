"""The README's headline figures are those that the bench has measured."""

import pytest

from bench import headlines

pytestmark = pytest.mark.native


def test_the_readme_has_the_measured_figures() -> None:
    """Where this fails, `python3 py bench headlines` writes the lines."""
    assert f"{headlines.BEGIN}{headlines.lines()}{headlines.END}" in headlines.README.read_text("utf-8")
