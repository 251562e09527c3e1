"""The cost of the page's style rules, by Chromium's own count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser

from page.files import WHOLE
from page.player import Player, on_a_phone
from page.scripts import call_on, wait_for

#: The selectors that are meant for all elements; the last one is Chromium's own.
FOR_ALL = {"*", "::before", "::after", ":not(svg)"}


@on_a_phone
def test_no_rule_is_tried_on_every_element_in_vain(player: Player, site: str, browser: Browser) -> None:
    """Only rules for all elements are tried on most elements of a game's screen.

    Chromium finds the rules for an element by its classes, id, attributes, and tag, and rejects many by its ancestors.
    A rule whose last part has none of them, such as ``:is(.strip, .tray)`` in place of ``.strip, .tray``, is tried on
    every element. A dozen of them once made each restyling twice as slow.
    """
    player.open(site)
    player.begin("styles")
    wait_for(player.page, "looks", "hasStyles", WHOLE)
    elements = player.page.locator("#app *").count()
    browser.start_tracing(page=player.page, categories=["disabled-by-default-blink.debug"])
    call_on(player.page.locator("#app"), "looks", "restyle")
    tried = {counts["selector"]: counts for counts in selectors(json.loads(browser.stop_tracing()))}
    assert sum(counts["match_count"] for counts in tried.values()) > elements
    in_vain = {
        selector
        for selector, counts in tried.items()
        if counts["match_attempts"] - counts["fast_reject_count"] > elements / 2
    }
    assert in_vain <= FOR_ALL


def selectors(trace: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the counts of each selector from a trace of a single restyling."""
    for event in trace["traceEvents"]:
        if event["name"] == "SelectorStats":
            yield from event["args"].get("selector_stats", {}).get("selector_timings", ())
