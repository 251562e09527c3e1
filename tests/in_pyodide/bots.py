"""Make each bot begin some games. The bots' searches are in the later part of the page."""

from random import Random

from cartographers import PLAYERS, STRENGTHS, Ply, apply, new_game, read_game_id, view_of, write_record

#: The number of plies that the bots play in a solo game, and in one with several players. The strongest bot thinks for
#: seconds, and only longer than the next weaker bot.
PLIES = {
    "c1-a-1p-alike": {"apprentice": 3, "journeyman": 3, "master": 2, "legend": 1},
    "c1-d-3p-alike": {"apprentice": 3, "journeyman": 3, "master": 2},
}


def records() -> list[str]:
    """Return the record of the beginning of each game by each bot."""
    assert PLIES["c1-a-1p-alike"].keys() == STRENGTHS.keys()
    return [_record(game, name, count) for game, counts in PLIES.items() for name, count in counts.items()]


def _record(game: str, name: str, count: int) -> str:
    found: list[Ply] = []
    state = new_game(read_game_id(game))
    while state.task and len(found) < count:
        rng = Random(f"{name}/{len(found)}")  # noqa: S311 - must be repeatable
        found.append(PLAYERS[name](view_of(state, state.task.player), rng))
        state = apply(state, found[-1])
    return write_record(state.deal.id, found)
