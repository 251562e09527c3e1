"""The companion of the printed game: a setup that deals, then the table with the card in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from app import messages as m
from app.board.panels import cards_panel
from app.drawing.announcements import Announcement
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.custom_maps import maps_in
from app.game.printed import PrintedGame, begin_printed, read_printed, reveal, take_back, write_printed
from app.saved_names import LAST_PRINTED
from app.saves.noting import SaveNote
from app.screens.companion.dealing import Deal, DeletePrintedGame, dealing, paper_button
from app.screens.companion.faces import describe_step
from app.screens.companion.table import table
from app.screens.parts.printed_game import saved_printed_game, setup_of_next, with_past_name, with_printed_text
from app.screens.rules.figures import scored
from app.screens.set_up.screen import Reroll, announce_changed_edict, changed_setup, edict_choices
from app.visit import ESCAPE, Controls, Dialog, Needs, Next, Screen, Traits, Visit
from cartographers.errors import InvalidRecord, Sentence
from cartographers.seasons import EDICTS
from words import Words

#: The subject with which the screen shows the setup even if a printed game is saved.
NEW = "new"


class Companion(Screen):
    """The printed game: its setup, or the card in play.

    The game is in the visit's memory, so it outlives this screen.
    """

    traits: ClassVar[Traits] = Traits("companion.title")

    #: True if the player asks for a new deal, although a game is saved.
    is_setup: bool = False
    #: False if the browser can't keep the device's screen on.
    stays_on: bool = True
    #: True if another tab had continued the game, so that this tab has just switched to its card.
    is_from_other_tab: bool = False
    #: The text of the game, if it has just been deleted.
    deleted: str = ""

    def printed_game(self, visit: Visit) -> PrintedGame | None:
        """Return the game on the table; None in the setup."""
        return None if self.is_setup else saved_printed_game(visit)

    def can_restore(self, visit: Visit) -> bool:
        """Return whether the game was just deleted, and no other tab has dealt another one since."""
        return bool(self.deleted) and not visit.memory.printed.text

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the people have dealt, revealed a card, or taken one back."""
        game = self.printed_game(visit)
        match message:
            case m.PrintedGameReported(text):
                return self._reported(visit, text)
            case m.AwakeReported(on):
                return replace(visit, screen=replace(self, stays_on=on))
            case Deal() if game is None:
                return self._dealt(visit)
            case DeletePrintedGame() if game is None:
                return replace(self, deleted=visit.memory.printed.text).with_text(visit, "")
            case m.Restore() if self.can_restore(visit):
                return replace(self, deleted="").with_text(visit, self.deleted)
            case m.Proceed() if game and not game.is_over:
                return self.with_text(visit, write_printed(reveal(game)))
            case m.Undo() if game and game.steps:
                return self.with_text(visit, write_printed(take_back(game)))
            case Reroll() if game is None:
                after, seed = visit.with_fresh_word()
                return replace(after, printed_setup=replace(setup_of_next(visit), seed=seed, seed_error=None))
            case _ if game is None and (setup := changed_setup(setup_of_next(visit), message)):
                return replace(visit, printed_setup=setup, dialog=None)
            case _:
                return super().update(visit, message)

    def _dealt(self, visit: Visit) -> Visit | Next:
        """Return the visit with the game of the setup on the table."""
        setup = setup_of_next(visit)
        try:
            game = begin_printed(setup)
        except InvalidRecord as error:
            return replace(visit, printed_setup=replace(setup, seed_error=error.sentence))
        below = visit.screens_below
        visit = visit.back() if below and isinstance(below[-1], Companion) else visit  # the former game's table
        visit, past = with_past_name(visit)
        text = write_printed(game)
        visit = replace(visit, printed_setup=None).with_fresh_seed().with_note(LAST_PRINTED, text)
        dealt = replace(self, is_setup=False, deleted="").with_text(visit, text, past)
        return dealt._replace(effects=(*dealt.effects, SaveNote(LAST_PRINTED, text)))

    def with_text(self, visit: Visit, text: str, past: str = "") -> Next:
        """Return the visit with another text of the game, which the device saves; ``past`` names the former one."""
        return with_printed_text(replace(visit, screen=replace(self, is_from_other_tab=False)), text, past)

    def _reported(self, visit: Visit, text: str) -> Visit:
        """Return the visit after the device has reported its text, which may be another tab's."""
        is_from_other_tab = text != visit.memory.printed.text
        after = replace(self, is_from_other_tab=is_from_other_tab, deleted="" if text else self.deleted)
        return replace(visit, screen=after).with_printed(text, text)

    def needs(self, visit: Visit) -> Needs:
        """Keep the device's screen on during a game: people look at the card while they draw."""
        return Needs(awake=self.printed_game(visit) is not None)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: Enter or Space for the next card, or to deal, U to undo, even a deletion."""
        heading = ".deleted-game .wide" if self.deleted else "h1"
        if self.printed_game(visit) is None:
            keys = {"u": m.Restore(), **ESCAPE}
            return Controls(keys, enter=Deal(), heading=heading)
        keys = {"Enter": m.Proceed(), " ": m.Proceed(), "u": m.Undo(), **ESCAPE}
        return Controls(keys, heading=heading)

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the card in play, or the end of the season; in the setup, the same as that of a game on the page."""
        game = self.printed_game(visit)
        if game:
            yield Announcement("news", describe_step(words, game), game.steps)
        else:
            yield from announce_changed_edict(words, setup_of_next(visit))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the table with the card in play, or the setup."""
        game = self.printed_game(visit)
        if game is None:
            is_gone = self.is_from_other_tab and not visit.memory.printed.text
            is_deleted = self.can_restore(visit)
            setup, maps = setup_of_next(visit), maps_in(visit.memory.notes)
            return dealing(
                words, setup, maps, self.title(words), _obstacle(visit), is_gone=is_gone, is_deleted=is_deleted
            )
        notes = {"companion.elsewhere": self.is_from_other_tab, "companion.sleeps": not self.stays_on}
        return table(words, game, [key for key, is_shown in notes.items() if is_shown])

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the panel with an edict's rule, with the season's cards, or with the choice of an edict."""
        game, letter, setup = self.printed_game(visit), dialog.about, setup_of_next(visit).game
        match dialog.panel:
            case m.Panel.EDICT if letter not in tuple(EDICTS):
                return None
            case m.Panel.EDICT if game:
                card = game.deal.edicts[EDICTS.index(letter)]
                name = words("companion.edict", letter=letter, name=words(f"name.{card.id}"))
                rule = h("p", icon(f"edict-{card.id}"), h("span", words(f"rule.{card.id}")), class_="rule-of")
                return name, [rule, h("div", scored(words, card), class_="figures")]
            case m.Panel.EDICT if setup.edicts:
                choices = edict_choices(words, letter, setup.edicts[EDICTS.index(letter)], setup.scoring)
                return words("edict.choose", letter=letter), choices
            case m.Panel.CARDS if game:
                again = button(
                    m.Go("companion", NEW), icon("icon-dice"), h("span", words("end.new")), class_="wide", key="new"
                )
                maps = button(
                    m.Go("scores"), icon("icon-star"), h("span", words("scores.go")), class_="wide", key="maps"
                )
                ways = [maps, paper_button(words), again] if game.scored_seasons else [paper_button(words), again]
                return words("companion.cards"), [*cards_panel(words, game.moment), *ways]
        return None


def _obstacle(visit: Visit) -> Sentence | None:
    """Return a sentence about the saved game and its fate after a new deal, or None without a saved game."""
    text = visit.memory.printed.text
    if not text:
        return None
    try:
        return Sentence("companion.saved" if read_printed(text).is_begun else "companion.dealt", {})
    except InvalidRecord as error:
        return Sentence("companion.damaged", {"error": error.sentence})


def screen(_: Visit, about: str) -> Companion:
    """Return the screen with the saved game, or with the setup for a new deal."""
    return Companion(is_setup=about == NEW)
