"""What a message makes of a visit: pure, and the only place where a visit changes."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.board.game import EndScene, Game, begun, last_scenes
from app.link import NO_LINK, Link
from app.messages import (
    Again,
    Back,
    Begin,
    Close,
    Continue,
    Dismiss,
    Enter,
    Found,
    Go,
    GotIt,
    Kept,
    LaterPart,
    Message,
    Newer,
    NotKept,
    Open,
    PlayOn,
    Prefer,
    Reload,
    Still,
    TakeBack,
    Taken,
    VisitMessage,
    Watch,
)
from app.preferences import AS_DELIVERED, Preferences, preferred
from app.screens import LATER, screen_named
from app.screens.embed import Embed
from app.screens.fetching import Fetching
from app.screens.plain import Screen
from app.screens.play.screen import Playing, resumed
from app.screens.start import Start
from app.screens.watch import Watching, watching
from app.setup import Cartographer, Setup, beginners_setup, setup_of
from app.shelf import EMPTY, LESSON_OVER, Saved, Shelf, shelf_of
from app.visit import UNKNOWN_EDITION, Dialog, Edition, Panel, Visit
from cartographers.errors import InvalidRecord
from cartographers.record import read_record


def arrive(
    chance: str,
    shelf: Shelf = EMPTY,
    *,
    preferences: Preferences = AS_DELIVERED,
    lesson: str = "",
    told: tuple[str, ...] = (),
    link: Link = NO_LINK,
    still: bool = False,
    whole: bool = True,
    edition: Edition = UNKNOWN_EDITION,
) -> Visit:
    """Return a visit at its first screen; all its random seeds follow from one ``chance``.

    The next game is set up as the kept one was.
    """
    saved = shelf.saved
    return Visit(
        _first_screen(link),
        setup_of("", saved.game.id, saved.game.cartographers) if saved else Setup(""),
        chance,
        shelf=shelf,
        preferences=preferences,
        lesson=lesson,
        told=told,
        link=link,
        still=still,
        whole=whole,
        edition=edition,
    ).with_fresh_seed()


def _first_screen(link: Link) -> Screen:
    return Embed() if link.embedded else Start()


def update(visit: Visit, message: Message) -> Visit:
    """Return the visit after a message; one that makes no sense now changes nothing."""
    if isinstance(message, VisitMessage):
        after = _updated(visit, message)
    elif visit.taken:
        return visit
    else:
        after = visit.screen.update(visit, message)
    screen = after.screen
    if isinstance(screen, Playing) and not after.taken:
        if after.still and screen.moving:
            after = replace(after, screen=screen.settled())
        after = _with_game_kept(after, screen.game, screen.seen)
    return after


def _with_game_kept(visit: Visit, game: Game, seen: int) -> Visit:
    """Return the visit with a game on its shelf, which the device is then told to keep."""
    saved = visit.shelf.saved
    if saved and saved.game is game and saved.seen == seen:
        return visit
    return replace(visit, shelf=visit.shelf.keeping(Saved(game, seen)))


def _updated(visit: Visit, message: VisitMessage) -> Visit:
    """Return the visit after a message that any screen may send, or that the browser does."""
    match message:
        case Open(panel, about):
            return replace(visit, screen=visit.screen.covered(), dialog=Dialog(Panel(panel), about))
        case Close():
            return replace(visit, screen=visit.screen.covered(), dialog=None)
        case Prefer(what, value):
            return replace(visit, preferences=preferred(visit.preferences, what, value))
        case Reload():
            return replace(visit, reloading=True)
        case Newer():
            return replace(visit, newer=True)
        case LaterPart(here):
            return _fetched(visit) if here else _not_fetched(visit)
        case Still(still):
            return replace(visit, still=still)
        case Kept() | NotKept() | Found() | Taken() | Dismiss():
            return _stored(visit, message)
        case GotIt(what):
            return replace(visit, told=(*visit.told, what))
        case Go("start"):
            return visit.alone(_first_screen(visit.link)).with_fresh_seed()
        case Go():
            return _gone(visit, message)
        case Back():
            return visit.back()
        case Begin():
            return _begin(visit, message)
        case Enter():
            return _enter(visit)
        case Continue() | TakeBack():
            return _continue(visit)
        case Again():
            return _again(visit)
        case Watch():
            return _watch(visit)
        case PlayOn():
            return _play_on(visit, message)
        case unknown:
            assert_never(unknown)


def _gone(visit: Visit, message: Go) -> Visit:
    """Return the visit at a screen; at one that says so, while that has to be fetched."""
    if message.screen in LATER and not visit.whole:
        screen: Screen = Fetching(message)
    else:
        screen = screen_named(message.screen, message.about).opened(visit)
    stays = screen == visit.screen or isinstance(visit.screen, Fetching)
    return visit.showing(screen) if stays else visit.over_this(screen)


def _fetched(visit: Visit) -> Visit:
    """Return the visit with the later part of the page, where somebody wanted to go."""
    visit = replace(visit, whole=True)
    return _gone(visit, visit.screen.then) if isinstance(visit.screen, Fetching) else visit


def _not_fetched(visit: Visit) -> Visit:
    """Return the visit that says so, if somebody waits for the later part of the page."""
    screen = visit.screen
    return replace(visit, screen=replace(screen, failed=True)) if isinstance(screen, Fetching) else visit


# ------------------------------------------------------------------- what the device keeps


def _stored(visit: Visit, message: Kept | NotKept | Found | Taken | Dismiss) -> Visit:
    """Return the visit after news about what the device keeps."""
    shelf = visit.shelf
    match message:
        case Kept(text):
            return replace(visit, shelf=shelf.holding(text), trouble="", notice="")
        case NotKept(why):
            return replace(visit, trouble=why, notice=visit.notice if visit.trouble == why else why)
        case Found(text) if text in {shelf.text, shelf.there} or (not text and _is_played(visit)):
            return replace(visit, shelf=shelf.holding(text))
        case Found(text):
            return replace(visit, shelf=shelf_of(text), taken=_is_played(visit))
        case Taken():
            return replace(visit, taken=_is_played(visit))
        case Dismiss():
            return replace(visit, notice="")
        case unknown:
            assert_never(unknown)


def _is_played(visit: Visit) -> bool:
    """Say whether this tab is in the middle of the kept game."""
    return any(isinstance(screen, Playing) for screen in (visit.screen, *visit.under))


# ------------------------------------------------------------------- into a game


def _begin(visit: Visit, message: Begin) -> Visit:
    """Return the visit with a new game; with a question, where a kept game would be given up."""
    setup, link, saved = visit.setup, visit.link, visit.shelf.saved
    if message.which == "link":
        if link.id is None:
            return visit
        if link.record != str(link.id):
            return visit.over_this(watching(read_record(link.record)))
        setup = setup_of(link.id.seed, link.id, (Cartographer(),) * link.id.players)
    elif message.which == "first":
        setup = beginners_setup(setup)
    elif message.which == "before" and saved:
        setup = setup_of(setup.seed, saved.game.id, saved.game.cartographers)
    try:
        game_id = setup.game_id()
    except InvalidRecord as error:
        return replace(visit, setup=replace(visit.setup, seed_error=str(error), more=True))
    if visit.shelf.worth_asking and not message.sure:
        return replace(visit, dialog=Dialog(Panel.REPLACE, then=replace(message, sure=True)))
    return _into(visit, resumed(begun(game_id, setup.playing), 0))


def _enter(visit: Visit) -> Visit:
    """Return the visit with the game that is kept for an embed, or with its link's; a bad link leads nowhere."""
    if visit.link.error:
        return visit
    return _continue(visit) if visit.shelf.saved else _begin(visit, Begin(visit.link.begins))


def _continue(visit: Visit) -> Visit:
    """Return the visit with the kept game, unless it is played here already; without one, a taken tab starts anew."""
    saved = visit.shelf.saved
    if visit.taken and saved is None:
        return visit.alone(_first_screen(visit.link))
    if saved is None or (_is_played(visit) and not visit.taken):
        return visit
    return _into(visit, resumed(saved.game, saved.seen))


def _again(visit: Visit) -> Visit:
    """Return the visit with the deal of the game that is played here, from its beginning."""
    screen = visit.screen
    if not isinstance(screen, Playing) or visit.taken:
        return visit
    game = screen.game
    return _into(visit, resumed(begun(game.id, game.cartographers, game.seats), 0))


def _into(visit: Visit, screen: Playing) -> Visit:
    """Return the visit in a game, which is played here from now on; the next game is set up as this one was."""
    game = screen.game
    setup = setup_of(game.id.seed, game.id, game.cartographers)
    return replace(visit.alone(screen), setup=setup)


# ------------------------------------------------------------------- watching


def _watch(visit: Visit) -> Visit:
    """Return the visit with a replay of the game that has just ended, which does not show what was taken back."""
    screen = visit.screen
    if not isinstance(screen, Playing) or not isinstance(screen.scene, EndScene):
        return visit
    return visit.over_this(Watching(replace(screen.game, takebacks=0)))


def _play_on(visit: Visit, message: PlayOn) -> Visit:
    """Return the visit in the game of a replay or of the lesson, where that ends; with a question, as for a new game.

    Who has come there needs no lesson any more.
    """
    game = visit.screen.plays_on
    if game is None:
        return visit
    if visit.shelf.worth_asking and not message.sure:
        return replace(visit, dialog=Dialog(Panel.REPLACE, then=PlayOn(sure=True)))
    return _into(replace(visit, lesson=LESSON_OVER), resumed(game, len(last_scenes(game))))
