"""The companion of the printed game: its setup, its cards, Undo, saving, and the screen that stays on."""

from collections.abc import Iterator
from dataclasses import replace

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import KeepAwake
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.memory import SavedText
from app.saved_names import LAST_PRINTED
from app.saves.noting import SaveNote
from app.saves.printed_game import SavePrintedGame
from app.screens.companion.dealing import Deal
from app.screens.companion.screen import Companion
from app.shell.wanted import wanted
from app.visit import Visit
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import deal
from cartographers.game_id import read_game_id
from cartographers.seasons import EDICTS
from support import playing as p
from support.paper_maps import at_companion, saving
from support.visits import arrive, effects_of, is_late, updated

DEAL, DELETE, ANOTHER = Deal(), "delete-printed-game", m.Go("companion", "new")
HOME = arrive(p.CHANCE)
SETUP = p.after(HOME, m.Go("set-up"), m.Go("companion"))
DEALT = updated(SETUP, DEAL)
#: The setup for another deal, while a game with one card is on the table.
AGAIN = p.after(DEALT, m.Proceed(), ANOTHER)


def game_of(visit: Visit) -> PrintedGame:
    """Return the printed game on the table."""
    assert isinstance(visit.screen, Companion)
    game = visit.screen.printed_game(visit)
    assert game
    return game


def each_step(text: str, *names: str) -> Iterator[tuple[Visit, PrintedGame]]:
    """Yield the visit at each step of a game on the table, with the game."""
    game_id = read_game_id(text)
    for steps in range(step_count(game_id) + 1):
        game = PrintedGame(game_id, names or ("",) * game_id.players, steps)
        yield at_companion(game), game


def first(text: str, kind: type, *names: str) -> Visit:
    """Return the visit at the first card of a kind."""
    return next(visit for visit, game in each_step(text, *names) if isinstance(game.card, kind))


def said(visit: Visit) -> str:
    """Return all texts of the page, with a space between them."""
    return " ".join(child for part in walk(p.shown(visit)) for child in part.children if isinstance(child, str))


def test_setup_deals_the_engines_deal() -> None:
    """The setup offers the boxes, the map, and the edicts, and deals what the engine deals for them."""
    visit = p.after(SETUP, "set-players 3", m.TypeText("name 0", "Ana"), "set-cards heroes")
    visit = p.after(visit, "set-side D", m.TypeText("seed", "k3x9q2"), DEAL)
    game = game_of(visit)
    assert game == PrintedGame(read_game_id("c1-d-hhhyh-3p-k3x9q2"), ("Ana", "", ""))
    assert game.deal == deal(game.id)
    assert visit.setup.seed != "k3x9q2"
    for card in game.deal.edicts:
        assert p.WORDS(f"name.{card.id}") in said(visit)


def test_edicts_as_they_lie_on_the_table() -> None:
    """Chosen edicts are dealt as chosen; a panel offers them in the setup, and explains them on the table."""
    visit = p.after(SETUP, "set-edicts chosen", m.Open("edict", "A"))
    assert "set-edict A treetower" in p.buttons(p.shown(visit))
    visit = p.after(visit, "set-edict B treetower", "set-edict A treetower")
    assert p.heard(visit).startswith("Edict B is now ")
    assert p.heard(visit) in said(visit)
    visit = updated(visit, DEAL)
    assert game_of(visit).deal.edicts[0].id == "treetower"
    explained = updated(visit, m.Open("edict", "A"))
    assert p.WORDS("rule.treetower") in said(explained)
    assert "set-edict A treetower" not in p.buttons(p.shown(explained))
    assert p.shown(updated(visit, m.Open("edict", "E"))) == p.shown(visit)


def test_next_game_is_set_up_like_the_last_one() -> None:
    """The next printed game has the boxes, map, names, and edicts of the game on the table, or else of the last one."""
    visit = p.after(SETUP, "set-cards heroes", "set-players 3", m.TypeText("name 1", "Ana"))
    visit = p.after(visit, "set-edicts chosen", "set-edict A starlit-sigil")
    dealt = updated(visit, DEAL)
    game, text = game_of(dealt), write_printed(game_of(dealt))
    assert [one for one in effects_of(visit, DEAL) if isinstance(one, SaveNote)] == [SaveNote(LAST_PRINTED, text)]
    again = updated(dealt, ANOTHER)  # its game is still on the table
    later = p.after(arrive("later", last_printed=text), m.Go("set-up"), m.Go("companion"))
    for each in (again, updated(again, DELETE), later):
        assert "Heroes, map C, 3 players" in said(each)
        found = game_of(updated(each, DEAL))
        assert found.id == replace(game.id, seed=found.id.seed)
        assert found.id.seed != game.id.seed
        assert found.names == ("", "Ana", "")
    table = at_companion(PrintedGame(read_game_id("c1-a-2p-x"), ("Ana", "Ben"), 3), "p1 c1-a-1p-x 0 by:Cleo end")
    assert game_of(p.after(table, ANOTHER, DEAL)).names == ("Ana", "Ben")


def test_setups_of_both_games_are_separate() -> None:
    """The first printed game gets the setup of the page's next game; then both keep their own setups until the deal."""
    visit = p.after(HOME, m.Go("set-up"), "set-cards heroes", "set-players 3", m.Go("companion"))
    assert game_of(updated(visit, DEAL)).id.players == 3
    other = p.after(HOME, m.Go("set-up"), "add-bot master")
    changed = p.after(other, m.Go("companion"), "set-players 4", m.TypeText("name 3", "Dora"))
    assert changed.setup == other.setup
    again = p.after(changed, m.Back(), m.Go("companion"), DEAL)
    assert game_of(again).names == ("", "", "", "Dora")
    assert again.setup.seats == other.setup.seats


def test_damaged_note_of_the_last_game_is_ignored() -> None:
    """A damaged or newer note on the last game never prevents a deal, and the next note replaces it."""
    records = ("p2 c1-a-1p-x 0 by: end", "p1 c2-a-1p-x 0 by: end", "p1 c1-a-1p-x 0 by:%00 end")
    for text in ("nonsense", *records, "p1 \ud800"):
        visit = p.after(arrive(p.CHANCE, last_printed=text), m.Go("set-up"), m.Go("companion"))
        assert p.shown(visit) == p.shown(SETUP)
        assert game_of(updated(visit, DEAL)) == game_of(DEALT)


def test_invalid_seed_deals_nothing() -> None:
    """With an invalid seed, nothing is dealt, and the seed's field shows the reason."""
    visit = p.after(SETUP, m.TypeText("seed", "no seed"), DEAL)
    assert visit.memory.printed == SavedText()
    assert "seed" in wanted(visit)
    assert "seed" not in wanted(updated(visit, m.TypeText("seed", "seed")))
    assert "letters (a to z) and digits" in said(visit)


def test_each_step_is_saved_and_never_overwrites_another_tab() -> None:
    """Each card is saved at once with the device's earlier text; a game that another tab has changed is shown."""
    text = write_printed(game_of(DEALT))
    assert SavePrintedGame(text, "") in effects_of(SETUP, DEAL)
    dealt = updated(DEALT, m.PrintedGameReported(text))
    assert effects_of(dealt, m.Proceed()) == [SavePrintedGame(text.replace(" 0 ", " 1 "), text)]
    assert is_late(dealt, m.Undo())
    assert effects_of(dealt, m.Proceed(), m.Undo()) == [SavePrintedGame(text, text)]
    theirs = text.replace(" 0 ", " 5 ")
    told = p.after(dealt, m.Proceed(), m.PrintedGameReported(theirs))
    assert game_of(told) == read_printed(theirs)
    assert "Another tab has changed this game." in said(told)
    assert effects_of(told, m.Proceed()) == [SavePrintedGame(theirs.replace(" 5 ", " 6 "), theirs)]
    assert "Another tab" not in said(updated(told, m.Proceed()))


def test_game_continues_at_the_same_card() -> None:
    """A saved game continues at the same card; an unreadable one is explained, and moves to the history at a deal."""
    visit = p.after(DEALT, m.Proceed(), m.Proceed(), m.Proceed())
    text = visit.memory.printed.text
    for home, has_game in ((HOME, False), (arrive(p.CHANCE, printed=SavedText(text, text)), True)):
        assert ("go companion" in p.buttons(p.shown(home))) == has_game
        door = "Continue the printed game" if has_game else "Play with the printed game"
        assert door in said(updated(home, m.Go("set-up")))
    assert game_of(updated(home, m.Go("companion"))) == game_of(visit)
    unreadable = at_companion("p1 nonsense")
    assert "The saved printed game can't be read: its end is missing." in said(unreadable)
    assert unreadable.memory.printed.text == "p1 nonsense"
    dealt, save = updated(unreadable, DEAL), saving(unreadable, DEAL)
    assert (save.text, save.known, save.former) == (dealt.memory.printed.text, "p1 nonsense", "p1 nonsense")
    assert save.past
    assert game_of(dealt).steps == 0
    assert "newer version of this page" in said(at_companion("p2 x"))


def test_whole_game_to_winters_end() -> None:
    """The large button leads through all cards and seasons, which name their edicts, and the end says how to win."""
    visit, labels_of_button = DEALT, list[str]()
    while not game_of(visit).is_over:
        labels_of_button.append(p.part(p.shown(visit), "confirm"))
        visit = updated(visit, m.Proceed())
        now = game_of(visit)
        if now.is_season_over:
            for letter in now.season.edicts:
                assert p.WORDS(f"gist.{now.deal.edicts[EDICTS.index(letter)].id}") in said(visit)
    assert len(labels_of_button) == step_count(game_of(DEALT).id)
    starts = [label for label in labels_of_button if label.startswith("Start ")]
    assert starts == [f"Start {name}" for name in ("spring", "summer", "fall", "winter")]
    assert labels_of_button.count("End the season") == 4
    assert "The game is over." in said(visit)
    assert "solo numbers" in said(visit)
    assert f"subtract {sum(card.solo for card in game_of(visit).deal.edicts)}," in said(visit)
    *_, (several, _) = each_step("c1-a-2p-k3x9q2")
    assert "lost fewer stars to monsters" in said(several)
    assert is_late(visit, m.Proceed())
    unpainted = updated(visit, m.Go("scores"))
    assert "Move to the history" not in text_of(p.shown(unpainted))
    assert is_late(unpainted, "finish-printed-game")


def test_ambush_says_who_passes_a_map_to_whom() -> None:
    """With several players, an ambush names the direction and, with names, each pair; a solo game shows the way."""
    found = {}
    for seed in "abcdefgh":
        visit = first(f"c1-a-3p-{seed}", AmbushCard, "Ana", "", "Cleo")
        card = game_of(visit).card
        assert isinstance(card, AmbushCard)
        found[card.arrow] = said(visit)
    assert set(found) == {"clockwise", "counterclockwise"}
    assert "to the next player" in found["clockwise"]
    for pair in ("Ana → Player 2", "Player 2 → Cleo", "Cleo → Ana"):
        assert pair in found["clockwise"]
    for pair in ("Ana → Cleo", "Cleo → Player 2", "Player 2 → Ana"):
        assert pair in found["counterclockwise"]
    assert "→" not in said(first("c1-a-3p-a", AmbushCard))
    solo = said(first("c1-a-1p-a", AmbushCard))
    assert "Starts at the" in solo
    assert "Solo, it starts here" in solo


def test_faces_of_all_kinds() -> None:
    """Each kind of card shows its name and its content."""
    contents = {ExploreCard: "Shape 1, ", RuinsCard: "after a ruins card", HeroCard: "It destroys monsters"}
    for kind, expected in {**contents, AmbushCard: "Ambush!"}.items():
        visit = first("c1-b-hhhyh-1p-k3x9q2", kind)
        card = game_of(visit).card
        assert card
        read_out = " ".join(p.labels(p.shown(visit)))
        assert expected in said(visit) + read_out
        assert p.WORDS(f"name.{card.id}") in said(visit)
        assert f"Time value {card.time}" in read_out


def test_ruins_and_beasts_are_announced() -> None:
    """The page says when a shape must cover ruins, when ruins wait, and which beasts act after a season but winter."""
    seen = set()
    for seed in ("k3x9q2", "b", "c", "d", "e", "f", "g"):
        for visit, game in each_step(f"c1-b-bhmym-1p-{seed}"):
            assert ("Draw on ruins" in said(visit)) == game.must_cover_ruins
            assert ("must still cover" in said(visit)) == game.ruins_wait
            seen |= {game.must_cover_ruins, "wait" if game.ruins_wait else ""}
    assert {True, "wait"} <= seen
    for visit, game in each_step("c1-c-hhhyh-1p-k3x9q2"):
        for beast in game.beasts if game.is_season_over else ():
            expected = beast.acts_after_seasons and not game.is_over
            assert (p.WORDS(f"beast.{beast.value}") in said(visit)) == expected


def test_list_of_the_seasons_cards() -> None:
    """A panel lists the season's cards, and leads to a new deal, which moves this game to the history."""
    visit = p.after(DEALT, m.Proceed(), m.Proceed(), m.Open("cards"))
    for card in game_of(visit).cards:
        assert p.WORDS(f"name.{card.id}") in said(visit)
    again = updated(visit, ANOTHER)
    assert "A new deal moves it to the history." in said(again)
    assert "A new deal replaces it." in said(updated(DEALT, ANOTHER))
    assert game_of(updated(again, m.Back())) == game_of(visit)
    dealt = updated(again, DEAL)
    assert (game_of(dealt).steps, dealt.screens_below) == (0, DEALT.screens_below)


def test_game_is_deleted_and_restored() -> None:
    """A new deal's setup can delete the saved game; a button restores it until this or another tab deals a game."""
    deleted = updated(AGAIN, DELETE)
    assert SavePrintedGame("", "") in effects_of(AGAIN, DELETE)
    assert "delete-printed-game" not in p.buttons(p.shown(deleted))
    assert "go companion" not in p.buttons(p.shown(updated(deleted, m.Go("start"))))
    assert isinstance(updated(deleted, m.Back()).screen, Companion)
    assert is_late(DEALT, DELETE)
    text, deleted = AGAIN.memory.printed.text, updated(deleted, m.PrintedGameReported(""))
    assert p.WORDS.plural("history.deleted", 1) in said(deleted)
    assert effects_of(deleted, m.Restore()) == [SavePrintedGame(text, "")]
    restored = updated(deleted, m.Restore())
    assert restored.memory.printed.text == text
    assert p.WORDS.plural("history.deleted", 1) not in said(restored)
    assert game_of(updated(restored, m.Back())) == read_printed(text)
    assert is_late(restored, m.Restore())
    theirs = updated(deleted, m.PrintedGameReported(DEALT.memory.printed.text))
    assert is_late(theirs, m.Restore())
    for over in (theirs, p.after(deleted, DEAL, ANOTHER)):
        assert "restore" not in p.buttons(p.shown(over))


def test_screen_stays_on_only_at_the_table() -> None:
    """The device's screen stays on while a game is on the table; the page says so if it can't."""
    assert KeepAwake(on=True) in effects_of(SETUP, DEAL)
    assert KeepAwake(on=False) in effects_of(DEALT, m.Go("start"))
    denied = updated(DEALT, m.AwakeReported(on=False))
    for visit, sleeps in ((DEALT, False), (denied, True), (updated(denied, m.AwakeReported(on=True)), False)):
        assert ("may turn off its screen" in said(visit)) == sleeps


def test_keys_and_menu() -> None:
    """Enter and Space reveal, U undoes, and Escape leaves; in the setup, Enter deals. The menu opens over both."""
    keys = {"Enter": m.Proceed(), " ": m.Proceed(), "u": m.Undo(), "Escape": m.Back()}
    for visit, expected, on_enter in ((DEALT, keys, None), (SETUP, {"u": m.Restore(), "Escape": m.Back()}, DEAL)):
        assert (dict(visit.screen.controls(visit).keys), visit.screen.controls(visit).enter) == (expected, on_enter)
        assert "go start" in p.buttons(p.shown(updated(visit, m.Open("menu"))))


def test_screen_reader_hears_each_step() -> None:
    """Each step is announced: the card with its terrains and shapes, or the season's end with its edicts."""
    for visit, game in each_step("c1-b-hhhyh-2p-k3x9q2"):
        [news] = visit.screen.announcements(p.WORDS, visit)
        name = p.WORDS(f"name.{game.card.id}") if game.card else "is over" if game.steps else "This game's four edicts"
        assert name in news.text
        assert news.occasion == game.steps
    assert news.text.endswith("The game is over.")
