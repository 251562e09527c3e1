"""Restoring: a device restores its own statements and seats that other devices have replaced."""

from __future__ import annotations

from dataclasses import replace

from rooms.peer import Peer
from rooms.statement import MAX_EPOCHS, Handover


def restored(before: Peer, now: Peer) -> Peer:
    """Return a device after it has restored its statement or its seats, if a message has replaced them."""
    is_merged = now.game > before.game or _has_other_statement(before, now)
    return merged(before, now) if is_merged else _with_reclaimed_seats(before, now)


def merged(before: Peer, now: Peer) -> Peer:
    """Return a device after it has merged its earlier statement into the present one.

    The present statement is from a copy of the device, or about another game. A copy whose statement already contains
    both is silent; otherwise two copies would answer each other forever.
    """
    if now.game > before.game:
        is_silent = not now.statement.number
        same_players = replace(now.statement, number=1, chairs=before.statement.chairs, ready=True)
        return now.saying(same_players) if is_silent else now
    if not _has_other_statement(before, now):
        return now
    both = before.statement.merged_with(now.statement)
    has_all = (both.plies, both.handovers) == (now.statement.plies, now.statement.handovers)
    return now if has_all else now.saying(both)


def _has_other_statement(before: Peer, now: Peer) -> bool:
    """Return whether a device has heard a newer statement of its own: it was cloned, or has lost its memory."""
    return now.device in before.log and now.log[now.device] is not before.log[now.device]


def _with_reclaimed_seats(before: Peer, now: Peer) -> Peer:
    """Return a device after it has taken back its seats, repeatedly if they were taken repeatedly."""
    while handovers := reclaiming_handovers(before, now):
        after = now.saying(now.statement.with_handovers(*handovers))
        if not after.has_handover_since(now):
            break
        now = after
    return now


def reclaiming_handovers(before: Peer, now: Peer) -> tuple[Handover, ...]:
    """Return the handovers with which a device takes back seats that others took for cards it has drawn.

    If a card is complete here, other devices need one of its seats only to change the plies, or because they don't know
    that it is complete. The same is true of plies that were still on the way, unless the others are more than one card
    ahead. A device that had the seat before this one keeps it, so two devices never quarrel. Other devices may take
    over seats for other cards: returning players see this, and may take their seats back.
    """
    if not before.table or not now.table:
        return ()
    drawn = {(one.seat, one.card) for one in now.statement.plies}
    found = []
    for old, new in zip(before.table.handovers, now.table.handovers, strict=True):
        mine, last = old[-1], new[-1]
        first = list(dict.fromkeys(handover.device for handover in old))
        is_mine = mine.device == now.device and last.device not in first[: first.index(mine.device) + 1]
        was_on_its_way = (last.seat, last.card) in drawn and now.table.card <= last.card + 1
        if is_mine and (last.card < before.complete_cards or was_on_its_way) and last.epoch < MAX_EPOCHS:
            found.append(Handover(last.seat, last.epoch + 1, last.card, mine.device, mine.kind))
    return tuple(found)
