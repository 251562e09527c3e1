"""Crests: a coat of arms for each cartographer, drawn from the name alone.

A name has the same crest on every device, and in every version with the same lists of designs and charges. The arms
therefore come from a digest of the name, not from :func:`hash`. They follow heraldry's rule of tincture, no metal on
metal and no color on color, which also keeps them legible when small. Charges and the shield's rim are symbols of
``web/looks/icons.svg``; tinctures are custom properties in ``web/looks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias, TypeVar

from app.drawing.element import Element, h
from words import ISOLATES

METALS = ("gold", "silver")
COLORS = ("red", "blue", "green", "purple", "black")
CHARGES = (
    "anchor",
    "bell",
    "bridge",
    "clover",
    "compass",
    "crown",
    "dividers",
    "fish",
    "flower",
    "key",
    "moon",
    "mountain",
    "pine",
    "quill",
    "ship",
    "star",
    "sun",
    "tower",
    "tree",
    "wave",
    "wheat",
)

_T = TypeVar("_T")
#: A charge's x, y, and size, in a picture of 48 by 48 units.
Place: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Design:
    """The division of a shield."""

    #: The path of the part with the second tincture; empty if undivided.
    second: str
    #: The places for charges on the first tincture.
    on_field: tuple[Place, ...] = ()
    #: The places for charges on the second tincture.
    on_second: tuple[Place, ...] = ()


class Charge(NamedTuple):
    """A symbol on the shield."""

    #: The symbol's name.
    name: str
    #: The symbol's tincture.
    tincture: str
    #: The tincture of the ground below it.
    ground: str
    #: The symbol's position and size.
    place: Place


class Arms(NamedTuple):
    """The arms of a name."""

    #: The design of the shield.
    design: Design
    #: The first tincture.
    field: str
    #: The second tincture.
    second: str
    #: The charges.
    charges: tuple[Charge, ...]


_BESIDE_A_CHEVRON = ((14, 12, 12.5), (34, 12, 12.5))
DESIGNS = (
    Design("", on_field=((24, 22.5, 29),)),  # plain, one charge
    Design("", on_field=((14.8, 13.8, 15), (33.2, 13.8, 15), (24, 31.5, 15))),  # plain, two above one
    Design("M14.5 0H33.5V48H14.5Z", on_second=((24, 22.5, 17.5),)),  # pale
    Design("M0 13.5H48V32H0Z", on_second=((24, 22.7, 16.5),)),  # fess
    Design("M-6 4.5L6-7.5L56 42.5L44 54.5Z", on_second=((22.8, 21.4, 16),)),  # bend
    Design("M50.5 4.5L42-4L-6 44L2.5 52.5Z", on_field=((13.6, 11.8, 13), (33.6, 30.4, 12))),  # bend sinister
    Design("M24 14L52 42V56L24 28L-4 56V42Z", on_field=(*_BESIDE_A_CHEVRON, (24, 38, 11))),  # chevron
    Design("M16.5 0H31.5V15H48V30H31.5V48H16.5V30H0V15H16.5Z", on_second=((24, 22.5, 17),)),  # cross
    Design("M0 0H48V14.5H0Z", on_field=((24, 28, 22),)),  # chief
    Design("M0 0H48V18H0Z", on_second=((13, 11, 11), (24, 11, 11), (35, 11, 11))),  # chief with charges
    Design("M3 0H45L24 45Z", on_second=((24, 14.5, 19),)),  # pile
    Design("M0 0H48V48H0ZM11 9.5V21C11 29.5 16 35.7 24 39.4C32 35.7 37 29.5 37 21V9.5Z", on_field=((24, 21.5, 20),)),
    Design("M0 48V36.5Q24 24 48 36.5V48Z", on_field=((24, 17, 21),)),  # a hill
    Design("M0 31q5.5-6 11 0t11 0t11 0t11 0t11 0V48H0Z", on_field=((24, 15.5, 20),)),  # waves
    Design("M0 48V24H9.5V29.5H15V24H21.2V29.5H26.8V24H33V29.5H38.5V24H48V48Z", on_field=((24, 14, 17),)),  # a wall
    Design("M24 0H48V48H24Z", on_field=((14.8, 20.5, 15.5),), on_second=((33.2, 20.5, 15.5),)),  # per pale
    Design("M0 23H48V48H0Z", on_field=((24, 13.4, 16.5),), on_second=((24, 32.4, 15),)),  # per fess
    Design("M2 0L48 46V48H0V0Z", on_field=((32, 14.5, 17),), on_second=((16, 29.5, 15),)),  # per bend
    Design("M46 0L0 46V48H48V0Z", on_field=((15.5, 14, 16.5),), on_second=((31.5, 30, 15),)),  # per bend sinister
    Design("M24 17L52 45V60H-4V45Z", on_field=_BESIDE_A_CHEVRON, on_second=((24, 34, 15),)),  # per chevron
    Design("M24 0H48V22H24ZM0 22H24V48H0Z", on_field=((14.7, 12.8, 14), (32, 30.4, 14))),  # quarterly
    Design("M0-2L24 22L0 46ZM48-2L24 22L48 46Z", on_field=((24, 11, 13.5), (24, 34.5, 13))),  # per saltire
)


def arms(name: str) -> Arms | None:
    """Return the arms of a name; None for an empty name.

    Case, surrounding spaces, and isolates make no difference.
    """
    plain = name.strip(ISOLATES).strip().casefold()
    if not plain:
        return None
    digest = int.from_bytes(sha256(plain.encode("utf-8", "replace")).digest(), "big")

    def pick(options: Sequence[_T]) -> _T:
        nonlocal digest
        digest, index = divmod(digest, len(options))
        return options[index]

    design = pick(DESIGNS)
    field, second = pick(((pick(METALS), pick(COLORS)), (pick(COLORS), pick(METALS))))
    charges: list[Charge] = []
    for ground, other, places in ((field, second, design.on_field), (second, field, design.on_second)):
        name_of_charge = pick(CHARGES)
        tincture = pick((other, pick(COLORS if ground in METALS else METALS)))
        charges += [Charge(name_of_charge, tincture, ground, place) for place in places]
    return Arms(design, field, second, tuple(charges))


@lru_cache(maxsize=64)
def crest(name: str) -> Element:
    """Return a cartographer's coat of arms as a small picture; an empty name gets a blank shield."""
    given = arms(name)
    return h(
        "svg",
        h(
            "g",
            _ground("M0 0H48V48H0Z", given.field if given else "silver"),
            _ground(given.design.second, given.second) if given and given.design.second else None,
            [_charge(charge) for charge in given.charges] if given else None,
            clip_path="url(#crest-field)",
        ),
        h("use", href="#crest-rim"),
        class_="crest",
        viewBox="0 0 48 48",
        aria_hidden="true",
    )


def _ground(path: str, tincture: str) -> Element:
    return h("path", d=path, fill=f"var(--crest-{tincture})", fill_rule="evenodd", stroke="var(--crest-line)")


def _charge(charge: Charge) -> Element:
    x, y, size = charge.place
    return h(
        "use",
        href=f"#crest-{charge.name}",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        fill=f"var(--crest-{charge.tincture})",
        stroke="var(--crest-line)",
    )
