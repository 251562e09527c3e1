"""The screen of a game in play: its answers to messages, and its view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from app import messages as m
from app.board import aloud
from app.board.board_view import board_view
from app.board.event_texts import describe_fit
from app.board.panels import looking_keys, panel_of_game
from app.drawing.announcements import KEYS, SOUND, Announcement
from app.drawing.element import Element
from app.game.game import Game
from app.game.ghost import ghost_of_ply, ghost_ply
from app.game.jobs import HintJob, Job, seed_at
from app.game.seating import Bot
from app.page.outgoing import Outgoing, Text
from app.screens.parts import sharing, strengths
from app.screens.play.progress import GameProgress
from app.screens.play.scenes import program
from app.screens.play.scenes.scene import NextGame, Over, Setting
from app.visit import Controls, Dialog, Needs, Next, Screen, Traits, Visit
from cartographers.errors import IllegalMove
from cartographers.player_view import view_of
from cartographers.state import Ply
from words import Words

if TYPE_CHECKING:
    from cartographers.bots.hint import Gain

_LISTED_KEYS = ("move", "turn", "flip", "terrain", "where", "confirm", "undo", "redo", "hint", "edicts")
_GHOST_KEYS: Mapping[str, m.Message] = {
    "ArrowUp": m.Move(-1, 0),
    "ArrowDown": m.Move(1, 0),
    "ArrowLeft": m.Move(0, -1),
    "ArrowRight": m.Move(0, 1),
    "r": m.Rotate(1),
    "e": m.Rotate(-1),
    "f": m.Flip(),
    "t": m.NextTerrain(),
    "s": m.NextShape(),
    "w": m.NextPlace(),
    "u": m.Undo(),
    "y": m.Redo(),
    "h": m.AskForHint(),
}
#: The outcomes of sharing that a button at the end of the game shows.
_SHARED = frozenset({"sent", "copied"})


class Playing(GameProgress):
    """A game in play."""

    def needs(self, visit: Visit) -> Needs:
        """Return the scene's next step, and the jobs of bots, who can think while others draw."""
        turns, is_first = self.game.bot_turns, isinstance(self.game.drawing_seat, Bot)
        upcoming = turns[is_first:] if self.stage.lets_bots_draw else ()
        needs = self.scene.needs(self.game, visit, self.stage.step)
        return Needs(needs.job or self._job, upcoming, self.pause, self.paused_at, needs.library)

    @property
    def _job(self) -> Job | None:
        """The work for a bot's ply or for a hint."""
        game, task = self.game, self.game.state.task
        if task is None or not self.stage.lets_bots_draw:
            return None
        if isinstance(game.drawing_seat, Bot):
            return game.bot_turns[0]
        if self.board.waits_for_hint:
            return HintJob(view_of(game.state, task.player), seed_at(game.played, len(game.plies), "master"))
        return None

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts that move the ghost, look around, and continue the game."""
        return self._controls

    @cached_property
    def _controls(self) -> Controls:
        lit, several = self.looking.lit, () if self.game.is_solo else ("maps",)
        keys: Mapping[str, m.Message] = {
            **_GHOST_KEYS,
            **looking_keys(self.game),
            "Enter": self.frame.enter,
            "Escape": m.SkipAnimation() if self.is_moving else m.HighlightTopic(lit) if lit else m.Open("menu"),
        }
        return Controls(keys, (*_LISTED_KEYS, *several, "close", "mouse"), rest=self.scene.traits.rest)

    @property
    def explanations(self) -> tuple[str, ...]:
        """The scene's explanations, and the offer of sounds once a player here has drawn."""
        offers_sound = self.task is not None and self.game.last_ply_here is not None
        return (*self.scene.facts.explanations, SOUND) if offers_sound else self.scene.facts.explanations

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message to the game, or with a question if the game would become practice."""
        preferences, after = visit.memory.preferences, self
        match message:
            case m.Undo(sure=False) if self.undo_costs_the_rating:
                return replace(visit, dialog=Dialog(m.Panel.UNDO))
            case m.AskForHint(sure=False) if self.task and not self.game.is_practice:
                return replace(visit, dialog=Dialog(m.Panel.HINT))
            case m.BotResult() if self.at_end:
                return strengths.with_bot_result(visit, message)
            case m.Shared("text", how) if self.at_end:
                return self._with_outcome(visit, how)
            case m.Undo():
                visit, after = replace(visit, dialog=None), self.with_undo()
            case m.AskForHint():
                visit, after = replace(visit, dialog=None), self._asking_for_hint()
            case m.HighlightTopic(topic):
                after = self.settled()
                after = replace(after, looking=after.looking.with_light(topic)).without_space_note()
            case m.LookAtSheet(sheet):
                after = self.settled() if self.scene.traits.looking_skips_motion else self
                after = replace(after, looking=after.looking.with_sheet(sheet))
            case m.Step():
                after = self.stepped() if self.pause else self
            case m.Proceed():
                after = self.proceeded()
            case m.SkipAnimation():
                after = self.proceeded() if self.scene.traits.ends_automatically else self.settled()
            case m.Redo():
                after = self.with_redo()
            case m.BotPlyChosen(player, ply):
                after = self.drawn_for(player, ply, watched=preferences.bots == "watched")
            case m.HintFound(ply, gains):
                after = self._with_hint(ply, gains)
            case m.Tap() if self.scene.traits.ends_by_tap:
                after = self.proceeded()
            case m.Tap() if self.is_moving:
                after = self.settled()
            case m.Tap() if preferences.click != "confirms":
                after = self._placed(replace(message, mouse=False))
            case m.GhostMessage():
                after = self._placed(message)
            case _:
                return super().update(visit, message)
        return visit if after is self else replace(visit, screen=after)

    def _with_outcome(self, visit: Visit, how: str) -> Visit | Next:
        """Return the visit with the outcome of sharing the result.

        If the browser can't hand the text out, the sheet shows it, with other ways to share it. A closed share menu has
        no outcome.
        """
        after = replace(visit, screen=replace(self, shared=how))
        return after if how in {"", *_SHARED} else Next(after, then=m.Go("sheet"))

    def _placed(self, message: m.GhostMessage) -> Self:
        """Return the screen after a message about the ghost."""
        task, ghost = self.task, self.ghost
        if task is None or ghost is None:
            return self
        if self.placement.confirms(message, task):
            after = self.drawn_here(ghost_ply(ghost, task))
            if after is not self or isinstance(message, m.Tap):
                return after
        placement = self.placement.after(message, self.game.state)
        return self if placement is self.placement else replace(self, placement=placement)

    def _asking_for_hint(self) -> Self:
        """Return the screen as it waits for a hint. The game becomes practice."""
        if self.task is None or self.looking.lit is m.Topic.HINT:
            return self
        game = replace(self.game, hints=self.game.hints + 1)
        return replace(self, game=game, looking=self.looking._replace(lit=m.Topic.HINT), hint=None).without_space_note()

    def _with_hint(self, ply: Ply, gains: tuple[Gain, ...]) -> Self:
        """Return the screen with the ghost where a hint puts it.

        A hint that wasn't requested changes nothing.
        """
        if self.task is None or not self.board.waits_for_hint:
            return self
        try:
            ghost = ghost_of_ply(self.game.state, ply)
        except IllegalMove:
            return self
        return replace(self.with_ghost(ghost, pinned=True), hint=gains) if ghost else self

    @property
    def can_give_hint(self) -> bool:
        """Whether a player here draws, and may request a hint."""
        return self.task is not None

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map with its edicts, and the scene's panel."""
        return self.picture(words, visit)

    def picture(self, words: Words, visit: Visit, more: Iterable[Element] = ()) -> Element:
        """Return the view with more marks on the map."""
        board, setting = self.board, self._setting(words, visit)
        over = Over() if self.scene.traits.hides_screen else self.scene.over(words, board, setting)
        panel = self.scene.panel(words, board, setting)
        return board_view(words, board, visit.memory.preferences, (*over.marks, *more), panel, over.map)

    def _setting(self, words: Words, visit: Visit) -> Setting:
        return Setting(self.stage.step, visit, self.next_game(words, visit), self._success)

    def next_game(self, words: Words, visit: Visit) -> NextGame | None:
        """Return the next game of the room, or None outside a room."""
        return None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text that shares the result of a finished game."""
        end = self.scene.facts.result
        if end is None or what != "text":
            return None
        return Text(sharing.shared_text(words, visit, self.game, end))

    @property
    def _success(self) -> str:
        """The outcome of sharing if it was a success; otherwise empty, because the sheet shows the outcome."""
        return self.shared if self.shared in _SHARED else ""

    def cover(self, words: Words, visit: Visit) -> Element | None:
        """Return the element with which the scene hides the screen, or None."""
        hides = self.scene.traits.hides_screen
        return self.scene.over(words, self.board, self._setting(words, visit)).screen if hides else None

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game."""
        return panel_of_game(words, dialog.panel, self.game, self.moment, self.looking.sheet)

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the gains of the last ply, the news, and the responses to the player's keys."""
        board, bump = self.board, self.placement.key_refusal
        yield aloud.announce_drawn_ply(words, self.last_drawn)
        yield from self.scene.announcements(words, board, self._setting(words, visit))
        if self._success:
            told = words("share.told", what=words("share.text"), how=words(f"share.{self._success}"))
            yield Announcement("shared", told)
        if not self.is_moving:  # a season's count highlights one topic after another
            yield aloud.announce_highlight(words, board)
        yield from aloud.announce_ghost(words, board)
        yield aloud.announce_note(words, board)
        if bump:
            key = f"bump.{bump}"
            yield Announcement("bump", words(key, why=describe_fit(words, board)) if bump == "refused" else words(key))
        if board.task and KEYS not in visit.memory.explained:
            yield Announcement("keys", words("said.keys"))

    def title(self, words: Words) -> str:
        """Return the scene's title."""
        return self.scene.title(words, self.game)


class PlayingWrapper(Screen):
    """A screen that wraps the screen of a game in play."""

    traits: ClassVar[Traits] = Traits(back_steps=2)

    #: The screen of the game.
    playing: Playing


def answered(visit: Visit, playing: Playing, message: m.Message) -> Playing:
    """Return the screen of a game after a message, for a screen that wraps it."""
    found = playing.update(replace(visit, screen=playing), message)
    after = (found.visit if isinstance(found, Next) else found).screen
    return after if isinstance(after, Playing) else playing


def playing_in(screen: Screen) -> Playing | None:
    """Return the screen of a game in play that a screen is or wraps, or None."""
    if isinstance(screen, PlayingWrapper):
        return screen.playing
    return screen if isinstance(screen, Playing) else None


def start_playing(game: Game, *, is_first: bool) -> Playing:
    """Return the screen of a new game, with its opening scenes; ``is_first`` is True for a device's first game."""
    return resume_playing(game, 0).with_scenes_first(program.opening_scenes(game, is_first=is_first))


def resume_playing(game: Game, seen: int | None) -> Playing:
    """Return the screen of a saved game after ``seen`` scenes of its last ply.

    The end is always shown again, but its stars aren't added up again.
    """
    playing = Playing(game).after_scenes(seen)
    return playing.settled() if playing.at_end else playing
