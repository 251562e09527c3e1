"""Read texts that any version has saved or sent: JSON on standard input, what they mean as JSON on standard output.

``code.zip`` of each release in tests/releases/ contains that release's code with this module, or its own version of it.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import Any

from app.game.daily import read_runs
from app.game.library import read_entry
from app.game.shelf import read_save
from app.link import link_of
from app.preferences import read_preferences
from rooms.by_hand import unpack
from rooms.peer import Peer, news, receive


def read(texts: dict[str, Any]) -> dict[str, Any]:
    """Return the meaning of saved games, of other saved texts, of links, and of messages passed on by hand."""
    links = [link_of(text, date(2026, 11, 26)) for text in texts["links"]]
    peers = [
        receive(Peer("0" * 64, opener, "x"), unpack(word, opener), lambda *_: True) for word, opener in texts["words"]
    ]
    return {
        "saves": [read_save(text).game.record for text in texts["saves"]],
        "history": [str(read_entry(name, text).summary) for name, text in texts["history"]],
        "days": str(read_runs(texts["days"])),
        "preferences": str(read_preferences(texts["preferences"])),
        "links": [[link.record, link.rival and link.rival.stars, link.room and link.room.word] for link in links],
        "words": [[peer.table and peer.table.record, news(peer).partition("\n")[2]] for peer in peers],
    }


if __name__ == "__main__":
    json.dump(read(json.load(sys.stdin)), sys.stdout)
