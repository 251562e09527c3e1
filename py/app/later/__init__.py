"""What comes after the start: screens with their words, in a part of the page that is fetched when there is time.

Nothing else imports these modules: ``app.screens`` finds them by name when they are here.
"""

from __future__ import annotations

#: The keys of words that only these screens use begin so; all others are there from the start.
WORDS = (
    "about.",
    "days.",
    "error.room.",
    "filter.",
    "history.",
    "lesson.",
    "review",
    "room",
    "rules.",
    "share.",
    "sheet.",
    "statistics.",
    "strengths.",
)
