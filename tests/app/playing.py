"""Games at the page: whole ones, played without a thought, and how to read what they show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from itertools import accumulate
from random import Random
from typing import Any

from hypothesis import strategies as st

from app.drawing.element import Element, text_of, walk
from app.game.game import Game
from app.game.ghost import Ghost, confirmed_from, ghost_ply, kind
from app.game.seating import HERE, Bot, Seat
from app.game.setup import LONGEST_NAME, Cartographer, setup_of
from app.game.shelf import FINISHED, OPEN, shelf_of, write_save
from app.game.summary import summarized
from app.messages import (
    Begin,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    Continue,
    Finish,
    Flip,
    Message,
    Move,
    NextShape,
    NextTerrain,
    Proceed,
    Step,
    Tap,
    Turn,
    Where,
)
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.screen import Playing
from app.view import view
from app.visit import Visit
from cartographers.beast import Beast
from cartographers.bots.random_player import random_player
from cartographers.boxes import Box
from cartographers.events import Event
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.record import Played
from cartographers.region import BOARD, space_at, space_name, spaces
from cartographers.rules import is_legal
from cartographers.seen import seen
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain
from updates import updated
from visits import arrive, changed
from words import Words
from words.files import catalogue

WORDS = Words(catalogue("en"))
SEED = "k3x9q2"
CHANCE = "any"
PLACING: tuple[Message, ...] = (
    *(Where(), Where(), Where()),
    *(Turn(1), Turn(-1), Flip(), NextTerrain(), NextShape()),
    *(Move(1, -2), Tap(55), Tap(101)),
)

#: Who plays: with all that a sheet has room for, with a name alone, and without one.
ANA = Cartographer("Ana", "Dame", "Avalon")
BORIS = Cartographer("Boris")
NOBODY = Cartographer(land="Nowhere")

BASE_A = GameId(SEED)
BASE_B = GameId("b2", "B")
HEROES = pure_game("s68", Box.HEROES)
PAIR = GameId("s19", players=2)
TRIO = GameId(
    "s114",
    players=3,
    explore=Box.HEROES,
    seasons=Box.HEROES,
    ambush=Box.HEROES,
    heroes=True,
    scoring=Box.BOTH,
)


#: Lines as they may stand on a sheet, and who may have written them.
lines = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), max_size=LONGEST_NAME)
cartographers = st.builds(Cartographer, lines, lines, lines)


def entered(game_id: GameId, *who: Cartographer) -> Visit:
    """Return a visit in a new game, which shows its edicts."""
    setup = setup_of(game_id.seed, game_id, who or (Cartographer(),) * game_id.players)
    return updated(replace(arrive(CHANCE), setup=setup), Begin("set-up"))


def begun(game_id: GameId = BASE_A, *who: Cartographer) -> Visit:
    """Return a visit in a new game whose edicts have been shown, but not the other scenes before the first choice."""
    return updated(entered(game_id, *who), Proceed())


def unheard(visit: Visit) -> Visit:
    """Return a visit in which screen readers have spoken no explanation yet."""
    return changed(visit, spoken=())


def after(visit: Visit, *messages: Message) -> Visit:
    """Return the visit after messages, one after the other."""
    return reduce(updated, messages, visit)


def screen_of(visit: Visit) -> Playing:
    """Return the screen of a visit in a game."""
    assert isinstance(visit.screen, Playing)
    return visit.screen


def with_screen(visit: Visit, **changes: Any) -> Visit:  # noqa: ANN401 - any of the screen's values
    """Return a visit in a game with values of its screen changed, or of the screen's parts."""
    screen = screen_of(visit)
    for name, value in changes.items():
        if hasattr(screen.stage, name) and not hasattr(screen, name):
            screen = replace(screen, stage=replace(screen.stage, **{name: value}))
        elif hasattr(screen.placement, name):
            screen = replace(screen, placement=replace(screen.placement, **{name: value}))
        elif hasattr(screen.looking, name):
            screen = replace(screen, looking=screen.looking._replace(**{name: value}))
        else:
            screen = replace(screen, **{name: value})
    return replace(visit, screen=screen)


def scene_of(visit: Visit) -> Scene | None:
    """Return the scene on the page, if the visit is in a game and somebody need not draw."""
    return visit.screen.stage.scene if isinstance(visit.screen, Playing) else None


def ghost_of(visit: Visit) -> Ghost:
    """Return the ghost of a visit in a game."""
    ghost = screen_of(visit).ghost
    assert ghost is not None
    return ghost


def choosing(visit: Visit) -> Visit:
    """Return the visit at its next choice, or at the end."""
    while scene_of(visit) and not isinstance(scene_of(visit), EndScene):
        visit = updated(visit, Proceed())
    return visit


def at_rest(visit: Visit) -> Visit:
    """Return the visit when the scene on the page has gone on by itself as far as it does."""
    while visit.screen.pause:
        visit = updated(visit, Step())
    return visit


def to_be_seen(visit: Visit) -> tuple[Scene, ...]:
    """Return the scenes that are still to be shown, without a curtain, which is no part of what has happened."""
    return tuple(scene for scene in screen_of(visit).stage.pending if not isinstance(scene, CurtainScene))


def placing(visit: Visit, rng: Random) -> list[Message]:
    """Return messages that put the ghost, wherever it is, where a player without a thought would draw."""
    state, task, now = game_of(visit).state, task_of(visit), ghost_of(visit)
    wanted = confirmed_from(state, random_player(seen(state, task.player), rng))
    assert wanted is not None
    option = task.options[wanted.option]
    messages: list[Message] = []
    if option != task.options[now.option]:
        shapes = list(dict.fromkeys(other.shape for other in task.options))
        messages = [ChooseTerrain(kind(option.terrain)), ChooseShape(shapes.index(option.shape))]
        now = ghost_of(after(visit, *messages))
    if now.mirrored != wanted.mirrored:
        messages.append(Flip())
        now = now.flipped()
    if now.turns != wanted.turns:
        messages.append(Turn(wanted.turns - now.turns))
    return [*messages, Tap(space_at(wanted.row, wanted.column))]


def drawn(visit: Visit, rng: Random) -> Visit:
    """Return the visit after a ply without a thought, all that comes of it still to be shown."""
    return after(visit, *placing(visit, rng), Confirm())


def playing(visit: Visit) -> Iterator[tuple[Message, Visit]]:
    """Play a whole game without a thought; yield each message, and the visit after it.

    Before the ghost is put where it is drawn it goes astray, and where the rules object a confirmation changes nothing.
    What is drawn depends on nothing but the rules.
    """
    name = str(game_of(visit).id)
    player, hand = Random(name), Random(name)  # noqa: S311 - a game to look at, and repeatable on purpose
    while not isinstance(scene_of(visit), EndScene):
        if scene_of(visit):
            ambush = isinstance(scene_of(visit), AmbushScene) and screen_of(visit).moving
            sent: list[Message] = [Step() if ambush and hand.random() < 0.9 else Proceed()]
        else:
            sent = hand.choices(PLACING, k=2)
            astray = after(visit, *sent)
            sent += [*([] if ply_fits(astray) else [Confirm()]), *placing(astray, player), Confirm()]
        for message in sent:
            visit = updated(visit, message)
            yield message, visit
    if screen_of(visit).moving:
        yield Finish(), updated(visit, Finish())


def played(game_id: GameId, *who: Cartographer) -> list[tuple[Message, Visit]]:
    """Return a whole game: each message, and the visit after it."""
    first = begun(game_id, *who)
    return [(Begin("set-up"), first), *playing(first)]


def game_of(visit: Visit) -> Game:
    """Return the game that a visit is in."""
    return screen_of(visit).game


def task_of(visit: Visit) -> Task:
    """Return what is to be done in a visit."""
    task = game_of(visit).state.task
    assert task is not None
    return task


def ply_of(visit: Visit) -> Ply:
    """Return what confirming the ghost of a visit would be."""
    return ghost_ply(ghost_of(visit), task_of(visit))


def ply_fits(visit: Visit) -> bool:
    """Say whether the engine would take the ghost of a visit."""
    return is_legal(game_of(visit).state, ply_of(visit))


def states_of(game: Game) -> list[State]:
    """Return the states before the first ply of a game and after each, as the engine has them."""
    return list(accumulate(game.plies, apply, initial=new_game(game.id)))


def happened(game: Game) -> list[Event]:
    """Return everything that has happened in a game."""
    return [event for state in states_of(game) for event in state.events]


# ------------------------------------------------------------------- reading the page


def shown(visit: Visit) -> Element:
    """Return the page of a visit."""
    return view(WORDS, visit)


def buttons(page: Element) -> dict[str, Element]:
    """Return the page's buttons by their commands, the first one where several have the same."""
    return {found.attributes["data-do"]: found for found in reversed(list(walk(page))) if found.tag == "button"}


def with_class(page: Element, name: str) -> list[Element]:
    """Return the parts of a page that have a class."""
    return [element for element in walk(page) if name in element.attributes.get("class", "").split()]


def part(page: Element, name: str) -> str:
    """Return the text of the one part that has a class."""
    found = [text_of(element) for element in with_class(page, name)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def heard(visit: Visit, *names: str) -> str:
    """Return what a screen reader says of a visit's screen: all of it, or the sentences with some names."""
    return " ".join(one.text for one in visit.screen.said(WORDS, visit) if one.name in names or not names).strip()


def labels(page: Element) -> list[str]:
    """Return what parts of a page are called for those who do not see them."""
    return [found.attributes["aria-label"] for found in walk(page) if "aria-label" in found.attributes]


def pressed(page: Element) -> list[str]:
    """Return the commands of the buttons that are pressed in."""
    return [
        found.attributes["data-do"]
        for found in walk(page)
        if found.tag == "button" and found.attributes.get("aria-pressed") == "true"
    ]


def integer(text: str) -> int:
    """Return a number that is written with a true minus sign or with its plus; no text is 0."""
    return int(text.replace("\N{MINUS SIGN}", "-") or "0")


def cells(page: Element) -> list[Element]:
    """Return the spaces of the map."""
    return [found for found in walk(page) if found.attributes.get("role") == "gridcell"]


def told(sheet: Sheet) -> list[str]:
    """Return what the spaces of a sheet are called on the page, in order."""
    found = []
    for space in spaces(BOARD):
        kinds = {beast.value: sheet.lair(beast) for beast in Beast}
        kinds |= {terrain.value: sheet.spaces_of(terrain) for terrain in Terrain}
        kinds |= {kind: getattr(sheet, kind) for kind in ("mountain", "wasteland", "destroyed")}
        here = [kind for kind, region in kinds.items() if region >> space & 1]
        text = [space_name(space), here[0].replace("zombie", "zombies")] if here else [space_name(space)]
        if sheet.ruins >> space & 1:
            text.append("on ruins" if here else "ruins")
        elif not here:
            text.append("empty")
        if sheet.attacked >> space & 1:
            text.append("under a hero's attack")
        found.append(", ".join(text))
    return found


def told_on(page: Element) -> list[str]:
    """Return what the spaces of the map on a page are called, in order."""
    return [cell.attributes["aria-label"] for cell in cells(page)]


# ------------------------------------------------------------------- the games

GAMES = {
    "A": played(BASE_A),
    "B": played(BASE_B),
    "heroes": played(HEROES, ANA),
    "pair": played(PAIR, BORIS, BORIS),
    "trio": played(TRIO, ANA, BORIS, NOBODY),
}
ALONE = {name: game for name, game in GAMES.items() if name in {"A", "B", "heroes"}}
TOGETHER = {name: game for name, game in GAMES.items() if name not in ALONE}
VISITS = [visit for game in GAMES.values() for _, visit in game]
CHOOSING = [visit for visit in VISITS if not scene_of(visit)]


@cache
def kept_games() -> tuple[tuple[str, str], ...]:
    """Return what the device keeps of the whole games above, and of one that has given way to another."""
    found = []
    for number, (_, visit) in enumerate(game[-1] for game in GAMES.values()):
        game = replace(game_of(visit), key=f"k{number}", takebacks=number % 2)
        text = write_save(summarized(game), 0)
        found.append((f"{FINISHED}{1_763_850_000_000 + 86_400_000 * number}.{game.key}", text))
    unfinished = replace(game_of(GAMES["B"][40][1]), key="zz")
    return ((f"{OPEN}1763990000000.zz", write_save(unfinished, 0)), *found)


def drawn_out(visit: Visit) -> tuple[Visit, Message, Visit]:
    """Play a game to its end; return the visit before the message that ends it, that message, and the visit after."""
    while True:
        message = Proceed() if scene_of(visit) else Confirm()
        if not scene_of(visit):
            visit = choosing(visit)
        now = updated(visit, message)
        if now == visit:  # the shape fits in another form only
            now = updated(visit, NextShape())
        if game_of(now).state.over:
            return visit, message, now
        visit = now


def answered(visit: Visit) -> Visit:
    """Return the visit after the job that its screen wants, if there is one."""
    job = visit.screen.job(visit)
    return reduce(updated, (step for step in job.work() if step and not isinstance(step, int)), visit) if job else visit


def against_bots(game_id: GameId, *strengths: str) -> Visit:
    """Return a visit in a game of one person here, in the first seat, against bots."""
    seats: tuple[Seat, ...] = (HERE, *map(Bot, strengths))
    kept = Game(Played(game_id, (), (new_game(game_id),)), (Cartographer(),) * game_id.players, seats)
    return updated(arrive(CHANCE, shelf_of(write_save(kept, 0))), Continue())


def watched(plies: int, game_id: GameId, *strengths: str) -> Iterator[Visit]:
    """Yield what is on the page while a person and bots draw so many plies, each step of what is watched."""
    visit = against_bots(game_id, *strengths)
    while len(game_of(visit).plies) < plies:
        yield visit
        after_job = answered(visit)
        if after_job != visit:
            visit = after_job
        elif screen_of(visit).scene.passes:
            visit = updated(visit, Step())
        elif scene_of(visit):
            visit = updated(visit, Proceed())
        else:
            drawn_now = updated(choosing(visit), Confirm())
            visit = drawn_now if drawn_now != visit else updated(visit, NextShape())
    yield visit
