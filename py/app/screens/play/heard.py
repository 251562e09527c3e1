"""The sentences of a game in play for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from app.board.aloud import (
    drawn_aloud,
    ghost_aloud,
    listed,
    lit_aloud,
    note_aloud,
    options_said,
    score_said,
    terrains_said,
)
from app.board.board import Board
from app.board.board_view import season_named
from app.board.names import name_of, sheet_of
from app.board.pacing import ARRIVED
from app.board.told import cost_said, drawn_said, end_said, landed, totals_said, verdict
from app.game.game import AmbushScene, CurtainScene, DrawScene, EndScene, SeasonScene, SpreadScene
from app.said import KEYS, Said
from app.visit import Visit
from cartographers.cards import AmbushCard, ExploreCard
from cartographers.events import Forced
from cartographers.state import Task
from words import Words

if TYPE_CHECKING:
    from app.screens.play.screen import Playing


def sentences(words: Words, screen: Playing, news: str, visit: Visit) -> Iterator[Said]:
    """Yield the gains of the last ply, the news, and the answers to the player's keys."""
    board = screen.board
    yield drawn_aloud(words, screen.drawn)
    yield Said("news", news)
    yield Said("more", _more(words, screen, board))
    if not screen.moving:  # a season's count lights up one thing after another
        yield lit_aloud(words, board)
    yield from ghost_aloud(words, board)
    yield note_aloud(words, board)
    if screen.bump:
        key = f"bump.{screen.bump}"
        yield Said("bump", words(key, why=verdict(words, board)) if screen.bump == "refused" else words(key))
    if board.task and KEYS not in visit.memory.told:
        yield Said("keys", words("said.keys"))


def news(words: Words, screen: Playing) -> str:
    """Return the news: the scene, the card to draw, or the player for whom the page waits."""
    scene, game, board = screen.scene, screen.game, screen.board
    match scene:
        case DrawScene():
            return drawn_said(words, game, scene)
        case AmbushScene():
            return f"{words('ambush')} {words(f'name.{scene.event.card.id}')}."
        case SpreadScene():
            return f"{words(f'name.{scene.card.id}')}. {words(f'spread.{scene.card.id}')}"
        case SeasonScene(scores=scores):
            score, season = scores[0], words(f"season.{scores[0].season.name}")
            if game.is_solo:
                return words.plural("reckoning.said", score.total, season=season)
            totals = {score.player: score.total for score in scores}
            return f"{words('reckoning', season=season)}. {totals_said(words, game, totals, [*totals])}"
        case EndScene():
            return end_said(words, game, scene.event)
        case CurtainScene():
            return words("pass.to", name=name_of(words, game, scene.task.player)) + "."
        case None if board.task:
            return _task_said(words, board, board.task)
        case None:
            return words("wait.for", name=name_of(words, game, board.player))
        case unknown:
            assert_never(unknown)


def _more(words: Words, screen: Playing, board: Board) -> str:
    """Return the second part of the news: the landing of an ambush, or the numbers of the map on the page."""
    scene, game = screen.scene, screen.game
    match scene:
        case AmbushScene(event=event) if screen.phase in ARRIVED:
            beast = event.card.beast
            said = [landed(words, event)]
            if event.region:
                said.append(cost_said(words, scene))
            if scene.costly:
                said.append(words("said.costly", spaces=listed(words, scene.costly)))
            if beast and event.region and game.acts(beast, scene.moment):
                said.append(words(f"beast.{beast.value}"))
            return " ".join(said)
        case SpreadScene(reached=reached) if reached.get(board.owner):
            spaces = f"{listed(words, reached[board.owner])}."
            return spaces if game.is_solo else f"{sheet_of(words, game, board.owner)}: {spaces}"
        case SeasonScene(scores=scores):
            score = score_said(words, scores[board.owner])
            if not game.is_solo:
                return f"{name_of(words, game, board.owner)}: {score}"
            seasons = scene.moment.scored
            return f"{score} {words.plural('stars.label', game.state.total(0, seasons))}." if seasons > 1 else score
    return ""


def _task_said(words: Words, board: Board, task: Task) -> str:
    """Return the card to draw: its name, time, terrains and shapes, and its special duties."""
    card = words(f"name.{task.card.id}")
    said = [season_named(words, board.moment.season) + "."] if board.fresh else []
    if isinstance(task.card, ExploreCard):
        said.append(words("said.reveal", card=card, time=task.card.time))
    else:
        said += [words("ambush")] if isinstance(task.card, AmbushCard) and not task.is_pick else []
        said.append(card + ".")
    if task.sheet != task.player:
        said.append(words("said.whose", map=sheet_of(words, board.game, task.sheet)))
    if task.is_pick:
        said.append(words("pick") + ".")
        return " ".join(said)
    if task.forced is not Forced.NONE:
        said += [words(f"forced.{task.forced.value}") + ".", terrains_said(words, task.options) + "."]
        return " ".join(said)
    if task.must_cover is not None:
        said.append(words("said.ruins"))
    if task.options[0].attack:
        said.append(words(f"attack.{task.card.id}"))
    else:
        said.append(options_said(words, task.options))
    return " ".join(said)
