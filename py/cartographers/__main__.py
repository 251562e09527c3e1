"""The engine's command line: deal, score, replay, simulate, arena."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random

from cartographers.bots import PLAYERS
from cartographers.boxes import BOX_BY_WORD
from cartographers.deal import deal
from cartographers.diagram import read_diagram
from cartographers.errors import InvalidRecord, quoted
from cartographers.events import Event, Json, Reveal, SeasonStart
from cartographers.game import apply, new_game
from cartographers.game_id import (
    MAX_PLAYERS,
    MAX_SEED_LENGTH,
    GameId,
    check_seed,
    edicts_named,
    pure_game,
    read_game_id,
)
from cartographers.packed import read_any
from cartographers.player_view import view_of
from cartographers.record import write_record
from cartographers.region import names
from cartographers.scoring import CARD_BY_ID, Awards, ScoringCard, monsters, split_awards, stars
from cartographers.sheet import Sheet
from cartographers.sides import CUSTOM, SIDES, is_custom
from cartographers.state import Ply, State
from words import LANGUAGES, Words
from words.files import catalog


class _UnusableError(ValueError):
    """An unusable argument or input line. Its message is in English, like all messages of the command line."""


def _message(error: ValueError) -> str:
    """Return an error's message in English."""
    return Words(catalog(LANGUAGES[0])).say(error.sentence) if isinstance(error, InvalidRecord) else str(error)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0, or 2 after printing an error message to stderr."""
    options = _parser().parse_args(arguments)
    try:
        for line in options.command(options):
            print(line, flush=options.command is _score)  # noqa: T201 - this is the command line
    except (InvalidRecord, _UnusableError) as error:
        print(f"cartographers: {_message(error)}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # hides Python's complaint at exit that it can't flush stdout
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m cartographers", description="Deal, score and simulate games.")
    commands = parser.add_subparsers(required=True)

    def command(name: str, run: Callable[[argparse.Namespace], Iterator[str]], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=run)
        return sub

    dealing = command("deal", _deal, "Print a game's edicts and each season's revealed cards. Give its id, or options.")
    dealing.add_argument("id", nargs="?", metavar="GAME_ID", help="the start of a record; omit it to use the options")
    dealing.add_argument("--seed", default="1", metavar="S", help="letters and digits")
    _add_options(dealing)
    command("score", _score, "Read JSON lines with a card and a map, and print the stars that the map earns.")
    command("replay", _replay, "Print a game's event log.").add_argument("record", metavar="RECORD")
    simulate = command("simulate", _simulate, "Play games and print one record per line.")
    simulate.add_argument("--games", type=_count, default=1, metavar="N")
    simulate.add_argument(
        "--seed", default="1", metavar="S", help="letters and digits; the games have the seeds Sg0, Sg1, Sg2..."
    )
    simulate.add_argument(
        "--player",
        type=_players,
        default="random",
        metavar="NAME,NAME...",
        help=f"bots, seated in rotation: {', '.join(PLAYERS)}",
    )
    simulate.add_argument("--events", action="store_true", help="print the event logs instead")
    _add_options(simulate)
    arena = command("arena", _arena, "Have bots play the same games, and print a table of their ratings and times.")
    arena.add_argument("--games", type=_count, default=100, metavar="N")
    arena.add_argument("--seed", default="arena", metavar="S", help="letters and digits, as for simulate, except tune")
    arena.add_argument("--player", type=_players, default=",".join(PLAYERS), metavar="NAME,NAME...", help="the bots")
    arena.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    arena.add_argument("--kept", type=Path, metavar="FILE", help="save finished games here, and resume from them")
    arena.add_argument("--format", choices=("table", "csv", "json"), default="table")
    _add_options(arena)
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that make up a game id. Every box defaults to the box of the explore cards."""
    one_box, any_box = ("base", "heroes"), tuple(BOX_BY_WORD)
    parser.add_argument("--players", type=int, choices=range(1, MAX_PLAYERS + 1), default=1, metavar="P")
    parser.add_argument("--side", type=_side, metavar=f"{'|'.join(SIDES)}|{CUSTOM}CODE")
    parser.add_argument("--edicts", metavar="CARD,CARD,CARD,CARD", help="ids of the scoring cards A, B, C, D")
    parser.add_argument("--explore", choices=one_box, default="base")
    parser.add_argument("--seasons", choices=one_box)
    parser.add_argument("--ambush", choices=any_box)
    parser.add_argument("--scoring", choices=any_box)
    parser.add_argument("--heroes", choices=("yes", "no"))


def _game_id(options: argparse.Namespace, seed: str) -> GameId:
    """Return the game id for the options. Chosen edicts add their boxes unless ``--scoring`` is given."""
    default = pure_game(seed, BOX_BY_WORD[options.explore])
    edicts = () if options.edicts is None else edicts_named(options.edicts.split(","))
    scoring = reduce(or_, (edict.box for edict in edicts), default.scoring)
    return replace(
        default,
        side=options.side or default.side,
        players=options.players,
        edicts=edicts,
        seasons=BOX_BY_WORD.get(options.seasons, default.seasons),
        ambush=BOX_BY_WORD.get(options.ambush, default.ambush),
        heroes=default.heroes if options.heroes is None else options.heroes == "yes",
        scoring=BOX_BY_WORD.get(options.scoring, scoring),
    )


def _side(text: str) -> str:
    """Return a map side. The code of a custom map may have any case."""
    side = text.upper() if is_custom(text.upper()) else text
    try:
        return GameId("any", side).side
    except InvalidRecord as error:
        raise argparse.ArgumentTypeError(_message(error)) from error


def _players(text: str) -> tuple[str, ...]:
    """Return the bots in a comma-separated list."""
    names = tuple(text.split(","))
    for name in names:
        if name not in PLAYERS:
            msg = f"there is no bot {quoted(name)}; the bots are {', '.join(PLAYERS)}"
            raise argparse.ArgumentTypeError(msg)
    return names


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        msg = f"{quoted(text)} is not a number of games"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _deal(options: argparse.Namespace) -> Iterator[str]:
    if options.id is None:
        game_id = _game_id(options, options.seed.lower())
    elif options == _parser().parse_args(["deal", "--", options.id]):
        game_id = read_game_id(options.id)
    else:
        msg = "a game id already sets all options: give either an id or options"
        raise _UnusableError(msg)
    yield from _log(new_game(game_id).events[:1])
    for season in deal(game_id).seasons:
        yield from _log([SeasonStart(season)])
        time = 0
        for card in season.deck[: season.reveal_count]:
            time += card.time
            yield from _log([Reveal(card, time)])


def _score(_: argparse.Namespace) -> Iterator[str]:
    yield from map(answer, sys.stdin.buffer)


def answer(line: bytes) -> str:
    """Return the answer of ``score`` to a line: the stars of a map, or an error message."""
    try:
        return json.dumps(_stars(line))
    except (InvalidRecord, _UnusableError) as error:
        return json.dumps({"error": _message(error)})


def _stars(line: bytes) -> Json:
    """Return the answer to one line of ``score``. Raises an error that describes what is wrong with the line."""
    if not line.strip():
        msg = "the line is empty"
        raise _UnusableError(msg)
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        msg = f"the line is not JSON: {error}"
        raise _UnusableError(msg) from error
    if not isinstance(question, dict) or not {"card", "map"} <= question.keys():
        msg = 'each line must be an object such as {"card": "treetower", "map": ["f .", ". ^"]}'
        raise _UnusableError(msg)
    rows = question["map"]
    if not isinstance(rows, list):
        msg = "the map is not a list of rows"
        raise _UnusableError(msg)
    awards = _rule(question["card"])(read_diagram(rows))
    return {
        "stars": stars(awards),
        "awards": [{"stars": award.stars, "spaces": names(award.spaces)} for award in split_awards(awards)],
    }


def _rule(card_id: object) -> ScoringCard | Callable[[Sheet], Awards]:
    if card_id == monsters.__name__:
        return monsters
    if isinstance(card_id, str) and card_id in CARD_BY_ID:
        return CARD_BY_ID[card_id]
    msg = f"there is no scoring card {quoted(card_id)}; the cards are monsters, {', '.join(CARD_BY_ID)}"
    raise _UnusableError(msg)


def _replay(options: argparse.Namespace) -> Iterator[str]:
    for state in read_any(options.record).states:
        yield from _log(state.events)


def _simulate(options: argparse.Namespace) -> Iterator[str]:
    for game_id in _game_ids(options):
        plies, played = _simulated(game_id, options.player)
        if options.events:
            for state in played:
                yield from _log(state.events)
        else:
            yield write_record(game_id, plies)


def _game_ids(options: argparse.Namespace) -> Iterator[GameId]:
    """Yield ``--games`` game ids with these options and numbered seeds."""
    longest = f"g{max(options.games - 1, 0)}"
    check_seed(options.seed.lower(), MAX_SEED_LENGTH - len(longest))
    for number in range(options.games):
        yield _game_id(options, f"{options.seed.lower()}g{number}")


def _simulated(game_id: GameId, players: tuple[str, ...]) -> tuple[list[Ply], list[State]]:
    """Return the plies and states of a game between bots, seated in rotation."""
    rng = Random(f"{game_id}/{','.join(players)}")  # noqa: S311 - must be repeatable, not secret
    plies: list[Ply] = []
    played = [new_game(game_id)]
    while task := played[-1].task:
        choose = PLAYERS[players[task.player % len(players)]]
        plies.append(choose(view_of(played[-1], task.player), rng))
        played.append(apply(played[-1], plies[-1]))
    return plies, played


def _arena(options: argparse.Namespace) -> Iterator[str]:
    from cartographers import arena  # noqa: PLC0415 - needs multiprocessing, which some Pythons lack

    found = arena.matches(_game_ids(options), options.player)
    yield from arena.report(arena.run(found, options.kept, options.jobs), options.player, options.format)


def _log(events: Iterable[Event]) -> Iterator[str]:
    return (json.dumps(event.to_json()) for event in events)


if __name__ == "__main__":
    sys.exit(main())
