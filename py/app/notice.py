"""The notices: sentences over the page about something that did not work."""

from enum import StrEnum


class Notice(StrEnum):
    """A notice, by the end of its key in the catalogues."""

    #: The browser keeps nothing for this page.
    DENIED = "denied"
    #: The device has no room for what is drawn from now on.
    FULL = "full"
    #: The device has no room for another finished game.
    CROWDED = "crowded"
    #: The words of a language could not be fetched.
    LANGUAGE = "language"
    #: A file is too large to be read.
    LARGE_FILE = "file.large"
    #: The browser could not read a file.
    UNREADABLE_FILE = "file.unreadable"
    #: The part of the page that rooms need could not be fetched.
    ROOM = "room"
    #: A room plays by older rules.
    OLDER_ROOM = "room.older"
    #: A room plays by newer rules.
    NEWER_ROOM = "room.newer"
    #: Another player of a room draws for a player here.
    SEAT = "seat"
