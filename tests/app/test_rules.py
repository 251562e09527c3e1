"""The rules: a page for every card, examples with the right stars, a search, and the way back."""

import re
from collections.abc import Iterable
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import Link
from app.drawing.element import Element, text_of, walk
from app.effects import PlayFeedback, PrintPage, ScheduleStep
from app.prerendered.screens import first_screen
from app.screens.fetching.screen import Fetching
from app.screens.rules.handbook import Page
from app.screens.rules.screen import HANDBOOK, Rules
from app.visit import Visit
from cartographers import CARD_BY_ID, CARDS, Box, ScoringCard, monsters
from cartographers.ambush import AMBUSH
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, Card, ExploreCard
from cartographers.diagram import read_marked_diagram
from cartographers.explore import EXPLORE, RUINS
from cartographers.heroes import HEROES
from cartographers.region import names
from cartographers.rules import ply_bundles
from cartographers.scoring.card import examples
from cartographers.seasons import EDICTS, SEASONS
from cartographers.solo import TITLES, ambush_walk
from cartographers.terrain import ANY_TERRAIN
from support import playing as p
from support.elements import tagged, texts
from support.visits import NO_PARTS, arrive, changed, effects_of, is_late, updated
from words import LANGUAGES, Words
from words.files import catalog

HOME = arrive(p.CHANCE)
AMBUSHES = [card for cards in AMBUSH.values() for card in cards]
EXPLORING = [card for cards in EXPLORE.values() for card in cards]
NAMED_CARDS: list[Card | ScoringCard] = [*CARDS, *EXPLORING, *RUINS, *AMBUSHES, *HEROES]
NAMES = [*(f"name.{card.id}" for card in NAMED_CARDS), *(f"season.{season.name}" for season in SEASONS[Box.BASE])]
IDS = [name.partition(".")[2] for name in NAMES]
PAGES = [found.page for found in HANDBOOK.pages.values()]
#: The words that a search ignores, and no word at all.
FILLER = {"", *p.WORDS("rules.synonyms").partition(":")[0].replace(",", " ").split()}


def page_of(about: str) -> Element:
    """Return the rules page about the given subject."""
    return p.shown(updated(HOME, m.Go("rules", about)))


def titles(page: Element, *levels: str) -> list[str]:
    """Return the headings of a page."""
    return [text_of(found) for found in walk(page) if found.tag in (levels or ("h1", "h2", "h3"))]


def label_of(figure: Element) -> str:
    """Return the description of a figure's picture."""
    assert isinstance(figure.children[0], Element)
    return figure.children[0].attributes["aria-label"]


def rows_of(about: str) -> list[list[str]]:
    """Return the texts of the table on a page."""
    return [[text_of(cell) for cell in row.children] for row in tagged(page_of(about), "tr")]


def says(page: Page) -> str:
    """Return the text of a rules page."""
    return " ".join(text_of(part) for part in page.text(p.WORDS) if part)


def found_by(text: str) -> list[str]:
    """Return the ids of the pages that a search finds."""
    return [found.page.id for found in HANDBOOK.search(p.WORDS, text).pages]


def spaces_after(label: str, word: str) -> set[str]:
    """Return the spaces after a word in a picture's description."""
    found = re.search(rf"(?:^|\. ){word}: ([A-K0-9, ]+)\.", label)
    return set(found[1].split(", ")) if found else set()


@pytest.mark.parametrize("name", NAMES)
def test_every_card_has_a_page(name: str) -> None:
    """Every card has a page with its name, text, and picture, and the search finds it by its name before others."""
    title, about = p.WORDS(name), name.partition(".")[2]
    page = page_of(about)
    assert titles(page, "h2") == [title]
    [text] = texts(p.with_class(page, "says"))
    assert text
    assert p.with_class(page, "sign")
    for search in (title, title.upper(), f"  {title.replace(chr(39), '')} ", " ".join(reversed(title.split()))):
        found = found_by(search)
        words = {one: set(HANDBOOK.pages[one].page.name(p.WORDS).lower().split()) for one in found}
        named = [one for one in found if set(title.lower().split()) <= words[one]]
        assert about in named
        assert found[: len(named)] == named


def test_page_ids_and_names_are_unique() -> None:
    """No page shares its id or name with any other, and an unknown subject leads to the table of contents."""
    ids = ["all", *HANDBOOK.chapters, *(page.id for chapter in HANDBOOK.chapters.values() for page in chapter.pages)]
    assert len(ids) == len(set(ids))
    assert set(IDS) <= set(ids)
    for about in ids:
        message = m.Go("rules", about)
        assert updated(HOME, message).screen == Rules(about)
        assert m.read_command(f"go rules {about}") == message
    named = [page.name(p.WORDS) for page in PAGES]
    assert len(named) == len(set(named))
    for unknown in ("no-such-card", "Treetower", "set-up", "1"):
        assert updated(HOME, m.Go("rules", unknown)).screen == Rules()
        assert "go rules all" in p.buttons(page_of(unknown))


@pytest.mark.parametrize("chapter", HANDBOOK.chapters)
def test_a_chapter_shows_its_pages(chapter: str) -> None:
    """A chapter shows its pages one below the other, with at most 20 figures, and a link that explains its cards."""
    page = page_of(chapter)
    here = HANDBOOK.chapters[chapter]
    assert titles(page, "h1") == [here.name(p.WORDS)]
    assert titles(page, "h2") == [one.name(p.WORDS) for one in here.pages]
    assert (f"go rules {here.see}" in p.buttons(page)) == bool(here.see)
    assert not here.see or here.see in {*HANDBOOK.chapters, *HANDBOOK.pages}
    assert len(p.with_class(page, "excerpt")) <= 20


def test_contents_chapters_and_pages_are_linked() -> None:
    """The table of contents leads to all chapters, the puzzles, and the printed game, and each page to its chapter."""
    contents, ways = page_of(""), {"go puzzles", "go companion"}
    leads = {command.removeprefix("go rules ") for command in p.buttons(contents) if command.startswith("go rules ")}
    assert leads == {"all", *HANDBOOK.chapters}
    assert not p.with_class(contents, "excerpt")
    assert ways <= {*p.buttons(contents)}
    for visit in (searched("ruins"), updated(arrive(p.CHANCE, link=Link(embedded=True)), m.Go("rules"))):
        assert not ways & {*p.buttons(p.shown(visit))}
    for found in HANDBOOK.pages.values():
        assert f"go rules {found.chapter.id}" in p.buttons(page_of(found.page.id))


def test_page_with_all_rules_has_headings_in_order() -> None:
    """The page with all rules has its headings in order, and is printed once with each press, except in an embed."""
    page, visit = page_of("all"), updated(HOME, m.Go("rules", "all"))
    assert titles(page, "h2") == [chapter.name(p.WORDS) for chapter in HANDBOOK.chapters.values()]
    assert titles(page, "h3") == [one.name(p.WORDS) for one in PAGES]
    assert set(p.buttons(page)) == {"back", "print"}
    for _ in range(2):
        before, visit = visit, updated(visit, m.Print())
        assert PrintPage() in effects_of(before, m.Print())
    assert PrintPage() not in effects_of(visit, m.Back())
    embedded = updated(arrive(p.CHANCE, link=Link(embedded=True)), m.Go("rules", "all"))
    assert "print" not in p.buttons(p.shown(embedded))


def pictures(about: str) -> list[Element]:
    """Return the figures of a page."""
    return tagged(page_of(about), "figure")


def check_examples(about: str, expected: Iterable[tuple[int, str]]) -> None:
    """Check that a page draws these examples: the stars, the spaces that earn them, and the grounds."""
    expected = list(expected)
    figures = pictures(about)
    assert expected
    assert len(figures) == len(expected)
    for figure, (total, drawing) in zip(figures, expected, strict=True):
        sheet, marked = read_marked_diagram(drawing)
        assert text_of(figure.children[1]) == p.WORDS.plural("reckoning.total", total)
        drawn = [text_of(one) for kind in ("star", "cost") for one in p.with_class(figure, kind)]
        assert sum(int(text.replace("\N{MINUS SIGN}", "-")) for text in drawn) == total
        label = label_of(figure)
        assert spaces_after(label, "Marked") == set(names(marked))
        for ground in ("forest", "village", "farm", "water", "monster", "mountain", "wasteland", "ruins"):
            assert spaces_after(label, ground.capitalize()) == set(names(getattr(sheet, ground))), ground


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_card_page_draws_docstring_examples(card: ScoringCard) -> None:
    """A scoring card's page draws the examples of its docstring, states its rule, and links to its terms."""
    check_examples(card.id, card.examples)
    text = says(HANDBOOK.pages[card.id].page)
    assert card.explanation in text
    assert f"Solo number {card.solo}." in text
    assert p.WORDS(f"cards.{card.box.word}") in text
    assert "go rules beside" in p.buttons(page_of(card.id))
    explained = says(HANDBOOK.pages["beside"].page)
    assert all(word in explained for word in ("cluster", "adjacent", "filled", "empty"))


def test_page_draws_examples_of_monster_costs() -> None:
    """The page draws the examples of monsters' costs, and the check of examples notices wrong stars and spaces."""
    check_examples("monsters", examples(monsters))
    (total, drawing), *others = CARD_BY_ID["treetower"].examples
    check_examples("treetower", [(total, drawing), *others])
    wrong = [(total + 1, drawing), (total, drawing.replace("F", "f", 1)), (total, drawing.replace(".", "v", 1))]
    for example in wrong:
        with pytest.raises(AssertionError):
            check_examples("treetower", [example, *others])


@pytest.mark.parametrize("card", AMBUSHES, ids=lambda card: card.id)
def test_page_draws_a_solo_ambush_in_its_corner(card: AmbushCard) -> None:
    """A page draws a solo ambush in its corner, and names its corner, direction, and effect."""
    text = says(HANDBOOK.pages[card.id].page)
    assert f"{p.WORDS(f'corner.{card.corner}')} and moves {p.WORDS(f'direction.{card.direction}')}" in text
    assert f"The arrow points {p.WORDS(f'direction.{card.arrow}')}, so" in text
    assert spaces_after(label_of(pictures(card.id)[-1]), "Monster") == set(names(next(ambush_walk(card))))
    if card.beast:
        assert p.WORDS(f"beast.{card.beast.value}") in text


def test_figures_of_ambushes_and_heroes() -> None:
    """Drawn ambushes land where they fit, heroes destroy what they attack, and maps are passed the engine's way."""
    [label] = map(label_of, pictures("alone"))
    landed, marked, forest = (spaces_after(label, word) for word in ("Monster", "Marked", "Forest"))
    tried = [set(names(place)) for place in ambush_walk(AMBUSH[Box.BASE][0])]
    assert landed == marked != tried[0]
    assert all(place & forest for place in tried[: tried.index(landed)])
    assert not landed & forest
    for card in HEROES:
        before, now = map(label_of, pictures(card.id)[-2:])
        assert spaces_after(before, "Monster") == spaces_after(now, "Destroyed") != set()
        assert not spaces_after(now, "Monster")
        assert len(spaces_after(now, "Hero")) == 1
    seen = set()
    for visit in p.VISITS:
        task, players = p.game_of(visit).state.task, p.game_of(visit).id.players
        drawn = task.card if task and not task.is_pick and task.player != task.sheet else None
        if task and isinstance(drawn, AmbushCard) and players > 2:
            whose = "before" if task.sheet == (task.player - 1) % players else "after"
            assert f"the map of the player {whose} you" in says(HANDBOOK.pages[drawn.id].page)
            seen.add(drawn.arrow)
    assert seen == {"clockwise", "counterclockwise"}


def test_seasons_and_titles_match_the_engine() -> None:
    """The thresholds and edicts of the seasons, and the titles with their lowest ratings, are the engine's."""
    seasons = list(zip(SEASONS[Box.BASE], SEASONS[Box.HEROES], strict=True))
    assert rows_of("seasons")[1:] == [
        [p.WORDS(f"season.{base.name}"), ", ".join(base.edicts), str(base.threshold), str(heroes.threshold)]
        for base, heroes in seasons
    ]
    for base, heroes in seasons:
        text = says(HANDBOOK.pages[base.name].page)
        assert f"edicts {base.edicts[0]} and {base.edicts[1]}" in text
        assert {int(number) for number in re.findall(r"\d+", text)} == {base.threshold, heroes.threshold}
    assert rows_of("rating") == [
        [p.WORDS(f"title.{title}"), f"{least} or more".replace("-", "\N{MINUS SIGN}")] for least, title in TITLES
    ]


@pytest.mark.parametrize("card", EXPLORING, ids=lambda card: card.id)
def test_explore_card_page_shows_card_details(card: ExploreCard) -> None:
    """The page of an explore card shows its terrains, the sizes of its shapes, its coin, and its time."""
    captions, text = texts(pictures(card.id)), says(HANDBOOK.pages[card.id].page)
    terrains = list(dict.fromkeys(option.terrain for option in card.options))
    assert captions[: len(terrains)] == [terrain.value for terrain in terrains if terrain]
    shapes = {option.shape: option.coin for option in card.options if len(option.shape.cells) > 1}
    sizes = [f"{len(shape.cells)} spaces{', a coin' if coin else ''}" for shape, coin in shapes.items()]
    assert captions[len(terrains) :] == sizes
    assert p.WORDS("card.takes", time=card.time) in text
    coins = {len(option.shape.cells) for option in card.options if option.coin}
    assert ("earns a coin" in text) == bool(coins)
    assert coins <= {min(len(option.shape.cells) for option in card.options)}


def test_single_space_fits_in_all_terrains_or_none() -> None:
    """A single space fits in all five terrains or in none, as the pages of Rift Lands and Kethra's Gates say."""
    seen = 0
    for visit in p.CHOOSING:
        task = p.task_of(visit)
        if task.card.id in {"rift-lands", "kethras-gates"}:
            fits = {option.terrain: anchors for option, _, anchors, _ in ply_bundles(p.game_of(visit).state)}
            assert set(ANY_TERRAIN) <= set(fits)
            assert len(set(fits.values())) == 1
            seen += 1
    assert seen


@given(st.sampled_from(PAGES), st.data())
def test_search_finds_a_page_by_any_of_its_words(page: Page, data: st.DataObject) -> None:
    """The search finds a page by any of its words in any order, and additional words never find more pages."""
    telling = [word for word in says(page).split() if re.sub(r"\W", "", word).casefold() not in FILLER]
    words = data.draw(st.lists(st.sampled_from(telling), min_size=1, max_size=4))
    text = " ".join(words)
    assert page.id in found_by(text)
    assert HANDBOOK.search(p.WORDS, text).is_exact
    assert set(found_by(text)) <= set(found_by(words[0]))


@given(st.text(max_size=20))
def test_no_text_breaks_the_search(text: str) -> None:
    """Any text finds only pages of the handbook, each at most once."""
    found = HANDBOOK.search(p.WORDS, text).pages
    assert len(set(found)) == len(found) <= len(PAGES)
    assert set(found) <= set(HANDBOOK.pages.values())


SEARCHES = {language: Words(catalog(language)) for language in LANGUAGES}


@pytest.mark.parametrize(
    ("language", "about", "searches"),
    [
        *(("en", "nothing-fits", ["can I skip a card"]), ("en", "beside", ["Is diagonal adjacent?"])),
        *(("en", "time", ["how long is a season"]), ("en", "fall", ["autumn"]), ("en", "seasons", ["objective"])),
        ("es", "nothing-fits", ["¿Puedo saltarme una carta?", "¿Se puede pasar turno?"]),
        *(("es", "time", ["¿Cuándo termina una estación?"]), ("es", "together", ["¿A quién paso el mapa?"])),
        *(("es", "stars", ["puntaje"]), ("es", "winner", ["quién gana"])),
        ("it", "nothing-fits", ["posso saltare una carta", "posso passare il turno"]),
        *(("it", "winner", ["spareggio"]), ("it", "beside", ["Cos'è un cluster?"])),
        ("it", "alone", ["come funziona un\N{RIGHT SINGLE QUOTATION MARK}imboscata", "giocare da soli"]),
        *(("ko", "nothing-fits", ["카드를 건너뛸 수 있나요?"]), ("ko", "winner", ["동률", "비기면 누가 이기나요?"])),
        *(("ko", "coins", ["동전은 어떻게 얻나요?"]), ("ko", "beside", ["대각선도 인접인가요?"])),
        ("ko", "golden-granary", ["황금 곡창 카드"]),
    ],
)
def test_search_knows_questions_and_other_words(language: str, about: str, searches: list[str]) -> None:
    """The search ignores the small words of a question, and knows players' own words for things."""
    for text in searches:
        found = HANDBOOK.search(SEARCHES[language], text)
        assert (found.pages[0].page.id, found.is_exact) == (about, True), text


@pytest.mark.parametrize(
    ("language", "text", "about"),
    [
        *(("en", text, "mountains") for text in ("mountian", "moutain", "mountainn", "mounttin", "omuntain")),
        *(("en", "froest", "stoneside-forest"), ("en", "zombeis", "zombie")),
        *(("es", "montñaa", "mountains"), ("es", "monstro", "monsters")),
        *(("it", "mostor", "monsters"), ("it", "edito", "seasons")),
        *(("ko", "몬스타", "monsters"), ("ko", "숩격", "alone")),
    ],
)
def test_search_forgives_a_typing_error(language: str, text: str, about: str) -> None:
    """The search forgives a wrong, missing, unnecessary, or misplaced letter in a word, even in a Hangul syllable."""
    found = HANDBOOK.search(SEARCHES[language], text)
    assert (found.pages[0].page.id, found.is_exact) == (about, False)


def test_words_are_not_found_in_the_middle_of_other_words() -> None:
    """A word is found at another's beginning or end, not in its middle, and in Korean in all its forms and spacings."""
    assert {"deepwood", "woodland-crossroads"} <= set(found_by("wood"))
    found = {found.page.id for found in HANDBOOK.search(SEARCHES["it"], "eroe").pages}
    assert {"hero", "first-edicts"} & found == {"hero"}
    assert found_by("xoi") == []
    for word, *forms in (
        ("금화", "금화를", "금화는", "금화에서", "금화처럼"),
        ("산", "산에", "산은", "산이나"),
        ("회전", "회전을", "회전해도", "회전하나요", "회전시켜도"),
        ("건너뛰기", "건너뛰어도", "건너뛰면", "건너뛸까요"),
        ("마을", "마을은", "마을이란"),
    ):
        exact = HANDBOOK.search(SEARCHES["ko"], word)
        assert exact.is_exact
        for form in forms:
            assert HANDBOOK.search(SEARCHES["ko"], form) == exact, form
    searches = (HANDBOOK.search(SEARCHES["ko"], text) for text in ("빈 칸", "빈칸"))
    apart, together = ({found.page.id for found in search.pages} for search in searches)
    assert set() < together <= apart


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_synonym_leads_to_pages(language: str) -> None:
    """Each word in a language's list of synonyms finds at least one page, and none is in the list twice."""
    words = SEARCHES[language]
    lines = [line.split(":") for line in words("rules.synonyms").splitlines()]
    listed = [word.strip() for said, on_page in lines if on_page.strip() for word in said.split(",")]
    assert len(listed) > 30
    assert sorted(set(listed)) == sorted(listed)
    for word in listed:
        assert HANDBOOK.search(words, word).is_exact, word


def searched(text: str) -> Visit:
    """Return a visit at the table of contents after a search was typed."""
    return p.after(HOME, m.Go("rules"), m.TypeText("search", text))


def test_search_without_exact_results_says_so() -> None:
    """A search without exact results says so, also aloud, and shows the closest pages if there are any."""
    for text, is_close in (
        *(("xyzzy", False), ("{0}", False), ("<b>", False), ("xyzzy plugh", False)),
        *(("mountian", True), ("water xyzzy", True)),
    ):
        visit = searched(text)
        title = p.WORDS(f"rules.found.{'closest' if is_close else 'none'}", text=text)
        assert title in titles(p.shown(visit), "h2")
        assert title in p.heard(visit) if is_close else title == p.heard(visit)
        assert (f"{len(found_by(text))} found" in p.heard(visit)) == is_close
        assert any(command.startswith("go rules") for command in p.buttons(p.shown(visit))) == is_close
    assert set(found_by("water xyzzy")) == set(found_by("water"))


def test_typing_filters_the_list_and_announces_the_count() -> None:
    """Typing filters the list at once and announces the count; an empty text and Back from a page restore the list."""
    visit = searched("canal")
    page, cleared = p.shown(visit), updated(visit, m.TypeText("search", ""))
    assert {"go rules canal-lake", "go rules treetower"} & p.buttons(page).keys() == {"go rules canal-lake"}
    assert p.heard(visit) == f"{len(found_by('canal'))} found"
    assert p.heard(visit) in titles(page, "h2")
    assert p.shown(updated(visit, m.TypeText("search", " "))).children != page.children
    assert p.buttons(p.shown(cleared)) == p.buttons(page_of(""))
    assert p.heard(cleared) == ""
    visit, planned = searched("mountain"), updated(HOME, m.Go("set-up"))
    assert p.after(visit, m.Go("rules", "mountains"), m.Back()) == visit
    assert is_late(visit, m.TypeText("seed", "abc"))
    on_a_page = updated(visit, m.Go("rules", "mountains"))
    assert is_late(on_a_page, m.TypeText("search", "x"))
    assert visit.screen.controls(visit).enter is None
    assert planned.screen.controls(planned).enter == m.Begin("set-up")


#: Visits in games: at a choice, in a scene, and at a replay.
IN_GAMES = [
    p.CHOOSING[0],
    p.CHOOSING[-1],
    next(visit for visit in p.VISITS if p.scene_of(visit)),
    p.after(p.FINALS["trio"], m.Watch(), m.Seek(7)),
]


def test_the_start_screen_and_the_menu_lead_to_the_rules() -> None:
    """The start screen and the menu lead to the rules, even while they load, and Back and Escape return unchanged."""
    assert "go rules" in p.buttons(p.shown(HOME))
    assert 'data-do="go rules"' in first_screen(catalog("en"))
    rules = updated(HOME, m.Go("rules"))
    assert rules.screen == Rules()
    assert rules.screen.controls(rules).keys == {"Escape": m.Back()}
    assert updated(rules, m.Back()) == HOME
    for visit in IN_GAMES:
        menu = updated(visit, m.Open("menu"))
        assert "go rules" in p.buttons(p.shown(menu))
        assert p.after(menu, m.Go("rules"), m.Back()) == updated(menu, m.Close())
    playing = updated(p.choosing(p.begun(p.HEROES)), m.HighlightTopic(m.Topic.EDICT_A))
    waiting = updated(changed(playing, parts=NO_PARTS), m.Go("rules", "deepwood"))
    assert waiting.screen == Fetching(m.Go("rules", "deepwood"), "later")
    there = updated(waiting, m.PartFetched("later", arrived=True))
    assert there.screen == Rules("deepwood")
    assert updated(there, m.Back()).screen == playing.screen


def test_card_in_play_leads_to_its_page_and_back() -> None:
    """Each card of the season and each tip leads to its rules, and Back to the same ghost and the open tip."""
    kinds = set()
    for visit in p.CHOOSING[::7]:
        panel = updated(visit, m.Open("cards"))
        for card in p.screen_of(visit).moment.cards:
            assert f"go rules {card.id}" in p.buttons(p.shown(panel))
            assert f"{p.WORDS(f'name.{card.id}')}time {card.time}Rules" in text_of(p.shown(panel))
            page = updated(panel, m.Go("rules", card.id))
            assert page.screen == Rules(card.id)
            assert p.WORDS(f"name.{card.id}") in titles(p.shown(page))
            back = updated(page, m.Back())
            assert p.unheard(back) == p.unheard(updated(panel, m.Close()))
            assert p.screen_of(back).ghost == p.screen_of(visit).ghost
            kinds.add(card.kind)
    assert kinds == {"explore", "ruins", "ambush", "hero"}
    visit = next(visit for visit in p.CHOOSING if p.game_of(visit).id == p.BASE_A)
    edicts = p.game_of(visit).state.deal.edicts
    wanted = {letter: card.id for letter, card in zip(EDICTS, edicts, strict=True)}
    wanted |= {lit: lit for lit in ("monsters", "seasons", "stars", "coins", *(beast.value for beast in Beast))}
    for lit, about in wanted.items():
        tipped = p.with_screen(visit, lit=m.Topic(lit))
        assert f"go rules {about}" in p.buttons(p.shown(tipped))
        page = updated(tipped, m.Go("rules", about))
        assert page.screen == Rules(about)
        assert updated(page, m.Back()) == tipped


@pytest.mark.parametrize("visit", IN_GAMES)
def test_visit_to_the_rules_leaves_game_unchanged(visit: Visit) -> None:
    """A game stays as it was during a visit to the rules, without a sound, and then continues if it moved."""
    way = [m.Go("rules", about) for about in ("", "forest", "treetower", "forest")]
    loud = p.after(visit, m.Prefer("sound", "on"))
    deep = p.after(loud, *way)
    *_, back = returns = list(accumulate([m.Back()] * len(way), updated, initial=deep))
    assert back == loud
    effects = [effects_of(visit, m.Back()) for visit in returns[:-1]]
    assert not [effect for found in effects for effect in found if isinstance(effect, PlayFeedback)]
    waits = [effect for effect in effects[-1] if isinstance(effect, ScheduleStep)]
    assert waits == ([ScheduleStep(back.needs.pause, back.needs.paused_at)] if back.needs.pause else [])
    assert deep.memory.shelf == loud.memory.shelf
