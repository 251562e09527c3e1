"""Tests of the About screen: its contents, the ways to it, and the report of a fault."""

import pytest

from app import messages as m
from app.arrival.page_load import Edition
from app.drawing.element import Element, text_of
from app.effects import MoveFocus, PlayFeedback, ScheduleStep, ShareContent
from app.game.setup import Cartographer
from app.page.notice import Notice
from app.page.outgoing import Text
from app.prerendered.screens import first_screen
from app.screens.about.screen import About
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.report import report
from app.shell.view import view
from app.visit import Visit
from support import playing as p
from support.elements import tagged, text, texts_with_class
from support.visits import arrive, changed, effects_of, is_late, updated
from words import LANGUAGES, Words
from words.files import catalog

PUBLISHER = "https://www.thunderworksgames.com/"
EDITION = Edition("1.2.3", "3.13.2", "Some Browser 140", "https://example.org/source")
HOME = arrive(p.CHANCE, edition=EDITION)
ABOUT = updated(HOME, m.Go("about"))
REPLAY = p.after(p.FINALS["trio"], m.Watch(), m.Seek(7))
#: A visit on each kind of screen with a game: at a choice, in each scene, and in a replay.
IN_GAMES = [
    p.CHOOSING[0],
    *(
        next(visit for visit in p.VISITS if isinstance(p.scene_of(visit), kind))
        for kind in (AmbushScene, SeasonScene, CurtainScene, EndScene)
    ),
    *(REPLAY, p.after(REPLAY, m.HighlightTopic(m.Topic.EDICT_B), m.PlayOrPause())),
]


def links(page: Element) -> dict[str, str]:
    """Return the targets of the page's links, by their texts."""
    return {text_of(found): found.attributes["href"] for found in tagged(page, "a")}


def fields_of(text: str) -> dict[str, str]:
    """Return the lines of a report by their names."""
    return dict(line.split(": ", 1) for line in text.splitlines())


def written_report(page: Element) -> str:
    """Return the report on a page."""
    [field] = tagged(page, "textarea")
    assert "readonly" in field.attributes
    return text_of(field)


def test_about_opens_from_the_start_screen() -> None:
    """About opens from the start screen, even when prerendered; Back and Escape return without any change."""
    assert "go about" in p.buttons(p.shown(HOME))
    assert 'data-do="go about"' in first_screen(catalog("en"))
    assert ABOUT.screen == About()
    assert "back" in p.buttons(p.shown(ABOUT))
    assert ABOUT.screen.controls(ABOUT).keys == {"Escape": m.Back()}
    assert updated(ABOUT, m.Back()) == HOME


@pytest.mark.parametrize("visit", IN_GAMES)
def test_back_from_about_returns_to_the_game(visit: Visit) -> None:
    """A game waits silently under About; Back leads to the same ghost, scene, step, and highlight as Close does."""
    menu = updated(visit, m.Open("menu"))
    assert "go about" in p.buttons(p.shown(menu))
    about, closed = updated(menu, m.Go("about")), updated(menu, m.Close())
    assert (about.screen, about.dialog, about.memory.shelf) == (About(), None, visit.memory.shelf)
    assert updated(about, m.Begin("link")) == about
    back = p.unheard(updated(about, m.Back()))
    assert back == p.unheard(closed)
    assert p.shown(back) == p.shown(p.unheard(closed))
    lasting = (m.Prefer("theme", "night"), m.SaveFailed(Notice.FULL))
    assert p.unheard(p.after(about, *lasting, m.Back())) == p.unheard(p.after(menu, *lasting, m.Close()))
    loud = p.after(visit, m.Prefer("sound", "on"), m.Prefer("vibration", "on"), m.Open("menu"))
    about = updated(loud, m.Go("about"))
    there, here, back = effects_of(loud, m.Go("about")), effects_of(about, m.Back()), updated(about, m.Back())
    assert not [effect for effect in (*there, *here) if isinstance(effect, PlayFeedback)]
    waits = [effect for effect in here if isinstance(effect, ScheduleStep)]
    assert waits == ([ScheduleStep(back.needs.pause, back.needs.paused_at)] if back.needs.pause else [])
    assert not [effect for effect in there if isinstance(effect, ScheduleStep)]  # the menu has already stopped it


@pytest.mark.parametrize("source", [EDITION.source, ""])
def test_about_shows_the_version_and_links(source: str) -> None:
    """About shows the version, and links to the publisher, all licenses, and a known source with its report forms."""
    page = p.shown(updated(changed(HOME, edition=EDITION._replace(source=source)), m.Go("about")))
    for said in (p.WORDS("about.version", version="1.2.3", python="3.13.2"), "unofficial", "MIT"):
        assert said in text_of(page)
    expected = {p.WORDS("about.licenses.link"): "web/licenses.txt", p.WORDS("about.boxes.link"): PUBLISHER}
    if source:
        expected[p.WORDS("about.fault.link")] = "https://example.org/source/issues/new/choose"
        expected[p.WORDS("about.source.link")] = "https://example.org/source"
    assert links(page) == expected
    assert written_report(page)
    assert "None" not in text_of(page)
    for link in tagged(page, "a"):
        assert (link.attributes["target"], link.attributes["rel"]) == ("_blank", "noopener")


@pytest.mark.parametrize("language", LANGUAGES)
def test_about_names_the_makers_of_the_board_game(language: str) -> None:
    """In each language, About names the designers and the publisher, and links only to the publisher's page."""
    words = Words(catalog(language))
    page = view(words, ABOUT)
    for said in ("Jordy Adan", "John Brieger", "Thunderworks Games", words("app.unofficial")):
        assert said in text_of(page)
    assert links(page)[words("about.boxes.link")] == PUBLISHER


def test_a_button_copies_the_report() -> None:
    """A button copies the report and says so; if the browser forbids it, the report is selected for copying by hand."""
    assert effects_of(ABOUT, m.Share("report", "copy")) == [ShareContent("report", "copy")]
    assert ABOUT.screen.outgoing(p.WORDS, ABOUT, "report") == Text(written_report(p.shown(ABOUT)))
    assert ABOUT.screen.outgoing(p.WORDS, ABOUT, "text") is None
    copied = updated(ABOUT, m.Shared("report", "copied"))
    assert text_of(p.buttons(p.shown(copied))["share report copy"]) == p.WORDS("about.copied")
    assert p.WORDS("about.copied") in p.heard(copied)
    assert is_late(ABOUT, m.Shared("text", "copied"))
    refusal = m.Shared("report", "shown")
    assert MoveFocus("text") in effects_of(ABOUT, refusal)
    refused = updated(ABOUT, refusal)
    assert texts_with_class(refused, "by-hand") == [written_report(p.shown(refused))]
    assert "share report copy" not in p.buttons(p.shown(refused))
    assert p.WORDS("about.by-hand") in text(refused)
    assert p.WORDS("about.by-hand") in p.heard(refused)


@pytest.mark.parametrize("visit", IN_GAMES)
def test_report_contains_the_record(visit: Visit) -> None:
    """The report contains the record of the game on the page, both from the game and from About."""
    visit = changed(visit, edition=EDITION)
    lines, game = fields_of(report(visit)), getattr(visit.screen, "game", None)
    assert game
    assert [*lines] == ["version", "Python", "browser", "screen", "preferences", "storage", "game"]
    assert (lines["game"], lines["storage"]) == (game.record, "works")
    assert (lines["version"], lines["Python"], lines["browser"]) == EDITION[:3]
    assert lines["preferences"] == str(visit.memory.preferences)
    told = fields_of(written_report(p.shown(p.after(visit, m.Open("menu"), m.Go("about")))))
    assert (told["game"], told["screen"]) == (game.record, f"About over {lines['screen']}")
    assert lines["screen"].startswith(type(visit.screen).__name__)
    assert report(updated(visit, m.SaveFailed(Notice.FULL))).count("full") == 1


def test_report_contains_no_names_titles_or_lands() -> None:
    """The report has no names, titles, or lands of players; it says if there is no game, and if storage works."""
    who = (p.ANA, Cartographer("Zoltan", "Count", "Narnia"))
    visit = p.begun(p.PAIR, *who)
    assert p.game_of(visit).cartographers == who
    lines = [line for person in who for line in (person.name, person.title, person.land)]
    for told in (report(visit), written_report(p.shown(updated(visit, m.Go("about"))))):
        assert not [line for line in lines if line in told]
        assert p.game_of(visit).record in told
    assert "game: none" in report(HOME)
    assert "storage: denied" in report(updated(HOME, m.SaveFailed(Notice.DENIED)))
