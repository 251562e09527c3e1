"""Rooms: friends play one game on devices of their own, and no server keeps it.

Each device makes one *statement*: everything it has to say about the room so far, signed by its key. A newer statement
of a device takes the place of its older one. So whoever has the newest statement of every device knows everything,
no matter how many messages were lost, repeated, late or carried by hand (``statement``, ``log``). What follows from
the statements, who sits where and what has been drawn, is the same on every device that has the same ones (``table``).

Nothing here knows a network, a clock or a key: texts come in, texts go out, and somebody else checks signatures.
"""
