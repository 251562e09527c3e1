"""The names that a snapshot's modules import from the browser, in a Python without a browser."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from browser.before_start import Absent, find_browser


def test_absent_names_become_the_page_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start, absent names in the package become the page's objects, and other names stay."""
    page = SimpleNamespace(cartographers=object())
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(window=page))
    ours, other = ModuleType("browser.some"), ModuleType("browserlike")
    monkeypatch.setitem(sys.modules, "browser.some", ours)
    monkeypatch.setitem(sys.modules, "browserlike", other)
    window = Absent("js").window
    ours.__dict__.update(window=window, cartographers=window.cartographers, number=7)
    other.__dict__.update(window=window)
    find_browser()
    found = vars(ours)
    assert (found["window"], found["cartographers"], found["number"]) == (page, page.cartographers, 7)
    assert vars(other)["window"] is window
    assert not hasattr(Absent("js"), "__spec__")
    assert isinstance(Absent("js").document.body, Absent)
