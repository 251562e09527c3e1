"""Rooms: friends play one game, each on their own device, and no server stores it.

Each device makes one *statement*: everything it has to say about the room so far, signed by its key. A newer statement
replaces the device's older one. So a device that has the newest statement of every device knows everything, even if
messages were lost, repeated, late, or passed on by hand (``statement``, ``log``). The seats and the plies are derived
from the statements, and are the same on every device that has the same statements (``table``).

This package has no network, no clock, and no keys: texts come in and go out, and the caller checks the signatures.
"""
