"""Maps in the middle of a game, for counting and timing."""

from plain.cards import side_by_side

_MAPS = side_by_side("""
. . . . . . . m . m .    m m . f . . w . m . m    m m v v v f f w m . m
. . . ^ . @ . m . m .    m . . f f . w@ . ^ . m   m . v ^ f f@ w w m . m
. @ . . a a . . ^ @ .    m m w@ ^ f . w . . . .   m m@ v v a a w . ^ v@ v
. . . a a . . f f . .    . a . . . # w v v v .    f f w a a . f f f v .
. w w . a . f f . . .    . a a . # # @ . . v .    f w w . a ^ a f . v .
. . w w . ^ . . . . .    . a . . # # # f . . .    . w m w v v a a . f f
. . . w . . . . v . .    . a@ . w w # f f f . .   w w m m v . a . w w f
a . . . . . . v v . .    . . w w . ^ f . @ a .    a m . v v f f w w m f
a f@ ^ . . . . . . @ m   v v v . . . m . a a .    a f@ ^ w . f . w v @ m
a a f . . @ . ^ . m .    . v ^ @ . m . w a m .    a a f w w v@ v ^ v m .
. . . . . . . . m . .    . v . . m . . w w w m    . a f f w v v . m v v
""")
MID_GAME = dict(zip(("summer", "fall", "winter"), _MAPS, strict=True))
