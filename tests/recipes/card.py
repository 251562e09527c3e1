"""The recipe for a scoring card: a ninth forest card, and its effect on games saved under the rules before it."""

import re
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path
from random import Random

from app import messages as m
from app.arrival.link import link_of
from app.drawing.element import text_of
from app.game.daily import DailyRun, DailyRuns, daily
from app.game.game import Game, begin_game
from app.game.library import UnplayableReason, readable_entries
from app.game.setup import Cartographer
from app.game.shelf import shelf_of, write_save
from app.game.summary import with_summary_notes
from app.saved_names import FINISHED, OPEN
from app.screens.history.importing import FILE_HEADER
from app.screens.rules.screen import HANDBOOK
from app.screens.statistics.screen import counted_entries
from app.shell.view import view
from app.visit import Visit
from cartographers import PLAYERS, Ply, apply, new_game, read_record, view_of, write_record
from cartographers.deal import deal
from cartographers.game_id import RULES_VERSION, GameId, UnsupportedRules, read_game_id
from cartographers.packed import pack, read_any
from cartographers.scoring import CARD_BY_ID, Family, cards_of, stars
from recipes.tree import Tree
from support.visits import arrive, updated
from words import LANGUAGES, Words
from words.files import catalog

ID = "hedgerow"
RULE = '''@scoring_card("hedgerow", Family.FOREST, solo=16)
def hedgerow(sheet: Sheet) -> Awards:
    """Two stars for each cluster of exactly two forest spaces.

    4 stars:
        F F . f .
        . . . . F
        f f f . F
    """
    return per_region(2, [cluster for cluster in clusters(sheet.forest) if cluster.bit_count() == 2])


FOREST = (
'''
PICTURE = '<symbol id="edict-hedgerow" viewBox="0 0 32 32"><path d="M2 20h28v6H2z" fill="var(--forest)"/></symbol>'
NAMES = {"en": "Hedgerow", "es": "Seto", "it": "Siepe", "ko": "산울타리"}
GISTS = {
    "en": "2 stars per forest cluster of exactly 2",
    "es": "2 estrellas por grupo de bosque de exactamente 2 espacios",
    "it": "2 stelle per gruppo di foresta di esattamente 2 spazi",
    "ko": "정확히 두 칸인 숲 구역마다 별 2개",
}
RULES = {
    "es": "Dos estrellas por cada grupo de exactamente dos espacios de bosque.",
    "it": "Due stelle per ogni gruppo di esattamente due spazi foresta.",
    "ko": "정확히 두 칸인 숲 무리마다 별 두 개.",
}
DAY = date(2026, 11, 23)
#: The file in the tree with the texts that a device has saved under the rules before the card.
SAVED = "saved.txt"


def follow(tree: Tree) -> None:
    """Add the card."""
    family, ids = "py/cartographers/scoring/forest.py", "py/cartographers/game_id.py"
    tree.replace(family, r"^FOREST = \(\n", RULE)
    tree.replace(family, r"(\nFOREST = \([^=]*)\n\)\n", "\\1\n    hedgerow,\n)\n")
    for language, name in NAMES.items():
        rule = {f"rule.{ID}": RULES[language]} if language in RULES else {}
        tree.add_words(language, {f"name.{ID}": name, f"short.{ID}": name, f"gist.{ID}": GISTS[language]} | rule)
    tree.replace("web/looks/icons.svg", r'^(<symbol id="edict-sleepy-valley")', f"{PICTURE}\n\\1")
    tree.replace(ids, f'^RULES_VERSION = "{RULES_VERSION}"', f'RULES_VERSION = "c{int(RULES_VERSION[1:]) + 1}"')


def check(tree: Tree) -> None:
    """Save texts for the check of older games, run the tests that apply to a card, and check the card in the tree."""
    (tree.folder / SAVED).write_text("\n".join(saved()), "utf-8")
    about = f"{ID} or has_examples or docstrings_are_sentences or from_its_family or has_a_picture"
    files = ("tests/engine/test_examples.py", "tests/app/test_map_art.py", "tests/app/test_catalog.py")
    tree.test(*files, "-k", f"{about} or match_the_english_catalog")
    tree.run("-m", "recipes.card")


def saved() -> list[str]:
    """Return a device's saved texts: finished games, one set aside, one in play, and a packed record."""
    games = [played(GameId(f"old{players}", players=players), f"k{players}") for players in (1, 2)]
    games.append(played(daily(DAY), "day"))
    aside, now = (unfinished(GameId(seed), seed) for seed in ("aside", "now"))
    lines = [
        f"{FINISHED}{1_763_850_000_000 + number}.{game.key} {write_save(with_summary_notes(game), 0)}"
        for number, game in enumerate(games)
    ]
    return [*lines, f"{OPEN}1763990000000.aside {write_save(aside, 0)}", write_save(now, 0), pack(games[0].played)]


def plies_of(game_id: GameId, bot: str = "random") -> list[Ply]:
    """Return the plies of a bot in every seat."""
    state, plies, chance = new_game(game_id), list[Ply](), Random(str(game_id))  # noqa: S311
    while state.task:
        plies.append(PLAYERS[bot](view_of(state, state.task.player), chance))
        state = apply(state, plies[-1])
    return plies


def played(game_id: GameId, key: str) -> Game:
    """Return a finished game."""
    game = begin_game(game_id, (Cartographer("Ana"),) * game_id.players)
    return replace(game, key=key, played=read_record(write_record(game_id, plies_of(game_id))))


def unfinished(game_id: GameId, key: str) -> Game:
    """Return an unfinished game of five plies."""
    game = played(game_id, key)
    return replace(game, played=read_record(write_record(game_id, game.plies[:5])))


def check_card() -> None:
    """Check that the card is dealt, scored, named in ids, and records, shown, and known to the bots."""
    card = CARD_BY_ID[ID]
    seed = next(seed for seed in map(str, count()) if card in deal(GameId(seed)).edicts)
    assert by_seed_or_choice(GameId(seed)) == deal(GameId(seed)).edicts
    others = [cards_of(family, card.box)[-1] for family in Family if family is not card.family]
    chosen = GameId("x", edicts=(card, *others))
    assert by_seed_or_choice(chosen) == chosen.edicts
    for bot in ("apprentice", "journeyman"):
        record = write_record(chosen, plies_of(chosen, bot))
        scores = [season[0].edicts.get("A", ()) for season in read_record(record).states[-1].scores]
        assert sum(map(stars, scores)) > 0
        assert read_any(pack(read_record(record))).plies == read_record(record).plies
    setup = updated(updated(arrive("any"), m.Go("set-up")), "set-edicts chosen")
    setup = updated(setup, f"set-edict A {ID}")
    assert card in setup.setup.game.edicts
    assert ID in HANDBOOK.pages
    page = updated(arrive("any"), m.Go("rules", ID))
    for language in LANGUAGES:
        words = Words(catalog(language))
        assert words(f"rule.{ID}") in text_of(view(words, page))
        assert words(f"name.{ID}") in text_of(view(words, page))


def by_seed_or_choice(game_id: GameId) -> tuple[object, ...]:
    """Return the edicts of a game, whose id must be read back unchanged."""
    assert read_game_id(str(game_id)) == game_id
    return deal(read_game_id(str(game_id))).edicts


def check_older_games(lines: list[str]) -> None:
    """Check that games from before the card stay and count, and are neither dealt nor changed."""
    *kept, in_play, packed = lines
    library = tuple((name, text) for name, _, text in (line.partition(" ") for line in kept))
    found = readable_entries(library)
    assert len(found) == len(kept)
    assert {(entry.unplayable, entry.deal.id) for entry in found} == {(UnplayableReason.OLDER, None)}
    for entry in found:
        told = re.search(r" sum:([-0-9,]+);.* dealt:[^;]*;(-?\d*)", entry.text)
        if told:
            assert entry.stars == max(map(int, told[1].split(",")))
            assert str("" if entry.rating is None else entry.rating) == told[2]
    assert [entry.key for entry in counted_entries(library)] == ["day", "k1"]
    days = DailyRuns(runs={DAY: DailyRun(DAY, "day", 7)})
    visit = arrive("any", shelf_of(in_play), days=days, day=DAY)
    assert "older rules" in shown(visit)
    assert visit.memory.days.rating(DAY) == 7
    for query in (f"record={packed}", f"beat={packed}", f"id={in_play.split()[1].partition('.')[0]}"):
        link = link_of(f"?{query}", DAY)
        assert (link.id, link.record) == (None, "")
        assert "another version" in shown(arrive("any", link=link))
    history = updated(updated(visit, m.Go("history")), m.LibraryRead(library))
    assert history.memory.library == library
    for entry in found:
        if entry.finished:
            sheet = shown(updated(history, m.Go("sheet", entry.name)))
            assert f"under version {entry.rules} of the rules" in sheet
    assert "+7" in shown(updated(history, m.Go("days")))
    shown(updated(history, m.Go("statistics")))
    empty = updated(updated(arrive("any"), m.Go("history")), m.LibraryRead(()))
    reading = updated(empty, m.ImportGames("\n".join([FILE_HEADER, *kept])))
    job = reading.screen.needs(reading).job
    assert job
    *_, last = job.work()
    assert not isinstance(last, int | None)
    assert dict(updated(reading, last).memory.library or ()) == dict(library)
    for text in (packed, in_play.split()[1]):
        try:
            read_any(text)
        except UnsupportedRules:
            continue
        raise AssertionError(text)


def shown(visit: Visit) -> str:
    """Return the English text of a page."""
    return text_of(view(Words(catalog("en")), visit))


if __name__ == "__main__":
    check_card()
    check_older_games(Path(SAVED).read_text("utf-8").splitlines())
