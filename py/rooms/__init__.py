"""Rooms: friends play one game, each on their own device, and no server stores it. README.md explains the protocol.

This package has no network, no clock, and no keys: texts come in and go out, and the page's scripts check signatures.
"""
