"""Laws of every legal game: what is true of each sheet before and after a ply, no matter what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.cards import AmbushCard
from cartographers.diagram import diagram
from cartographers.events import Ambush, Draw, Forced, Pick, Spread
from cartographers.region import Region, beside
from cartographers.sheet import COIN_TRACK, Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain


class Step(NamedTuple):
    """A sheet before a ply, and after it and everything that followed.

    ``done`` is the ply, if it was drawn on this sheet. ``told`` are the events on this sheet.
    """

    before: Sheet
    after: Sheet
    done: tuple[Task, Ply] | None
    told: list[Draw | Ambush | Pick | Spread]

    @property
    def gone(self) -> Region:
        """The spaces that have lost their terrain."""
        return union(self.before.spaces_of(terrain) & ~self.after.spaces_of(terrain) for terrain in Terrain)

    @property
    def attack(self) -> Region:
        """The spaces that a hero attacks with this ply."""
        return self.done[1].attack if self.done else 0

    @property
    def picked(self) -> Region:
        """The space that the player picked for a monster to destroy."""
        return self.done[1].region if self.done and self.done[1].terrain is None else 0


def union(regions: Iterable[Region]) -> Region:
    """Return the spaces of all the regions."""
    found = 0
    for region in regions:
        found |= region
    return found


def within(region: Region, other: Region) -> bool:
    """Say whether all spaces of a region are in another."""
    return not region & ~other


def letters(sheet: Sheet, beast: Beast) -> Region:
    """Return the spaces that have a beast's letter."""
    region: Region = getattr(sheet, beast.value)
    return region


def the_printed_map_stays(step: Step) -> bool:
    """Check that land, mountains, ruins and wasteland have not changed."""
    before, after = step.before, step.after
    return before[:4] == after[:4] == (before.land, before.mountain, before.ruins, before.wasteland)


def what_was_filled_stays_filled(step: Step) -> bool:
    """Check that no filled space has become empty."""
    return within(step.before.filled, step.after.filled)


def what_fills_a_space_is_one_thing(step: Step) -> bool:
    """Check that each filled space is on the map, and is one terrain, mountain, wasteland or destroyed."""
    after = step.after
    kinds = [*map(after.spaces_of, Terrain), after.mountain, after.wasteland, after.destroyed]
    return sum(kinds) == after.filled and within(after.filled, after.land)


def terrain_disappears_by_being_destroyed(step: Step) -> bool:
    """Check that monsters in a new attack and the picked space have lost their terrain, and nothing else."""
    meant = step.before.monster & step.attack | step.picked & step.before.filled
    return step.gone == meant and within(step.gone | step.picked, step.after.destroyed)


def destroyed_stays_destroyed(step: Step) -> bool:
    """Check that no destroyed space has recovered."""
    return within(step.before.destroyed, step.after.destroyed)


def attacks_stay(step: Step) -> bool:
    """Check that the attacked spaces are those from before and those of the new attack."""
    return step.after.attacked == step.before.attacked | step.attack


def no_monster_lives_under_attack(step: Step) -> bool:
    """Check that there is no monster on an attacked space, whether it was there before the attack or not."""
    return not step.after.monster & step.after.attacked


def beasts_are_monsters(step: Step) -> bool:
    """Check that letters are on monsters or destroyed spaces, at most one on each."""
    lettered = [letters(step.after, beast) for beast in Beast]
    return sum(lettered) == union(lettered) and within(union(lettered), step.after.monster | step.after.destroyed)


def letters_are_written(step: Step) -> bool:
    """Check that a beast's whole shape got its letter, and what zombies reach, but no forced single space."""
    before, done = step.before, step.done
    for event in step.told:
        if isinstance(event, Ambush | Spread):
            written = {beast: event.region if beast is event.card.beast else 0 for beast in Beast}
        elif (
            done and done[0].forced is Forced.NONE and isinstance(event, Draw) and isinstance(done[0].card, AmbushCard)
        ):
            written = {beast: done[1].region if beast is done[0].card.beast else 0 for beast in Beast}
        else:
            written = dict.fromkeys(Beast, 0)
        if any(letters(event.after, beast) != letters(before, beast) | written[beast] for beast in Beast):
            return False
        before, done = event.after, None
    return True


def coins_stay(step: Step) -> bool:
    """Check that coins only grow, and not beyond the end of the track."""
    return step.before.coins <= step.after.coins <= COIN_TRACK


def a_ply_draws_itself(step: Step) -> bool:
    """Check that a ply filled empty spaces with its terrain; only monsters can be destroyed at once."""
    if not step.done or step.done[1].terrain is None:
        return True
    ply, before, after = step.done[1], step.before, step.after
    shown = after.spaces_of(ply.terrain) if ply.terrain else 0
    if ply.terrain is Terrain.MONSTER:
        shown |= after.destroyed & after.attacked
    return within(ply.region, shown & before.empty)


def living(sheet: Sheet, beast: Beast) -> Region:
    """Return the spaces with a beast's letter that still have a monster."""
    return letters(sheet, beast) & sheet.monster


def a_pick_is_beside_its_beast(step: Step) -> bool:
    """Check that a pick is one space beside what is left of the beast.

    A troll spares filled spaces; a gorgon spares mountains, wasteland and destroyed spaces.
    """
    if not step.done or not step.picked:
        return True
    card, before = step.done[0].card, step.before
    if not isinstance(card, AmbushCard) or card.beast not in {Beast.TROLL, Beast.GORGON}:
        return False
    spared = before.filled if card.beast is Beast.TROLL else before.mountain | before.wasteland | before.destroyed
    reach = beside(living(before, card.beast)) & before.land & ~spared
    return within(step.picked, reach) and step.picked.bit_count() == 1


def zombies_spread_to_all_beside(step: Step) -> bool:
    """Check that zombies reached every empty space beside those that are left, and no other."""
    sheets = [step.before, *(event.after for event in step.told)]
    return all(
        event.region == beside(living(sheet, Beast.ZOMBIE)) & sheet.empty
        for sheet, event in zip(sheets, step.told, strict=False)
        if isinstance(event, Spread)
    )


def everything_is_told(step: Step) -> bool:
    """Check that the events name the spaces that changed, the coins gained, and the sheet afterwards."""
    before, after = step.before, step.after
    if not step.told:
        return before == after
    drawn = union(event.region for event in step.told)
    gained = sum(event.coins_gained for event in step.told)
    return (
        after.filled == before.filled | drawn
        and after.coins == before.coins + gained
        and step.told[-1].after == after
        and all(event.coins_gained >= 0 for event in step.told)
    )


LAWS: tuple[Callable[[Step], bool], ...] = (
    the_printed_map_stays,
    what_was_filled_stays_filled,
    what_fills_a_space_is_one_thing,
    terrain_disappears_by_being_destroyed,
    destroyed_stays_destroyed,
    attacks_stay,
    no_monster_lives_under_attack,
    beasts_are_monsters,
    letters_are_written,
    coins_stay,
    a_ply_draws_itself,
    a_pick_is_beside_its_beast,
    zombies_spread_to_all_beside,
    everything_is_told,
)


def steps(before: State, ply: Ply, after: State) -> Iterator[Step]:
    """Yield what a ply, and everything that followed, did to each sheet."""
    told: dict[int, list[Draw | Ambush | Pick | Spread]] = {}
    for event in after.events:
        if isinstance(event, Draw | Ambush | Pick | Spread):
            told.setdefault(event.sheet, []).append(event)
    for number, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        if new is not old or number in told:
            done = (before.task, ply) if before.task and before.task.sheet == number else None
            yield Step(old, new, done, told.get(number, []))


def broken_laws(before: State, ply: Ply, after: State) -> str:
    """Return the laws that a ply broke, with the maps before and after it; an empty text when there are none."""
    found = []
    if after.scores[: len(before.scores)] != before.scores:
        found.append("what was scored stays scored")
    for step in steps(before, ply, after):
        broken = [law.__name__.replace("_", " ") for law in LAWS if not law(step)]
        if broken:
            found += [*broken, *diagram(step.before), "", *diagram(step.after)]
    return "\n".join(found)
