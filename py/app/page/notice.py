"""The notices: sentences over the page about something that failed, or that happened without a question."""

from enum import StrEnum


class Notice(StrEnum):
    """A notice; its value is the last part of its key in the catalogs."""

    #: The browser doesn't let this page save anything.
    DENIED = "denied"
    #: The device has no space left to save the current game.
    FULL = "full"
    #: The device has no space left for anything other than the current game.
    CROWDED = "crowded"
    #: An unfinished game was replaced by another one, and is in the history now.
    SET_ASIDE = "aside"
    #: The words of a language couldn't be fetched.
    LANGUAGE = "language"
    #: A file is too large to be read.
    LARGE_FILE = "file.large"
    #: The browser couldn't read a file.
    UNREADABLE_FILE = "file.unreadable"
    #: The browser ignores the request to print.
    PRINT = "print"
    #: The code for rooms couldn't be fetched.
    ROOM = "room"
    #: A room plays by older rules.
    OLDER_ROOM = "room.older"
    #: A room plays by newer rules.
    NEWER_ROOM = "room.newer"
    #: Another player in the room has taken over a seat of this device.
    SEAT = "seat"
