"""The saved printed game, which several tabs can change."""

from __future__ import annotations

from contextlib import suppress

from app import messages as m
from app.game.shelf import in_a_line
from app.saved_names import PRINTED
from app.saves.device import HistoryEffect, SavedTexts, StorageError


class SavePrintedGame(HistoryEffect):
    """Save the printed game, unless another tab has saved a different text in the meantime.

    The device then reports the text that it holds.
    """

    #: The text of the game; empty to delete it.
    text: str
    #: The text that the device should still hold.
    known: str
    #: The name under which the device first saves the former game in the history; empty if it is replaced.
    past: str = ""
    #: The text of that former game, as this tab knows it.
    former: str = ""
    #: The name of the saved game in the history, if it returns from there; the device then deletes it there.
    resumed: str = ""

    def _apply_to(self, texts: SavedTexts) -> m.PrintedGameReported:
        """Save the game. A game leaves its place only once it is saved at the other one."""
        there = texts.get(PRINTED)
        is_gone = self.resumed and in_a_line(texts.read(self.resumed)) != self.text  # another tab was faster
        # Another tab has deleted the game that goes on here. A new deal loses nothing, so it takes the empty place.
        was_deleted = not there and self.known.split()[1:2] == self.text.split()[1:2] != []
        if is_gone or was_deleted or there not in {self.known, self.text, ""}:
            return m.PrintedGameReported(there)
        if self.past and there == self.known:  # otherwise another tab has moved it already
            texts.set(self.past, self.former)
        if self.text:
            texts.set(PRINTED, self.text)
        else:
            texts.remove(PRINTED)
        if self.resumed:
            texts.remove(self.resumed)
        return m.PrintedGameReported(self.text)

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.PrintedGameStays | m.SaveFailed:
        """Return the answer: the game on the table stays, unless a new deal replaces it.

        If storage is denied, a new game replaces the former one, which couldn't be saved anyway.
        """
        if not self.resumed and not (self.past and (error.is_full or not self.text)):
            return m.SaveFailed(error.of_game)
        if self.past:
            with suppress(StorageError):
                texts.remove(self.past)  # saved already if only the new game didn't fit
        return m.PrintedGameStays(self.former, self.known, error.of_others)
