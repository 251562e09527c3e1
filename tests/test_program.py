"""The page's Pyodide is the same wherever it is made, and its two halves are as good as the whole."""

from collections.abc import Iterator
from pathlib import Path

from runtime.make import TRIM, applied, split
from tasks.installed import MODULES
from tasks.program import LISTS, program, pyodide_hashes

#: The numbers of the sections of WebAssembly that are tested.
CUSTOM, DATA = 0, 11
#: The name of the section with the second half's data, preceded by its length.
DATA_NAME = b"\x04data"


def test_every_machine_makes_the_same_pyodide() -> None:
    """The trimmed and split Pyodide has the hashes that ``python3 py observe`` has recorded on any machine."""
    assert pyodide_hashes() == (LISTS / "pyodide.sha256").read_text("utf-8")


def test_each_byte_of_data_is_in_one_half() -> None:
    """The two halves of Python's WebAssembly have each byte of its data at its address, and none of it twice."""
    whole, halves = (applied(MODULES, MODULES / "pyodide", cuts) for cuts in ([TRIM], [TRIM, split(program())]))
    expected, first, second = (
        dict(data_of(file))
        for file in (whole / "pyodide.asm.wasm", halves / "pyodide.asm.wasm", halves / "pyodide.cold.wasm")
    )
    assert not first.keys() & second.keys()
    assert first | second == expected
    assert len(second) > len(first) // 2


def data_of(file: Path) -> Iterator[tuple[int, int]]:
    """Yield the address and the value of each byte of data except zeros, of segments or of the second half."""
    for number, content in sections(file.read_bytes()):
        if number == DATA:
            count, at = number_at(content, 0)
            for _ in range(count):
                start, at = number_at(content, at + 2)
                length, at = number_at(content, at + 1)
                yield from used(start, content[at : at + length])
                at += length
        elif number == CUSTOM and content.startswith(DATA_NAME):
            at = len(DATA_NAME)
            while at < len(content):
                start, length = (int.from_bytes(content[at + place : at + place + 4], "little") for place in (0, 4))
                yield from used(start, content[at + 8 : at + 8 + length])
                at += 8 + length


def used(start: int, content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the address and the value of each byte that isn't zero."""
    return ((start + place, byte) for place, byte in enumerate(content) if byte)


def sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the content of each section of a WebAssembly."""
    at = 8
    while at < len(binary):
        number = binary[at]
        length, start = number_at(binary, at + 1)
        at = start + length
        yield number, binary[start:at]


def number_at(binary: bytes, index: int) -> tuple[int, int]:
    """Return the number at an index, 7 bits in each byte, and the index behind it."""
    number = shift = 0
    while True:
        byte = binary[index]
        number |= (byte & 127) << shift
        index, shift = index + 1, shift + 7
        if byte < 128:
            return number, index
