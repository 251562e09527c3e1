"""Tests of bots on the page: watching them draw, seats in the setup, hints, and the limits of their knowledge."""

from dataclasses import replace

from app import messages as m
from app.board.board import worth
from app.drawing.element import text_of
from app.effects import FetchPart, RunJob
from app.game.jobs import BotTurn, HintJob, Job
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.game.setup import Cartographer, Setup, setup_of
from app.game.shelf import read_save
from app.page.preferences import Preferences
from app.screens.play.scenes.draw import DrawScene
from app.visit import Visit
from cartographers import legal_moves, preview, view_of
from cartographers.bots import rng_seed
from cartographers.bots.hint import gains
from cartographers.game_id import MAX_PLAYERS, GameId
from cartographers.record import read_ply
from cartographers.seasons import EDICTS
from support import playing as p
from support.visits import NO_PARTS, arrive, changed, effects_of, updated

MASTER = Bot("master")


def after_ones_ply(*strengths: str) -> Visit:
    """Return a visit in which the person here has drawn, and the first bot is next."""
    return updated(p.choosing(p.against_bots(replace(p.PAIR, players=1 + len(strengths)), *strengths)), m.Confirm())


def asking(visit: Visit) -> Visit:
    """Return the visit of a player who has asked for a hint, and knows that it makes the game practice."""
    return updated(visit, m.AskForHint(sure=True))


def job_after_retry(failed: Visit) -> Job | None:
    """Return the job that begins when the player fetches the later part again, and it arrives."""
    assert effects_of(failed, m.FetchAgain()) == [FetchPart("later")]
    effects = effects_of(failed, m.FetchAgain(), m.PartFetched("later", arrived=True))
    [job] = [effect.job for effect in effects if isinstance(effect, RunJob)]
    return job


def test_bot_move_is_shown_step_by_step() -> None:
    """A bot's move is shown in steps, even with reduced motion, unless the player taps or prefers quick bots."""
    visit = after_ones_ply("apprentice")
    before = p.game_of(visit).state.sheets[1]
    visit = p.answered(visit)
    drawn = p.game_of(visit).state
    for expected in ((1, before, False), (1, before, True), (1, drawn.sheets[1], False)):
        assert isinstance(p.scene_of(visit), DrawScene)
        assert p.screen_of(visit).pause > 0
        board = p.screen_of(visit).board
        assert (board.owner, board.sheet, board.ghost is not None) == expected
        for skip in (m.Proceed(), m.SkipAnimation(), m.Tap(60)):
            assert not isinstance(p.scene_of(updated(visit, skip)), DrawScene)
            assert p.game_of(updated(visit, skip)) == p.game_of(visit)
        visit = updated(visit, m.Step())
    assert not isinstance(p.scene_of(visit), DrawScene)
    assert p.game_of(visit).state == drawn
    quick = p.answered(changed(after_ones_ply("apprentice"), preferences=Preferences(bots="quick")))
    assert not isinstance(p.scene_of(quick), DrawScene)
    reduced = p.answered(changed(after_ones_ply("apprentice"), reduced_motion=True))
    assert p.screen_of(reduced).is_moving
    assert isinstance(p.scene_of(reduced), DrawScene)


def test_next_bot_thinks_while_another_is_watched() -> None:
    """The next bot thinks while another is watched, but none during a season's count, or on another screen."""
    visit = p.answered(after_ones_ply("apprentice", "journeyman"))
    assert isinstance(p.screen_of(visit).needs(visit).job, BotTurn)
    both = p.answered(visit)
    assert [scene.player for scene in p.screen_of(both).stage.pending if isinstance(scene, DrawScene)] == [1, 2]
    assert p.scene_of(both) == p.scene_of(visit)
    assert p.screen_of(both).stage.step == p.screen_of(visit).stage.step
    assert RunJob(None) in effects_of(after_ones_ply("apprentice"), m.Go("start"))
    for visit in p.watched(70, p.TRIO, "apprentice", "apprentice"):
        scenes = p.screen_of(visit).stage.pending
        if not all(isinstance(scene, DrawScene) for scene in scenes):
            assert p.screen_of(visit).needs(visit).job is None


def test_bots_think_while_people_draw() -> None:
    """Jobs done ahead are the ones needed later, no matter what the people draw, and their plies are legal."""
    turns = 0
    for game_id in (replace(p.PAIR, players=4), replace(p.TRIO, players=4)):
        visit = p.against_bots(game_id, "apprentice", "journeyman", "apprentice")
        coming: tuple[object, ...] = ()
        while len(p.game_of(visit).plies) < 100 and not p.game_of(visit).state.is_over:
            screen = p.screen_of(visit)
            job = screen.needs(visit).job
            if job:
                assert not coming or job in coming or p.task_of(visit).is_pick
                visit, turns, coming = p.answered(visit), turns + 1, screen.needs(visit).upcoming_jobs
            elif p.scene_of(visit):
                visit = updated(visit, m.Proceed())
            else:
                coming = screen.needs(visit).upcoming_jobs
                assert len(coming) == len(set(map(id, coming)))
                visit = updated(p.choosing(visit), m.Confirm())
                if p.screen_of(visit).task:
                    visit = updated(visit, m.NextShape())
    assert turns > 100


def test_undo_returns_to_the_persons_last_ply() -> None:
    """Undo returns to the person's own last ply, both while bots think and while they are watched."""
    visit = after_ones_ply("apprentice")
    for now in (visit, p.answered(visit)):
        undone = updated(now, m.Undo(sure=True))
        assert (p.game_of(undone).plies, p.task_of(undone).player) == ((), 0)
        assert not p.screen_of(undone).stage.pending


def test_screen_readers_announce_bot_moves() -> None:
    """Screen readers announce the terrain and the spaces of a bot's move, and the owner if the map isn't its own."""
    assert p.part(p.shown(p.answered(after_ones_ply("apprentice"))), "said").startswith("Apprentice draws ")
    said = {
        p.part(p.shown(visit), "said")
        for visit in p.watched(90, p.TRIO, "apprentice", "journeyman")
        if isinstance(scene := p.scene_of(visit), DrawScene) and scene.event.sheet != scene.player
    }
    assert any("'s map: " in sentence for sentence in said)


def test_a_bot_and_a_hint_wait_for_the_later_part() -> None:
    """A bot and a hint wait for the later part; if its fetch fails, the page says so, and tries again on request."""
    before = changed(p.choosing(p.against_bots(p.PAIR, "apprentice")), parts=NO_PARTS)
    turn = updated(before, m.Confirm())
    assert FetchPart("later") in effects_of(before, m.Confirm())
    failed = updated(turn, m.PartFetched("later", arrived=False))
    assert "couldn't be" in p.part(p.shown(failed), "waiting")
    assert "couldn't be" in p.heard(failed, "failure")
    assert isinstance(job_after_retry(failed), BotTurn)
    asked = asking(changed(p.choosing(p.begun()), parts=NO_PARTS))
    failed = updated(asked, m.PartFetched("later", arrived=False))
    assert "Master is thinking" in p.part(p.shown(asked), "tip")
    assert "couldn't be loaded" in p.part(p.shown(failed), "tip")
    assert p.with_class(p.shown(failed), "thinking") == []
    assert p.heard(asked, "failure") == p.heard(updated(failed, m.HighlightTopic(m.Topic.HINT)), "failure") == ""
    assert "couldn't be loaded" in p.heard(failed, "failure")
    assert isinstance(job_after_retry(failed), HintJob)


def test_first_hint_asks_before_making_the_game_practice() -> None:
    """The first hint asks before it makes the game practice; later hints don't ask."""
    visit = p.choosing(p.begun())
    asked = updated(visit, m.AskForHint())
    assert asked.dialog
    assert asked.dialog.panel is m.Panel.HINT
    assert p.game_of(asked) == p.game_of(visit)
    sure = asking(asked)
    assert (sure.dialog, p.game_of(sure).hints, p.game_of(sure).is_practice) == (None, 1, True)
    job = p.screen_of(sure).needs(sure).job
    assert isinstance(job, HintJob)
    assert job.rng_seed == rng_seed(p.game_of(sure).id, "master", 0, 0)  # Master's own, and the review's
    assert read_save(sure.memory.shelf.text).game.hints == 1
    hint = m.HintFound(legal_moves(p.game_of(sure).state)[0])
    again = p.after(sure, hint, m.HighlightTopic(m.Topic.HINT), m.AskForHint())
    assert (again.dialog, p.game_of(again).hints) == (None, 2)


def test_hint_places_the_ghost_for_confirmation() -> None:
    """A hint puts the ghost where Master would draw it, to be confirmed; a late or illegal hint changes nothing."""
    asked = asking(p.choosing(p.begun()))
    told = p.answered(asked)
    screen = p.screen_of(told)
    assert screen.board.ply in legal_moves(p.game_of(told).state)
    assert (screen.placement.pinned, screen.board.against) == (True, None)
    for name in ("tip", "said"):
        assert "Master would draw it here" in p.part(p.shown(told), name)
    assert screen.needs(told).job is None
    assert p.answered(asked) == told
    ply = legal_moves(p.game_of(asked).state)[0]
    closed, drawn = updated(asked, m.HighlightTopic(m.Topic.HINT)), p.choosing(updated(asked, m.Confirm()))
    illegal = [(asked, read_ply(text)) for text in ("mA1", "fA1A2A3A4A5")]
    for visit, late in ((closed, ply), (drawn, ply), (p.choosing(p.begun()), ply), *illegal):
        assert updated(visit, m.HintFound(late)) == visit


def test_hint_gains_match_tiles_coins_and_monsters() -> None:
    """The immediate gains of a hint are the differences on the tiles, the coins, and the monsters."""
    for visit in p.CHOOSING[::25]:
        state, board = p.game_of(visit).state, p.screen_of(visit).board
        for ply in legal_moves(state)[::40]:
            told = {gain.source: gain.now for gain in gains(view_of(state, p.task_of(visit).player), ply)}
            sheet, after = state.sheets[p.task_of(visit).sheet], preview(state, ply)
            now = {letter: worth(card := board.edict(letter), after) - worth(card, sheet) for letter in EDICTS}
            now |= {"coins": after.coins - sheet.coins, "monsters": worth(None, after) - worth(None, sheet)}
            counted = {letter for season in board.seasons[state.season :] for letter in season.edicts}
            for what, stars in now.items():
                assert told.get(what, 0) == (stars if what not in EDICTS or what in counted else 0)


def test_added_bot_gets_a_seat_beside_a_person() -> None:
    """An added bot gets a new seat, up to the maximum number of players; one person always keeps a seat."""
    setup = Setup(p.SEED).with_bot("journeyman")
    assert (setup.game.players, setup.active_seats) == (2, (LOCAL_PERSON, Bot("journeyman")))
    for _ in range(20):
        setup = setup.with_bot("master")
    assert (setup.game.players, len(setup.seats)) == (MAX_PLAYERS, MAX_PLAYERS)
    assert setup.active_seats[-1] == MASTER
    setup = Setup(p.SEED).with_bot("master").with_seat(0, "legend")
    assert setup.active_seats == (LOCAL_PERSON, MASTER)
    swapped = setup.with_seat(1, "here").with_seat(0, "legend")
    assert swapped.active_seats == (Bot("legend"), LOCAL_PERSON)
    assert swapped.with_players(1).active_seats == (LOCAL_PERSON,)
    assert setup.with_seat(7, "master") == setup


def test_next_game_or_same_deal_has_the_same_seats() -> None:
    """The next game, and the same deal from the history, have the same seats, with people for remote players."""
    seats = (LOCAL_PERSON, MASTER, RemotePlayer("x"))
    setup = setup_of(p.SEED, GameId(p.SEED, players=3), (Cartographer(),) * 3, seats)
    assert setup.active_seats == (LOCAL_PERSON, MASTER, LOCAL_PERSON)
    visit = p.against_bots(p.PAIR, "master")
    assert updated(visit, m.Go("start")).setup.active_seats == (LOCAL_PERSON, MASTER)
    library = changed(arrive(p.CHANCE), library=(("cartographers.finished.1.x", visit.memory.shelf.text),))
    again = updated(library, m.Begin(str(p.PAIR), again="cartographers.finished.1.x"))
    assert p.game_of(again).seats == (LOCAL_PERSON, MASTER)
    assert p.game_of(updated(library, m.Begin(str(p.PAIR)))).seats == (LOCAL_PERSON, LOCAL_PERSON)


def test_setup_names_and_changes_each_seat() -> None:
    """Each seat in the setup has a button for the list of players; bots are called by their strength and a number."""
    game = p.shown(updated(p.against_bots(p.TRIO, "master", "master"), m.Open("maps")))
    assert {"Master 1", "Master 2"} <= {text_of(who) for who in p.with_class(game, "who")}
    visit = p.after(arrive(p.CHANCE), m.Go("set-up"), "add-bot master")
    for name in ("Player 1: Human player", "Player 2: Master"):
        assert f"{name}. Change who plays" in p.labels(p.shown(visit))
    for seat in ("0", "1"):
        panel = p.part(p.shown(updated(visit, m.Open("seat", seat))), "dialog")
        assert ("At least one player must be human." in panel) == (seat == "0")
    assert updated(visit, "set-seat 0 master").setup.active_seats == (LOCAL_PERSON, MASTER)
