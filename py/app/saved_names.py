"""The names of all texts that the page saves. In the browser, the site's path and a space precede each name."""

from __future__ import annotations

#: The current game; an embed adds the game that its link asks for.
GAME_PLACE = "cartographers.game"
#: Suffixes of :data:`GAME_PLACE`: the previous text, and a text that couldn't be read when a new game began.
BEFORE, ASIDE = ".before", ".aside"
#: Suffixes of :data:`GAME_PLACE`: the tab that plays the game, and the mark of a text that is older than the game.
OWNER, STALE = ".tab", ".stale"
#: Beginnings of the names of other games: finished ones, and unfinished ones that were set aside. The time of that
#: event follows, then a period and the game's key.
FINISHED, OPEN = "cartographers.finished.", "cartographers.open."
#: The printed game (see :mod:`app.game.printed`).
PRINTED = "cartographers.printed"
#: The beginning of the names of printed games in the history. The day follows, then a period and a unique word.
PRINTED_BEFORE = "cartographers.printed."
#: The beginning of the names of rooms, before the room's word.
ROOM_PLACE = "cartographers.room-3."
#: The preferences, the progress of the lesson, and the explanations that the device has shown.
PREFERENCES, LESSON, EXPLAINED = "cartographers.preferences", "cartographers.lesson", "cartographers.told"
#: The runs of daily games, and the progress in puzzles.
DAYS, PUZZLES = "cartographers.days", "cartographers.puzzles"
#: The custom maps, their names, and the map that is being drawn.
MAPS, MAP_NAMES, DRAFT = "cartographers.maps", "cartographers.map-names", "cartographers.draft"
#: The paper map that is scored without a game.
PAPER = "cartographers.paper"
#: The printed game that was dealt last, for the setup of the next one.
LAST_PRINTED = "cartographers.last-printed"
#: The bots' results in some deals.
MEASURED_STRENGTHS = "cartographers.strengths"
#: The last room's word and the key of its game.
LAST_ROOM = "cartographers.last-room"
#: The mark that the page has asked the browser never to delete games: it asks only once.
PERSISTENCE_REQUESTED = "cartographers.asked"
#: The number of finished games at the last reminder to save them to a file.
REMINDED = "cartographers.reminded"
#: The time at which the player deleted everything, so that no open tab saves it again.
ERASED = "cartographers.erased"
#: The doors (the start screen's large buttons) for the next visit's first paint.
DOORS = "cartographers.doors"
#: The commands that a newer version of the page carries out first; only the tab saves them.
RESUME = "cartographers.resume"
