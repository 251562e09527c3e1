"""Helpers for tests of games on the page: whole random games, and functions that read the page."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from itertools import accumulate, count, pairwise
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import Element, text_of, walk
from app.game.game import Game, Moment
from app.game.ghost import Ghost, ghost_of_ply, ghost_ply, terrain_word
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer, Seat
from app.game.setup import MAX_NAME_LENGTH, Cartographer, setup_of
from app.game.shelf import shelf_of, write_save
from app.game.summary import with_summary_notes
from app.memory import OPENING
from app.saved_names import FINISHED, OPEN
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.screen import Playing
from app.shell.view import view
from app.visit import Visit
from cartographers.beast import Beast
from cartographers.bots import STRENGTHS
from cartographers.bots.random_player import random_player
from cartographers.boxes import Box
from cartographers.cards import AmbushCard
from cartographers.deal import deal
from cartographers.events import Event
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.player_view import view_of
from cartographers.record import PlayedGame
from cartographers.region import BOARD, space_at, space_name, spaces
from cartographers.rules import is_legal
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain
from support.visits import Sent, arrive, changed, updated
from words import Words
from words.files import catalog

WORDS = Words(catalog("en"))
SEED = "k3x9q2"
CHANCE = "any"
S = TypeVar("S", bound=Scene)
PLACING: tuple[m.Message, ...] = (
    *(m.NextPlace(), m.NextPlace(), m.NextPlace()),
    *(m.Rotate(1), m.Rotate(-1), m.Flip(), m.NextTerrain(), m.NextShape()),
    *(m.Move(1, -2), m.Tap(55), m.Tap(101)),
)

#: Cartographers: one with all lines of the sheet, one with a name only, and one without a name.
ANA = Cartographer("Ana", "Dame", "Avalon")
BORIS = Cartographer("Boris")
NOBODY = Cartographer(land="Nowhere")

BASE_A = GameId(SEED)
BASE_B = GameId("b2", "B")
HEROES = pure_game("s68", Box.HEROES)
PAIR = GameId("s19", players=2)
TRIO = GameId(
    "s114", players=3, explore=Box.HEROES, seasons=Box.HEROES, ambush=Box.HEROES, heroes=True, scoring=Box.BOTH
)


#: Strategies for the lines of a sheet, for cartographers, and for seats.
lines = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), max_size=MAX_NAME_LENGTH)
cartographers = st.builds(Cartographer, lines, lines, lines)
_remote = st.builds(RemotePlayer, st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True))
any_seat: st.SearchStrategy[Seat] = st.just(LOCAL_PERSON) | st.sampled_from([*map(Bot, STRENGTHS)]) | _remote


def entered(game_id: GameId, *who: Cartographer) -> Visit:
    """Return a visit in a new game, which isn't the first on the device and shows its edicts."""
    setup = setup_of(game_id.seed, game_id, who or (Cartographer(),) * game_id.players)
    return updated(replace(arrive(CHANCE, explained=(OPENING,)), setup=setup), m.Begin("set-up"))


def begun(game_id: GameId = BASE_A, *who: Cartographer) -> Visit:
    """Return a visit in a new game after the edicts and before all other opening scenes."""
    return updated(entered(game_id, *who), m.Proceed())


def unheard(visit: Visit) -> Visit:
    """Return a visit in which screen readers have announced no explanation yet."""
    return changed(visit, announced=())


def after(visit: Visit, *messages: Sent) -> Visit:
    """Return the visit after several messages."""
    return reduce(updated, messages, visit)


def screen_of(visit: Visit) -> Playing:
    """Return the screen of a visit in a game."""
    assert isinstance(visit.screen, Playing)
    return visit.screen


def with_screen(visit: Visit, **changes: Any) -> Visit:  # noqa: ANN401 - any of the screen's values
    """Return a visit in a game with other values for its screen or for the screen's parts."""
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
    """Return the scene on the page; None outside games and when the player must draw."""
    return visit.screen.stage.scene if isinstance(visit.screen, Playing) else None


def scene_as(kind: type[S], visit: Visit) -> S:
    """Return the scene on the page, which must be of the given kind."""
    scene = scene_of(visit)
    assert isinstance(scene, kind)
    return scene


def ghost_of(visit: Visit) -> Ghost:
    """Return the ghost of a visit in a game."""
    ghost = screen_of(visit).ghost
    assert ghost is not None
    return ghost


def choosing(visit: Visit) -> Visit:
    """Return the visit at the next choice, or at the end of the game."""
    while scene_of(visit) and not isinstance(scene_of(visit), EndScene):
        visit = updated(visit, m.Proceed())
    return visit


def at_rest(visit: Visit) -> Visit:
    """Return the visit after all automatic steps of the scene on the page."""
    while visit.screen.needs(visit).pause:
        visit = updated(visit, m.Step())
    return visit


def to_be_seen(visit: Visit) -> tuple[Scene, ...]:
    """Return the scenes that are still to come, except curtains, which show no event."""
    return tuple(scene for scene in screen_of(visit).stage.pending if not isinstance(scene, CurtainScene))


def placing(visit: Visit, rng: Random) -> list[m.Message]:
    """Return messages that move the ghost, from any place, to a random legal ply."""
    state, task, now = game_of(visit).state, task_of(visit), ghost_of(visit)
    target = ghost_of_ply(state, random_player(view_of(state, task.player), rng))
    assert target is not None
    option = task.options[target.option]
    messages: list[m.Message] = []
    if option != task.options[now.option]:
        shapes = list(dict.fromkeys(other.shape for other in task.options))
        messages = [m.ChooseTerrain(terrain_word(option.terrain)), m.ChooseShape(shapes.index(option.shape))]
        now = ghost_of(after(visit, *messages))
    if now.mirrored != target.mirrored:
        messages.append(m.Flip())
        now = now.flipped()
    if now.turns != target.turns:
        messages.append(m.Rotate(target.turns - now.turns))
    return [*messages, m.Tap(space_at(target.row, target.column))]


def drawn(visit: Visit, rng: Random) -> Visit:
    """Return the visit after a random ply, with all its scenes still to come."""
    return after(visit, *placing(visit, rng), m.Confirm())


def playing(visit: Visit) -> Iterator[tuple[m.Message, Visit]]:
    """Play a random game, in which the ghost wanders first; yield each message and the visit after it."""
    name = str(game_of(visit).id)
    player, hand = Random(name), Random(name)  # noqa: S311 - a random game, repeatable on purpose
    while not isinstance(scene_of(visit), EndScene):
        if scene_of(visit):
            ambush = isinstance(scene_of(visit), AmbushScene) and screen_of(visit).is_moving
            sent: list[m.Message] = [m.Step() if ambush and hand.random() < 0.9 else m.Proceed()]
        else:
            sent = hand.choices(PLACING, k=2)
            astray = after(visit, *sent)
            sent += [*([] if ply_fits(astray) else [m.Confirm()]), *placing(astray, player), m.Confirm()]
        for message in sent:
            visit = updated(visit, message)
            yield message, visit
    if screen_of(visit).is_moving:
        yield m.SkipAnimation(), updated(visit, m.SkipAnimation())


def played(game_id: GameId, *who: Cartographer) -> list[tuple[m.Message, Visit]]:
    """Return a whole random game: each message and the visit after it."""
    first = begun(game_id, *who)
    return [(m.Begin("set-up"), first), *playing(first)]


def is_done(moment: Moment, state: State, letter: str) -> bool:
    """Return whether no season after those scored at a moment scores an edict."""
    return not any(letter in dealt.season.edicts for dealt in state.deal.seasons[moment.scored_seasons :])


def tile_stars(moment: Moment, state: State) -> list[int]:
    """Return the stars on the four edicts' tiles: those on the map, or those earned if the edict is done."""
    sheet = moment.sheets[moment.shown_sheet]
    scores = [season[moment.shown_sheet].edicts for season in state.scores]
    return [
        sum(stars(edicts.get(letter, ())) for edicts in scores)
        if is_done(moment, state, letter)
        else stars(card(sheet))
        for letter, card in zip(EDICTS, state.deal.edicts, strict=True)
    ]


def game_of(visit: Visit) -> Game:
    """Return the game of a visit."""
    return screen_of(visit).game


def task_of(visit: Visit) -> Task:
    """Return the current task of a visit."""
    task = game_of(visit).state.task
    assert task is not None
    return task


def ply_of(visit: Visit) -> Ply:
    """Return the ply that confirming the ghost of a visit would make."""
    return ghost_ply(ghost_of(visit), task_of(visit))


def ply_fits(visit: Visit) -> bool:
    """Return True if the engine accepts the ghost of a visit."""
    return is_legal(game_of(visit).state, ply_of(visit))


def states_of(game: Game) -> list[State]:
    """Return the engine's states before the first ply of a game and after each ply."""
    return list(accumulate(game.plies, apply, initial=new_game(game.id)))


def happened(game: Game) -> list[Event]:
    """Return all events of a game."""
    return [event for state in states_of(game) for event in state.events]


# ------------------------------------------------------------------- reading the page


def shown(visit: Visit) -> Element:
    """Return the page of a visit."""
    return view(WORDS, visit)


def buttons(page: Element) -> dict[str, Element]:
    """Return the page's buttons by their commands; of several with the same command, the first."""
    return {found.attributes["data-do"]: found for found in reversed(list(walk(page))) if found.tag == "button"}


def with_class(page: Element, name: str) -> list[Element]:
    """Return the elements with the given class."""
    return [element for element in walk(page) if name in element.attributes.get("class", "").split()]


def part(page: Element, name: str) -> str:
    """Return the text of the only element with the given class."""
    found = [text_of(element) for element in with_class(page, name)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def heard(visit: Visit, *names: str) -> str:
    """Return the sentences for screen readers on a visit's screen: all, or those with the given names."""
    return " ".join(
        sentence.text for sentence in visit.screen.announcements(WORDS, visit) if sentence.name in names or not names
    ).strip()


def labels(page: Element) -> list[str]:
    """Return the labels for screen readers on a page."""
    return [found.attributes["aria-label"] for found in walk(page) if "aria-label" in found.attributes]


def pressed(page: Element) -> list[str]:
    """Return the commands of the pressed buttons."""
    return [
        found.attributes["data-do"]
        for found in walk(page)
        if found.tag == "button" and found.attributes.get("aria-pressed") == "true"
    ]


def integer(text: str) -> int:
    """Return a number written with a real minus sign or with a plus sign; 0 for an empty text."""
    return int(text.replace("\N{MINUS SIGN}", "-") or "0")


def cells(page: Element) -> list[Element]:
    """Return the spaces of the map."""
    return [found for found in walk(page) if found.attributes.get("role") == "gridcell"]


def told(sheet: Sheet) -> list[str]:
    """Return the expected label of each space of a sheet, in order."""
    found = []
    for space in spaces(BOARD):
        kinds = {beast.value: sheet.spaces_of_beast(beast) for beast in Beast}
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
    """Return the label of each space on a page's map, in order."""
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
FINALS = {name: game[-1][1] for name, game in GAMES.items()}
VISITS = [visit for game in GAMES.values() for _, visit in game]
#: Every step of the games: the visit before, the message, and the visit after it.
STEPS = [(before, message, now) for game in GAMES.values() for (_, before), (message, now) in pairwise(game)]
CHOOSING = [visit for visit in VISITS if not scene_of(visit)]
#: The steps that draw a shape: the visit before and the visit after it.
DRAWS = [
    (before, now) for before, sent, now in STEPS if isinstance(sent, m.Confirm) and game_of(now) is not game_of(before)
]


def in_scene(kind: type[S]) -> list[tuple[Visit, S]]:
    """Return every visit of the games that shows a scene of the given kind, with the scene."""
    return [(visit, scene) for visit in VISITS if isinstance(scene := scene_of(visit), kind)]


def starting(kind: type[S]) -> list[tuple[Visit, S]]:
    """Return the first visit of every scene of the given kind in the games, with the scene."""
    return [(visit, scene) for visit, scene in in_scene(kind) if screen_of(visit).stage.step == 0]


def opened_by_ambush(season: int) -> GameId:
    """Return a game in which an ambush is the first card of a season."""
    games = (GameId(f"s{number}") for number in count())
    return next(game_id for game_id in games if isinstance(deal(game_id).seasons[season].deck[0], AmbushCard))


@cache
def kept_games() -> tuple[tuple[str, str], ...]:
    """Return the device's saved games: the finished games above, and one that was set aside."""
    found = []
    for number, (_, visit) in enumerate(game[-1] for game in GAMES.values()):
        game = replace(game_of(visit), key=f"k{number}", takebacks=number % 2)
        text = write_save(with_summary_notes(game), 0)
        found.append((f"{FINISHED}{1_763_850_000_000 + 86_400_000 * number}.{game.key}", text))
    unfinished = replace(game_of(GAMES["B"][40][1]), key="zz")
    return ((f"{OPEN}1763990000000.zz", write_save(unfinished, 0)), *found)


def drawn_out(visit: Visit) -> tuple[Visit, m.Message, Visit]:
    """Play a game to its end; return the visit before the last message, that message, and the visit after it."""
    while True:
        message = m.Proceed() if scene_of(visit) else m.Confirm()
        if not scene_of(visit):
            visit = choosing(visit)
        now = updated(visit, message)
        if now == visit:  # only another shape fits
            now = updated(visit, m.NextShape())
        if game_of(now).state.is_over:
            return visit, message, now
        visit = now


def answered(visit: Visit) -> Visit:
    """Return the visit after its screen's job, if it has one."""
    job = visit.screen.needs(visit).job
    return reduce(updated, (step for step in job.work() if step and not isinstance(step, int)), visit) if job else visit


def against_bots(game_id: GameId, *strengths: str) -> Visit:
    """Return a visit in a game of one person in the first seat against bots."""
    seats: tuple[Seat, ...] = (LOCAL_PERSON, *map(Bot, strengths))
    kept = Game(PlayedGame(game_id, (), (new_game(game_id),)), (Cartographer(),) * game_id.players, seats)
    return updated(arrive(CHANCE, shelf_of(write_save(kept, 0))), m.Continue())


def watched(plies: int, game_id: GameId, *strengths: str) -> Iterator[Visit]:
    """Yield the visit at every step while a person and bots draw a number of ``plies``."""
    visit = against_bots(game_id, *strengths)
    while len(game_of(visit).plies) < plies:
        yield visit
        after_job = answered(visit)
        if after_job != visit:
            visit = after_job
        elif screen_of(visit).scene.traits.ends_automatically:
            visit = updated(visit, m.Step())
        elif scene_of(visit):
            visit = updated(visit, m.Proceed())
        else:
            drawn_now = updated(choosing(visit), m.Confirm())
            visit = drawn_now if drawn_now != visit else updated(visit, m.NextShape())
    yield visit
