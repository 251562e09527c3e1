"""The companion of the printed game: its setup, its cards, Undo, saving, and the screen that stays on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import KeepAwake, SaveNote, SavePrintedGame
from app.game.printed import PrintedGame, read_printed, step_count, write_printed
from app.game.shelf import LAST_PRINTED
from app.memory import SavedText
from app.screens.companion.screen import Companion
from app.visit import Visit
from app.wanted import wanted
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import deal
from cartographers.game_id import read_game_id
from support.playing import CHANCE, WORDS, after, buttons, shown
from support.visits import arrive, effects_of, updated

HOME = arrive(CHANCE)
SETUP = after(HOME, m.Go("set-up"), m.Go("companion"))
DEALT = updated(SETUP, m.Choose("printed", "deal"))


def game_of(visit: Visit) -> PrintedGame:
    """Return the printed game on the table."""
    assert isinstance(visit.screen, Companion)
    game = visit.screen.printed_game(visit)
    assert game
    return game


def at(text: str, steps: int, *names: str) -> Visit:
    """Return the visit with a game on the table, after some steps."""
    game_id = read_game_id(text)
    saved = write_printed(PrintedGame(game_id, names or ("",) * game_id.players, steps))
    return updated(arrive(CHANCE, printed=SavedText(saved, saved)), m.Go("companion"))


def first(text: str, kind: type, *names: str) -> Visit:
    """Return the visit at the first card of a kind."""
    visits = (at(text, steps, *names) for steps in range(step_count(read_game_id(text))))
    return next(visit for visit in visits if isinstance(game_of(visit).card, kind))


def said(visit: Visit) -> str:
    """Return all texts of the page, with a space between them."""
    return " ".join(child for part in walk(shown(visit)) for child in part.children if isinstance(child, str))


def test_setup_deals_the_engines_deal() -> None:
    """The setup offers the boxes, the map, and the edicts, and deals what the engine deals for them."""
    visit = after(SETUP, m.Choose("players", "3"), m.TypeText("name 0", "Ana"), m.Choose("cards", "heroes"))
    visit = after(visit, m.Choose("side", "D"), m.TypeText("seed", "k3x9q2"), m.Choose("printed", "deal"))
    game = game_of(visit)
    assert game == PrintedGame(read_game_id("c1-d-hhhyh-3p-k3x9q2"), ("Ana", "", ""))
    assert game.deal == deal(game.id)
    assert visit.setup.seed != "k3x9q2"
    for card in game.deal.edicts:
        assert WORDS(f"name.{card.id}") in said(visit)


def test_edicts_as_they_lie_on_the_table() -> None:
    """Chosen edicts are dealt as chosen; a panel offers them in the setup, and explains them on the table."""
    visit = after(SETUP, m.Choose("edicts", "chosen"), m.Open("edict", "A"))
    assert "choose A treetower" in buttons(shown(visit))
    visit = after(visit, m.Choose("B", "treetower"), m.Choose("A", "treetower"))
    [sentence] = [one.text for one in visit.screen.announcements(WORDS, visit)]
    assert sentence.startswith("Edict B is now ")
    assert sentence in said(visit)
    visit = updated(visit, m.Choose("printed", "deal"))
    assert game_of(visit).deal.edicts[0].id == "treetower"
    explained = updated(visit, m.Open("edict", "A"))
    assert WORDS("rule.treetower") in said(explained)
    assert "choose A treetower" not in buttons(shown(explained))
    assert shown(updated(visit, m.Open("edict", "E"))) == shown(visit)


def test_next_game_is_set_up_like_the_last_one() -> None:
    """The boxes, the map, the players with their names, and chosen edicts return for the next printed game."""
    visit = after(SETUP, m.Choose("cards", "heroes"), m.Choose("players", "3"), m.TypeText("name 1", "Ana"))
    visit = after(visit, m.Choose("edicts", "chosen"), m.Choose("A", "starlit-sigil"))
    [note] = [one for one in effects_of(visit, m.Choose("printed", "deal")) if isinstance(one, SaveNote)]
    dealt = updated(visit, m.Choose("printed", "deal"))
    assert note == SaveNote(LAST_PRINTED, write_printed(game_of(dealt)))
    again = updated(dealt, m.Go("companion", "new"))  # its game is still on the table
    gone = updated(again, m.Choose("printed", "delete"))
    later = after(arrive("later", last_printed=note.text), m.Go("set-up"), m.Go("companion"))
    for each in (again, gone, later):
        assert "Heroes, map C, 3 players" in said(each)
        found = game_of(updated(each, m.Choose("printed", "deal")))
        assert found.id == replace(game_of(dealt).id, seed=found.id.seed)
        assert found.id.seed != game_of(dealt).id.seed
        assert found.names == ("", "Ana", "")


def test_setup_outlives_the_screen_and_leaves_the_other_game_alone() -> None:
    """Changes to the setup stay until the deal, and the next game on the page keeps its own setup."""
    other = after(HOME, m.Go("set-up"), m.Choose("bot", "master"))
    changed = after(other, m.Go("companion"), m.Choose("players", "4"), m.TypeText("name 3", "Dora"))
    assert changed.setup == other.setup
    again = after(changed, m.Back(), m.Go("companion"), m.Choose("printed", "deal"))
    assert game_of(again).names == ("", "", "", "Dora")
    assert again.setup.seats == other.setup.seats


def test_first_printed_game_begins_with_the_other_setup() -> None:
    """Before the first printed game, its setup is that of the next game on the page."""
    visit = after(HOME, m.Go("set-up"), m.Choose("cards", "heroes"), m.Choose("players", "3"), m.Go("companion"))
    assert game_of(updated(visit, m.Choose("printed", "deal"))).id.players == 3


@pytest.mark.parametrize(
    "text", ["nonsense", "p2 c1-a-1p-x 0 by: end", "p1 c2-a-1p-x 0 by: end", "p1 c1-a-1p-x 0 by:%00 end", "p1 \ud800"]
)
def test_damaged_note_of_the_last_game_is_ignored(text: str) -> None:
    """A damaged or newer note never keeps anyone from a deal; the next one replaces it."""
    visit = after(arrive(CHANCE, last_printed=text), m.Go("set-up"), m.Go("companion"))
    assert shown(visit) == shown(SETUP)
    assert game_of(updated(visit, m.Choose("printed", "deal"))) == game_of(DEALT)


def test_game_on_the_table_comes_before_the_note() -> None:
    """If the game on the table came from the history, the next one is set up like it."""
    text = write_printed(PrintedGame(read_game_id("c1-a-2p-x"), ("Ana", "Ben"), 3))
    visit = arrive(CHANCE, printed=SavedText(text, text), last_printed="p1 c1-a-1p-x 0 by:Cleo end")
    visit = after(visit, m.Go("companion"), m.Go("companion", "new"), m.Choose("printed", "deal"))
    assert game_of(visit).names == ("Ana", "Ben")


def test_invalid_seed_deals_nothing() -> None:
    """With an invalid seed, nothing is dealt, and the seed's field shows the reason."""
    visit = after(SETUP, m.TypeText("seed", "no seed"), m.Choose("printed", "deal"))
    assert visit.memory.printed == SavedText()
    assert "seed" in wanted(visit)
    assert "seed" not in wanted(updated(visit, m.TypeText("seed", "seed")))
    assert "letters (a to z) and digits" in said(visit)


def test_each_step_is_saved() -> None:
    """Each card is saved at once, with the text that the device had before."""
    text = write_printed(game_of(DEALT))
    assert SavePrintedGame(text, "") in effects_of(SETUP, m.Choose("printed", "deal"))
    dealt = updated(DEALT, m.PrintedGameReported(text))
    [save] = effects_of(dealt, m.Proceed())
    assert save == SavePrintedGame(text.replace(" 0 ", " 1 "), text)
    assert effects_of(dealt, m.Undo()) == []
    [undo] = effects_of(updated(dealt, m.Proceed()), m.Undo())
    assert undo == SavePrintedGame(text, text)


def test_game_continues_at_the_same_card() -> None:
    """A reload or a closed tab continues at the same card, from the start screen or from the setup."""
    visit = after(DEALT, m.Proceed(), m.Proceed(), m.Proceed())
    text = visit.memory.printed.text
    back = arrive(CHANCE, printed=SavedText(text, text))
    assert "go companion" in buttons(shown(back))
    assert "Continue the printed game" in said(updated(back, m.Go("set-up")))
    assert game_of(updated(back, m.Go("companion"))) == game_of(visit)
    assert "Play with the printed game" in said(updated(HOME, m.Go("set-up")))
    assert "go companion" not in buttons(shown(HOME))


def test_whole_game_to_winters_end() -> None:
    """The large button leads through all cards and seasons, and names the edicts to score; then the game is deleted."""
    visit, labels = DEALT, list[str]()
    game = game_of(visit)
    while not game_of(visit).is_over:
        [label] = [text_of(part) for part in walk(shown(visit)) if part.attributes.get("class") == "confirm"]
        labels.append(label)
        visit = updated(visit, m.Proceed())
        now = game_of(visit)
        if now.is_season_over:
            for letter in now.season.edicts:
                assert WORDS(f"gist.{now.deal.edicts['ABCD'.index(letter)].id}") in said(visit)
    assert len(labels) == step_count(game.id)
    assert [label for label in labels if label.startswith("Start ")] == [
        f"Start {name}" for name in ("spring", "summer", "fall", "winter")
    ]
    assert labels.count("End the season") == 4
    assert "The game is over." in said(visit)
    assert updated(visit, m.Proceed()) == visit
    unpainted = updated(visit, m.Go("scores"))
    assert "Move to the history" not in text_of(shown(unpainted))
    assert updated(unpainted, m.Choose("printed", "finish")) == unpainted


def test_end_says_how_to_win() -> None:
    """At the end, several players compare stars, and a solo player subtracts the solo numbers."""
    for text, expected in (("c1-a-2p-k3x9q2", "lost fewer stars to monsters"), ("c1-a-1p-k3x9q2", "solo numbers")):
        end = at(text, step_count(read_game_id(text)))
        assert expected in said(end)
    solo = game_of(at("c1-a-1p-k3x9q2", 0))
    assert f"subtract {sum(card.solo for card in solo.deal.edicts)}," in said(end)


def test_ambush_says_who_passes_a_map_to_whom() -> None:
    """With several players, an ambush names the direction and, with names, each pair; a solo game shows the way."""
    names = ("Ana", "", "Cleo")
    found = {}
    for seed in "abcdefgh":
        visit = first(f"c1-a-3p-{seed}", AmbushCard, *names)
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
    assert "Starts at the" in said(first("c1-a-1p-a", AmbushCard))
    assert "Solo, it starts here" in said(first("c1-a-1p-a", AmbushCard))


def test_faces_of_all_kinds() -> None:
    """Each kind of card shows its name and its content."""
    text = "c1-b-hhhyh-1p-k3x9q2"
    for kind, expected in {
        ExploreCard: "Shape 1, ",
        RuinsCard: "after a ruins card",
        HeroCard: "It destroys monsters",
        AmbushCard: "Ambush!",
    }.items():
        visit = first(text, kind)
        card = game_of(visit).card
        assert card
        labels = " ".join(part.attributes.get("aria-label", "") for part in walk(shown(visit)))
        assert expected in said(visit) + labels
        assert WORDS(f"name.{card.id}") in said(visit)
        assert f"Time value {card.time}" in labels


def test_ruins_are_announced() -> None:
    """The explore card after a ruins card says that its shape must cover ruins; until then, the ruins wait."""
    text, seen = "c1-b-hhhyh-1p-k3x9q2", set()
    for seed in ("k3x9q2", "b", "c", "d", "e", "f", "g"):
        text = f"c1-b-bhmym-1p-{seed}"
        for steps in range(step_count(read_game_id(text))):
            visit = at(text, steps)
            game = game_of(visit)
            assert ("Draw on ruins" in said(visit)) == game.must_cover_ruins
            assert ("must still cover" in said(visit)) == game.ruins_wait
            seen |= {game.must_cover_ruins, "wait" if game.ruins_wait else ""}
    assert {True, "wait"} <= seen


def test_beasts_act_after_a_season() -> None:
    """At a season's end, zombies and trolls are remembered, but not after winter."""
    text = "c1-c-hhhyh-1p-k3x9q2"
    for steps in range(step_count(read_game_id(text)) + 1):
        visit = at(text, steps)
        game = game_of(visit)
        if game.is_season_over:
            for beast in game.beasts:
                expected = beast.acts_after_seasons and not game.is_over
                assert (WORDS(f"beast.{beast.value}") in said(visit)) == expected


def test_list_of_the_seasons_cards() -> None:
    """A panel lists the season's cards, and leads to a new deal, which moves this game to the history."""
    visit = after(DEALT, m.Proceed(), m.Proceed(), m.Open("cards"))
    for card in game_of(visit).cards:
        assert WORDS(f"name.{card.id}") in said(visit)
    again = updated(visit, m.Go("companion", "new"))
    assert "A new deal moves it to the history." in said(again)
    assert "A new deal replaces it." in said(updated(DEALT, m.Go("companion", "new")))
    assert game_of(updated(again, m.Back())) == game_of(visit)
    dealt = updated(again, m.Choose("printed", "deal"))
    assert game_of(dealt).steps == 0
    assert dealt.screens_below == DEALT.screens_below


def test_saved_game_is_deleted() -> None:
    """The setup of a new deal offers to delete the saved game, which then has no door."""
    visit = updated(after(DEALT, m.Proceed()), m.Go("companion", "new"))
    deleted = updated(visit, m.Choose("printed", "delete"))
    assert SavePrintedGame("", "") in effects_of(visit, m.Choose("printed", "delete"))
    assert "choose printed delete" not in buttons(shown(deleted))
    assert "go companion" not in buttons(shown(updated(deleted, m.Go("start"))))
    assert isinstance(updated(deleted, m.Back()).screen, Companion)
    assert updated(DEALT, m.Choose("printed", "delete")) == DEALT


def test_deletion_can_be_undone() -> None:
    """After a deletion, a button restores the game as it was, unless another tab has dealt one or this one deals."""
    visit = updated(after(DEALT, m.Proceed()), m.Go("companion", "new"))
    text = visit.memory.printed.text
    deleted = after(visit, m.Choose("printed", "delete"), m.PrintedGameReported(""))
    assert WORDS("history.deleted") in said(deleted)
    assert effects_of(deleted, m.Restore()) == [SavePrintedGame(text, "")]
    restored = updated(deleted, m.Restore())
    assert restored.memory.printed.text == text
    assert WORDS("history.deleted") not in said(restored)
    assert game_of(updated(restored, m.Back())) == read_printed(text)
    assert updated(restored, m.Restore()) == restored
    theirs = updated(deleted, m.PrintedGameReported(DEALT.memory.printed.text))
    assert "restore" not in buttons(shown(theirs))
    assert updated(theirs, m.Restore()).memory.printed == theirs.memory.printed
    dealt = updated(deleted, m.Choose("printed", "deal"))
    assert "restore" not in buttons(shown(updated(dealt, m.Go("companion", "new"))))


def test_menu_opens_at_the_table() -> None:
    """The menu opens over the table and over the setup; it has no game of the page to speak of."""
    for visit in (SETUP, DEALT):
        assert "go start" in buttons(shown(updated(visit, m.Open("menu"))))


def test_other_tabs_game_is_never_overwritten() -> None:
    """If another tab has changed the game, this one shows that game and says so, until the next card."""
    visit = updated(DEALT, m.PrintedGameReported(DEALT.memory.printed.text))
    theirs = visit.memory.printed.text.replace(" 0 ", " 5 ")
    told = after(visit, m.Proceed(), m.PrintedGameReported(theirs))
    assert game_of(told) == read_printed(theirs)
    assert "Another tab has changed this game." in said(told)
    [save] = effects_of(told, m.Proceed())
    assert save == SavePrintedGame(theirs.replace(" 5 ", " 6 "), theirs)
    assert "Another tab" not in said(updated(told, m.Proceed()))


def test_text_that_cannot_be_read() -> None:
    """A saved text that can't be read is explained in the setup, and goes to the history with the next deal."""
    visit = updated(arrive(CHANCE, printed=SavedText("p1 nonsense", "p1 nonsense")), m.Go("companion"))
    assert "The saved printed game can't be read: its end is missing." in said(visit)
    assert visit.memory.printed.text == "p1 nonsense"
    dealt = updated(visit, m.Choose("printed", "deal"))
    [save] = [one for one in effects_of(visit, m.Choose("printed", "deal")) if isinstance(one, SavePrintedGame)]
    assert (save.text, save.known, save.former) == (dealt.memory.printed.text, "p1 nonsense", "p1 nonsense")
    assert save.past
    assert game_of(dealt).steps == 0
    newer = updated(arrive(CHANCE, printed=SavedText("p2 x", "p2 x")), m.Go("companion"))
    assert "newer version of this page" in said(newer)


def test_screen_stays_on_only_at_the_table() -> None:
    """The device's screen stays on while a game is on the table; the page says so if it can't."""
    assert KeepAwake(on=True) in effects_of(SETUP, m.Choose("printed", "deal"))
    assert KeepAwake(on=False) in effects_of(DEALT, m.Go("start"))
    assert "may turn off its screen" not in said(DEALT)
    denied = updated(DEALT, m.AwakeReported(on=False))
    assert "may turn off its screen" in said(denied)
    assert "may turn off its screen" not in said(updated(denied, m.AwakeReported(on=True)))


def test_keys() -> None:
    """Enter and Space reveal, U undoes, and Escape leaves; in the setup, Enter deals from the last field."""
    keys = DEALT.screen.keys(DEALT)
    assert (keys["Enter"], keys[" "], keys["u"], keys["Escape"]) == (m.Proceed(), m.Proceed(), m.Undo(), m.Back())
    assert dict(SETUP.screen.keys(SETUP)) == {"Escape": m.Back()}
    assert SETUP.screen.on_enter(SETUP) == m.Choose("printed", "deal")
    assert DEALT.screen.on_enter(DEALT) is None


def test_screen_reader_hears_each_step() -> None:
    """Each step is announced: the card with its terrains and shapes, or the season's end with its edicts."""
    text = "c1-b-hhhyh-2p-k3x9q2"
    heard = []
    for steps in range(step_count(read_game_id(text)) + 1):
        visit = at(text, steps)
        [news] = visit.screen.announcements(WORDS, visit)
        game = game_of(visit)
        name = WORDS(f"name.{game.card.id}") if game.card else "is over" if steps else "This game's four edicts"
        assert name in news.text
        assert news.occasion == steps
        heard.append(news.text)
    assert heard[-1].endswith("The game is over.")
