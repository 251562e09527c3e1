"""The cost of the page's style rules, by Chromium's own count."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from support.page.files import WHOLE
from support.page.player import Player, on_a_phone
from support.page.scripts import call_on, wait_for
from support.page.tracing import traced

#: The selectors that are meant for all elements; the last one is Chromium's own.
FOR_ALL = {"*", "::before", "::after", ":not(svg)"}


@pytest.mark.thorough
@on_a_phone
def test_no_rule_is_tried_on_every_element_in_vain(player: Player, site: str) -> None:
    """Only rules for all elements are tried on most elements of a game's screen.

    Chromium sorts rules by the class, id, attribute, or tag in their last part, and tries only the rules that an
    element's own can match. It tries a rule such as ``:is(.strip, .tray)``, whose last part names no class outside
    parentheses, on every element. The list ``.strip, .tray`` means the same. A dozen such rules once made each
    restyling twice as slow.
    """
    player.start(site, "styles")
    wait_for(player.page, "looks", "hasStyles", WHOLE)
    elements = player.page.locator("#app *").count()
    with traced(player.page, "disabled-by-default-blink.debug") as events:
        call_on(player.page.locator("#app"), "looks", "restyle")
    tried = {counts["selector"]: counts for counts in selectors(events)}
    assert sum(counts["match_count"] for counts in tried.values()) > elements
    in_vain = {
        selector
        for selector, counts in tried.items()
        if counts["match_attempts"] - counts["fast_reject_count"] > elements / 2
    }
    assert in_vain <= FOR_ALL


def selectors(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the counts of each selector from the events of a single restyling."""
    for event in events:
        if event["name"] == "SelectorStats":
            yield from event["args"].get("selector_stats", {}).get("selector_timings", ())
