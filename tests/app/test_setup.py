"""The setup: the game that results from choices and typing, and its players, including their saved text."""

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, walk
from app.game.setup import BLANK, FIRST_SEED, LINES, Cartographer, Setup, clean_name, read_cartographer, with_text
from app.game.shelf import read_save, shelf_of, write_save
from app.screens.set_up.screen import SetupScreen, changed_setup
from app.visit import Dialog, Visit
from cartographers import InvalidRecord
from cartographers.boxes import BOX_BY_WORD, Box
from cartographers.cards import AmbushCard, ExploreCard
from cartographers.deal import deal
from cartographers.game_id import MAX_PLAYERS, GameId, first_game, pure_game
from cartographers.scoring import CARD_BY_ID, CARDS, Family, cards_of
from cartographers.seasons import EDICTS
from cartographers.sides import SIDES
from support import playing as p
from support.refusals import refused, said
from support.visits import arrive, updated

START = replace(arrive(p.CHANCE), setup=Setup(p.SEED))
SETTING_UP = updated(START, m.Go("set-up"))
NEW = Setup(p.SEED)
FIRST = first_game(FIRST_SEED, Box.BASE)
#: The flag of Scotland.
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
BOXES = ("base", "heroes")
#: All choices on the setup screen except edicts.
CHOICES = [
    *(f"set-cards {cards}" for cards in (*BOXES, "mixed")),
    *(f"set-side {side}" for side in SIDES),
    *(f"set-box {kind} {box}" for kind in ("explore", "seasons") for box in BOXES),
    *(f"set-box {kind} {box}" for kind in ("ambush", "scoring") for box in (*BOXES, "both")),
    *("set-heroes", "set-heroes on", "set-edicts dealt", "set-edicts chosen"),
    *(f"set-players {count}" for count in (1, 2, 5, MAX_PLAYERS)),
]
EACH_CARD = [f"set-edict {letter} {card.id}" for letter in EDICTS for card in CARDS]

any_choices = st.lists(st.sampled_from(CHOICES), max_size=8)


def with_choices(setup: Setup, *choices: str) -> Setup:
    """Return the setup after the commands of some choices in turn."""
    return reduce(lambda made, choice: changed_setup(made, m.read_command(choice)) or made, choices, setup)


def is_one_of_each_family(setup: Setup) -> bool:
    """Return whether the edicts are four, one from each family."""
    return len(setup.game.edicts) == 4 and {card.family for card in setup.game.edicts} == set(Family)


def players_of(visit: Visit) -> list[str]:
    """Return the names of the players in the game that the setup begins."""
    return [who.name for who in p.game_of(updated(visit, m.Begin("set-up"))).cartographers]


def test_small_maps_show_their_whole_frame() -> None:
    """The picture of each map side is as large as its drawing, so none of its frame is cut off."""
    maps = [found for found in walk(p.shown(SETTING_UP)) if found.attributes.get("class") == "map"]
    assert len(maps) == len(SIDES)
    for found in maps:
        [drawing] = [inner for inner in walk(found) if inner.tag == "use"]
        placed = [drawing.attributes[name] for name in ("x", "y", "width", "height")]
        assert " ".join(map(str, placed)) == found.attributes["viewBox"]


@pytest.mark.parametrize("side", SIDES)
def test_choosing_cards_of_a_box_replaces_the_map(side: str) -> None:
    """Choosing the cards of a box replaces the map by its map of the same kind, and then any side can be chosen."""
    sided = NEW.with_side(side)
    assert sided.game.side == side
    base, heroes = ("A", "C") if side in "AC" else ("B", "D")
    assert sided.with_cards("base").game == replace(pure_game("seed", Box.BASE), side=base)
    assert sided.with_cards("heroes").game == replace(pure_game("seed", Box.HEROES), side=heroes)
    both = replace(sided.game, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
    assert sided.with_cards("mixed").game == both


def test_one_choice_from_the_other_box_makes_a_mix() -> None:
    """One choice from the other box makes a mix, and undoing it restores the box unless the mix is still shown."""
    assert NEW.cards == "base"
    mixes = {"set-box explore heroes": "set-box explore base", "set-box seasons heroes": "set-box seasons base"}
    mixes |= {"set-box ambush both": "set-box ambush base", "set-heroes on": "set-heroes"}
    for choice, undoing in mixes.items():
        mixed = with_choices(NEW, choice)
        assert mixed.cards == "mixed"
        assert str(mixed.game_id()) != str(NEW.game_id())
        assert with_choices(mixed, undoing) == NEW


def test_page_offers_boxes_for_a_mix_and_names_ruins() -> None:
    """The page offers the boxes separately only for a mix, and says whether ruins are in the deck."""
    assert not any(sent.startswith("set-box explore") for sent in p.buttons(p.shown(SETTING_UP)))
    visit = updated(SETTING_UP, "set-cards mixed")
    choices = ["set-box explore heroes", "set-box ambush base", "set-heroes", "set-box scoring heroes"]
    for choice in choices:
        visit = updated(visit, choice)
        assert choice in p.pressed(p.shown(visit))
    assert {*p.pressed(p.shown(visit))} == {"set-cards mixed", "set-box seasons base", "set-side A", *choices}
    heroes = updated(SETTING_UP, "set-cards heroes")
    assert "there are no ruins cards" in text_of(p.shown(heroes))
    for visit in (SETTING_UP, updated(heroes, "set-side B"), updated(heroes, "set-box explore base")):
        assert "The two ruins cards" in text_of(p.shown(visit))
        assert visit.setup.game.ruins


def test_there_are_one_to_twelve_players() -> None:
    """A game has one to twelve players, and the buttons for fewer and more players stop at these numbers."""
    for chosen, counted in ((-3, 1), (0, 1), (1, 1), (2, 2), (12, 12), (13, 12), (99, 12)):
        setup = NEW.with_players(chosen)
        assert setup.game.players == counted == len(setup.active_cartographers)
        assert setup.game_id().players == counted
    for count in range(1, MAX_PLAYERS + 1):
        page = [found.attributes for found in walk(p.shown(updated(SETTING_UP, f"set-players {count}")))]
        steps = [found for found in page if found.get("data-do", "").startswith("set-players")]
        assert [(found["data-do"], "aria-disabled" in found) for found in steps] == [
            *((f"set-players {count - 1}", count == 1), (f"set-players {count + 1}", count == MAX_PLAYERS))
        ]
        names = [found["name"] for found in page if found.get("name", "").startswith("name ")]
        assert names == [f"name {player}" for player in range(count)]


def test_fields_and_names_of_players() -> None:
    """A removed player's name returns with the player, and other fields are hidden until a button is pressed."""
    names = ["Ana", "Boris", "Cem"]
    typed = (m.TypeText(f"name {player}", name) for player, name in enumerate(names))
    visit = p.after(SETTING_UP, "set-players 3", *typed)
    fewer = updated(visit, "set-players 1")
    assert [who.name for who in fewer.setup.active_cartographers] == players_of(fewer) == ["Ana"]
    back = updated(fewer, "set-players 3")
    assert (back.setup, players_of(back)) == (visit.setup, names)

    def lines(visit: Visit) -> list[str]:
        return [found.attributes["name"] for found in walk(p.shown(visit)) if found.tag == "input"]

    two = updated(SETTING_UP, "set-players 2")
    more, more_of_two = (updated(visit, "show-all-settings on") for visit in (SETTING_UP, two))
    assert (lines(SETTING_UP), lines(two)) == (["name 0"], ["name 0", "name 1"])
    assert lines(more) == ["name 0", "land 0", "seed"]
    assert lines(more_of_two) == ["name 0", "title 0", "land 0", "name 1", "title 1", "land 1", "seed"]
    assert "set-edicts chosen" in p.buttons(p.shown(more_of_two))
    assert "set-edicts chosen" not in p.buttons(p.shown(two))
    assert updated(more_of_two, "show-all-settings") == two


@pytest.mark.parametrize("scoring", ["base", "heroes", "both"])
@pytest.mark.parametrize("seed", ["k3x9q2", "7", " K3X9q2 "])
def test_choosing_edicts_begins_with_the_dealt_ones(scoring: str, seed: str) -> None:
    """Choosing edicts begins with those that the seed deals, and can be reset to leave them to chance again."""
    setup = with_choices(Setup(seed), "set-cards mixed", f"set-box scoring {scoring}")
    picked = setup.with_edicts("chosen")
    assert is_one_of_each_family(picked)
    assert picked.game.edicts == deal(picked.game_id()).edicts == deal(setup.game_id()).edicts
    assert picked.with_edicts("dealt") == setup
    assert is_one_of_each_family(Setup("no seed!").with_edicts("chosen"))  # while the seed is being typed


@given(choices=st.lists(st.sampled_from(EACH_CARD), max_size=8), choice=st.sampled_from(EACH_CARD))
def test_choosing_a_card_keeps_one_of_each_family(choices: list[str], choice: str) -> None:
    """A chosen card takes its letter, and the card that it replaces takes the letter of the chosen card's family."""
    before = with_choices(NEW, "set-cards mixed", "set-box scoring both", "set-edicts chosen", *choices)
    now = with_choices(before, choice)
    _, letter, card = choice.split()
    wanted = CARD_BY_ID[card]
    assert is_one_of_each_family(before)
    assert is_one_of_each_family(now)
    expected, place = [*before.game.edicts], EDICTS.index(letter)
    other = next(number for number, edict in enumerate(expected) if edict.family is wanted.family)
    expected[other], expected[place] = expected[place], wanted
    assert now.game.edicts == now.game_id().edicts == tuple(expected)


def test_choice_of_an_edict_names_the_other_one_that_changes() -> None:
    """A choice of another edict's family also changes that edict, and its sentence stays until the next choice."""
    visit = p.after(SETTING_UP, "show-all-settings on", "set-edicts chosen")
    first, second, third, fourth = visit.setup.game.edicts
    swap, swap_back = f"set-edict A {third.id}", f"set-edict A {first.id}"
    swapped = updated(visit, swap)
    assert swapped.setup.game.edicts == (third, second, first, fourth)
    sentence = f"Edict C is now {p.WORDS(f'name.{first.id}')}, because each family has one edict."
    assert sentence in text_of(p.shown(swapped))
    assert [said.text for said in swapped.screen.announcements(p.WORDS, swapped)] == [sentence]
    same_family = next(card for card in cards_of(third.family, third.box) if card is not third)
    for message in (swap, "set-players 2", m.TypeText("name 0", "Ana"), f"set-edict A {same_family.id}"):
        assert "because each family" not in text_of(p.shown(updated(swapped, message)))
    assert f"Edict C is now {p.WORDS(f'name.{third.id}')}" in text_of(p.shown(updated(swapped, swap_back)))


@given(choices=any_choices, then=st.sampled_from(CHOICES))
def test_other_boxes_replace_only_edicts_they_lack(choices: list[str], then: str) -> None:
    """Other boxes of scoring cards replace only the edicts that they lack, with cards of the same family."""
    before = with_choices(NEW, "set-edicts chosen", *choices)
    now = with_choices(before, then)
    assert all(card.box in now.game.scoring for card in now.game.edicts)
    assert now.game_id().edicts == now.game.edicts
    if before.game.edicts and not then.startswith("set-edicts"):
        for old, new in zip(before.game.edicts, now.game.edicts, strict=True):
            assert new.family is old.family
            assert new is old or old.box not in now.game.scoring


@pytest.mark.parametrize("scoring", [*BOXES, "both"])
def test_page_offers_all_cards_of_the_boxes(scoring: str) -> None:
    """The page offers all cards of the boxes with the chosen one pressed, and pressing one closes the panel."""
    visit = p.after(SETTING_UP, "set-cards mixed", f"set-box scoring {scoring}", "set-edicts chosen")
    cards = [card for card in CARDS if card.box in BOX_BY_WORD[scoring]]
    for letter, edict in zip(EDICTS, visit.setup.game.edicts, strict=True):
        panel = updated(visit, m.Open("edict", letter))
        offered, now = (
            [sent for sent in found if sent.startswith(f"set-edict {letter} ")]
            for found in (p.buttons(p.shown(panel)), p.pressed(p.shown(panel)))
        )
        assert sorted(offered) == sorted(f"set-edict {letter} {card.id}" for card in cards)
        assert now == [f"set-edict {letter} {edict.id}"]
        picked = updated(panel, f"set-edict {letter} {cards[-1].id}")
        assert (picked.dialog, picked.setup.game.edicts[EDICTS.index(letter)]) == (None, cards[-1])


@given(choices=any_choices, cards=st.sampled_from(BOXES), side=st.sampled_from("ABCD"))
def test_setup_after_any_choices(choices: list[str], cards: str, side: str) -> None:
    """After any choices, the described game begins, a mix starts with both boxes, and a box has only its own cards."""
    setup = with_choices(NEW, *choices)
    played = updated(replace(SETTING_UP, setup=setup), m.Begin("set-up"))
    expected = (setup.game_id(), setup.active_cartographers)
    assert (p.game_of(played).id, p.game_of(played).cartographers) == expected
    assert (played.setup.game_id(), played.setup.active_cartographers) == expected
    before = with_choices(NEW, *choices)
    mixed = before.with_cards("mixed")
    both = replace(before.game, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
    assert (mixed.cards, mixed.game) == ("mixed", before.game if before.cards == "mixed" else both)
    assert mixed.with_cards("mixed") == mixed
    setup = with_choices(NEW, *choices, f"set-cards {cards}", f"set-side {side}")
    game, box = setup.game, BOX_BY_WORD[cards]
    assert (game.explore, game.seasons, game.ambush, game.scoring, game.heroes) == (box,) * 4 + (box is Box.HEROES,)
    assert all(card.box in box for card in game.edicts)
    assert (setup.cards, setup.game_id()) == (cards, replace(game, seed=p.SEED))


def test_pressing_a_pressed_button_changes_nothing() -> None:
    """Pressing any pressed button of the setup again changes nothing, chosen edicts included."""
    visit = p.after(SETTING_UP, "set-cards mixed", "show-all-settings on", "set-edicts chosen")
    edict = visit.setup.game.edicts[0]
    other = next(card for card in CARDS if card.family is edict.family and card is not edict)
    visit = updated(visit, f"set-edict A {other.id}")
    chosen_now = [sent for sent in p.pressed(p.shown(visit)) if sent.startswith("set-")]
    assert len(chosen_now) == 8
    assert all(updated(visit, sent) == visit for sent in chosen_now)


@given(
    text=st.text(st.characters(exclude_characters=BLANK), max_size=40),
    line=st.sampled_from(LINES),
    player=st.integers(0, 2),
)
def test_text_drops_invisible_characters_and_is_cut(text: str, line: str, player: int) -> None:
    """Invisible characters are dropped, and a text is cut to its maximum length, in one line of one player only."""
    who = [p.ANA, p.BORIS, p.NOBODY]
    before = replace(NEW.with_players(3), cartographers=tuple(who))
    written = "".join(sign for sign in text if sign.isprintable())[:24]
    who[player] = replace(who[player], **{line: written})
    assert with_text(before, f"{line} {player}", text) == replace(before, cartographers=tuple(who))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        *(
            (name, name)
            for name in ("Zoë Ж 太郎", "🗺️", "👨\u200d👩\u200d👧\u200d👦", "می\u200cروم", "क्\u200dष", SCOTLAND)
        ),
        *(("Ana\n", "Ana"), ("A\tna\x00", "Ana"), ("x" * 99, "x" * 24), ("A\xadn\u2060a\ufeff\u200b", "Ana")),
        *((name, "") for name in ("\u3164", "\u2800\ufe0f", "\u200d\u115f\u034f")),
        *(("\u202eAna\u202c", "Ana"), ("A\u2066n\u2069a\u200e\u200f\u061c", "Ana")),
        *(("\u200dA\u200d\u200dna \u200da", "A\u200dna a"), (SCOTLAND[1:], ""), ("🏴\U000e007f", "🏴")),
    ],
)
def test_names_in_any_script(text: str, kept: str) -> None:
    """Names in any script keep invisible characters that spell, but none that hide, break a line, or turn the text."""
    assert updated(SETTING_UP, m.TypeText("name 0", text)).setup.cartographers[0].name == kept
    if text != kept and text.strip(BLANK):  # games of older versions may have blank names
        with pytest.raises(InvalidRecord):
            read_cartographer(str(Cartographer(text)))


@given(st.text(f"a {SCOTLAND}👨\u200c\u200d\u202e", max_size=30))
def test_a_clean_name_is_a_name(text: str) -> None:
    """A cleaned name can be saved and read, and cleaning it again changes nothing."""
    name = clean_name(text)
    assert clean_name(name) == name
    assert read_cartographer(str(Cartographer(name))) == Cartographer(name)


@pytest.mark.parametrize("seed", ["", " ", "two words", "ä", "k3x9q2!", "x" * 33, "²"])
def test_error_in_a_seed_is_explained(seed: str) -> None:
    """A sentence explains an error in a seed until the player types again; capitals and outer spaces are allowed."""
    made = p.after(SETTING_UP, "set-players 2", m.TypeText("name 1", "Boris"), "set-side D")
    visit = updated(made, m.TypeText("seed", seed))
    refused = updated(visit, m.Begin("set-up"))
    assert refused.screen == SetupScreen()
    assert len(said(refused.setup.seed_error)) > 20
    assert refused == replace(visit, setup=replace(visit.setup, seed_error=refused.setup.seed_error, shows_more=True))
    again = updated(refused, m.TypeText("seed", "good"))
    assert again.setup.seed_error is None
    assert str(p.game_of(updated(again, m.Begin("set-up"))).id) == "c1-d-2p-good"
    for good in ("k3x9q2", " K3X9q2 ", "7"):
        visit = p.after(SETTING_UP, m.TypeText("seed", good), m.Begin("set-up"))
        assert p.game_of(visit).id.seed == good.strip().lower()


def test_the_first_game() -> None:
    """One press begins the first game, solo and gentle, and asks only before it replaces unreadable text."""
    other = p.after(SETTING_UP, "set-players 4", "set-side B", "set-heroes on")
    for visit in (START, SETTING_UP, other, updated(other, m.TypeText("seed", "no seed!"))):
        played = p.game_of(updated(visit, m.Begin("first")))
        assert (played.id, len(played.cartographers)) == (FIRST, 1)
    visit = p.after(arrive(p.CHANCE, shelf_of("nonsense")), m.Go("set-up"), "set-players 4")
    asked, sure = updated(visit, m.Begin("first")), m.Begin("first", sure=True)
    assert asked.dialog == Dialog(m.Panel.REPLACE, then=sure)
    assert "begin first sure" in p.buttons(p.shown(asked))
    assert updated(asked, m.Close()) == visit
    assert p.game_of(updated(asked, sure)).id == FIRST
    visit = updated(START, m.Begin("first"))
    dealt = p.game_of(visit).state.deal
    first, second, *rest = (card.id for card in dealt.edicts)
    assert (first, second, {*rest}) == ("sentinel-wood", "great-city", {"borderlands", "canal-lake"})
    revealed = [season.deck[: season.reveal_count] for season in dealt.seasons]
    cards = [card for season in revealed for card in season]
    assert all(isinstance(card, ExploreCard) for card in revealed[0])
    assert not any(isinstance(card, AmbushCard) for card in (*revealed[0], *revealed[1], *revealed[2][:3]))
    assert not any(card.id == "rift-lands" for card in cards)
    assert 16 <= sum(isinstance(card, ExploreCard) for card in cards) <= 19
    assert p.WORDS("controls.first") in text_of(p.shown(updated(visit, m.Proceed())))
    assert p.WORDS("controls.first") not in text_of(p.shown(p.begun()))
    again = p.game_of(p.after(visit, m.Go("start"), m.Go("set-up"), m.Begin("set-up"))).id
    assert again.seed != FIRST_SEED
    assert replace(again, seed=FIRST_SEED) == FIRST


def test_heroes_offers_its_recommended_first_edicts() -> None:
    """Heroes offers the first set of edicts that its rulebook recommends, if only its scoring cards are in play."""
    more = updated(SETTING_UP, "show-all-settings on")
    heroes = updated(more, "set-cards heroes")
    for visit in (more, updated(heroes, "set-box scoring both")):
        assert "set-edicts first" not in p.buttons(p.shown(visit))
    first = updated(heroes, "set-edicts first")
    assert "set-edicts first" in p.pressed(p.shown(first))
    assert first.setup.game_id() == first_game(p.SEED, Box.HEROES)
    chosen_freely = updated(first, "set-edicts chosen")
    assert chosen_freely.setup.edicts == "chosen"
    assert updated(chosen_freely, "set-edicts chosen") == chosen_freely
    assert updated(chosen_freely, "set-edicts dealt").setup == heroes.setup


@pytest.mark.parametrize("name", p.FINALS)
@pytest.mark.parametrize("way", [[], [m.Go("set-up")], [m.Go("start"), m.Go("set-up")]], ids=["end", "setup", "start"])
def test_next_game_has_same_setup_and_fresh_seed(name: str, way: list[m.Message]) -> None:
    """From anywhere, the next game is set up like the last one, with the same players, a fresh seed, and no plies."""
    over = p.at_rest(p.FINALS[name])
    old, new = p.game_of(over), p.game_of(p.after(over, *way, m.Begin("set-up")))
    assert "begin set-up" in p.buttons(p.shown(over))
    assert isinstance(updated(over, m.Go("set-up")).screen, SetupScreen)
    assert (new.id, new.cartographers, new.plies) == (replace(old.id, seed=new.id.seed), old.cartographers, ())
    assert new.id.seed != old.id.seed
    assert new.key != old.key
    home = updated(over, m.Go("start"))
    typed = replace(home, setup=replace(home.setup, seed="mine"))
    assert p.game_of(p.after(typed, m.Go("set-up"), m.Begin("set-up"))).id.seed == "mine"


def test_next_game_and_a_deal_that_is_played_again() -> None:
    """The next game keeps only chosen edicts, and a deal that is played again keeps its id."""
    played = p.after(SETTING_UP, "set-edicts chosen", "set-edict A cauldrons", m.Begin("set-up"))
    again = p.game_of(p.after(played, m.Go("start"), m.Go("set-up"), m.Begin("set-up")))
    assert again.state.deal.edicts == p.game_of(played).state.deal.edicts
    assert deal(GameId(again.id.seed)).edicts != deal(GameId(p.SEED)).edicts
    visit = p.after(SETTING_UP, m.TypeText("name 0", "Zoe"), m.Begin("c1-d-hhhyh-3p-k3x9q2"))
    assert str(p.game_of(visit).id) == "c1-d-hhhyh-3p-k3x9q2"
    assert [who.name for who in p.game_of(visit).cartographers] == ["Zoe", "", ""]


def test_setting_up_and_going_back_keeps_the_saved_game() -> None:
    """Setting up a game and going back leaves the saved game and the setup as they were."""
    home = arrive("another", p.GAMES["trio"][len(p.GAMES["trio"]) // 2][1].memory.shelf)
    typing = ("set-players 2", m.TypeText("name 1", "Zoe"), m.TypeText("seed", "a b"))
    panel = ("set-edicts chosen", m.Open("edict", "C"), m.Close(), "set-edicts dealt")
    set_up = p.after(home, m.Go("set-up"), *panel, *typing)
    assert (set_up.dialog, set_up.screen, set_up.memory.shelf) == (None, SetupScreen(), home.memory.shelf)
    assert set_up.setup.cartographers[1].name == "Zoe"
    back = updated(set_up, m.Go("start"))
    fresh = back.setup.seed
    assert fresh not in {home.setup.seed, "a b"}
    assert (p.shown(back), back.memory.shelf) == (p.shown(home), home.memory.shelf)
    assert updated(back, m.Continue()).screen == updated(home, m.Continue()).screen
    again = updated(back, m.Go("set-up"))
    assert (again.screen, again.setup) == (SetupScreen(), updated(set_up, m.TypeText("seed", fresh)).setup)
    back = updated(set_up, m.Back())
    assert (back.screen, updated(back, m.Go("set-up")).setup.cartographers) == (home.screen, set_up.setup.cartographers)


@given(who=p.cartographers)
def test_cartographer_round_trip(who: Cartographer) -> None:
    """A cartographer is one word of a saved text, without spaces, and is read back unchanged."""
    word = str(who)
    assert word.split() == [word]
    assert word.isascii()
    assert read_cartographer(word) == who


@given(lines=st.lists(st.tuples(*[st.text(max_size=40)] * 3), min_size=1, max_size=3))
def test_any_names_are_saved_unchanged(lines: list[tuple[str, str, str]]) -> None:
    """Any names, even with commas, emoji, and line breaks, are saved with the game and saved again unchanged."""
    visit = updated(SETTING_UP, f"set-players {len(lines)}")
    for player, texts in enumerate(lines):
        for line, text in zip(LINES, texts, strict=True):
            visit = updated(visit, m.TypeText(f"{line} {player}", text))
    played = updated(visit, m.Begin("set-up"))
    text = played.memory.shelf.text
    game = read_save(text).game
    continued = updated(arrive("another", shelf_of(text)), m.Continue())
    assert game == p.game_of(played) == p.game_of(continued)
    assert game.cartographers == visit.setup.active_cartographers
    now, before = (p.screen_of(one).stage for one in (continued, played))
    assert now.pending == before.pending[1:]  # without the edicts
    assert continued.memory.shelf.text == write_save(game, now.scenes_seen) == text


@pytest.mark.parametrize(
    "word",
    [
        *("", "Ana", "Ana,Dame", "Ana,Dame,Avalon,", ",,,", "Ana,,%0A", "%00,,", ",,%E2%80%AE"),
        *(f"{'x' * 25},,", "%C3%A4" * 25 + ",,"),
    ],
)
def test_invalid_cartographer_is_refused(word: str) -> None:
    """An invalid cartographer gets a sentence with an explanation, and no part of the save is loaded."""
    with refused(InvalidRecord, match="isn't a cartographer"):
        read_cartographer(word)
    visit = arrive(p.CHANCE, shelf_of(f"v2 c1-a-1p-{p.SEED} by:{word} end"))
    assert "isn't a cartographer" in said(visit.memory.shelf.error)
    assert (visit.memory.shelf.saved, replace(visit.setup, seed=p.SEED)) == (None, NEW)
    assert "isn't a cartographer" in text_of(p.shown(visit))


@pytest.mark.parametrize(("players", "count"), [(2, 1), (2, 3), (1, 2)])
def test_save_names_all_players_or_none(players: int, count: int) -> None:
    """A save names all of its players or none."""
    text = " ".join([f"v2 c1-a-{players}p-{p.SEED}", *["by:Ana,Dame,Avalon"] * count, "end"])
    sentence = f"{count} cartographers for {players} players"
    assert sentence in said(shelf_of(text).error)
    with refused(InvalidRecord, match=sentence):
        read_save(text)
