"""The page's Pyodide is the same wherever it is made, and its two halves are as good as the whole."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

from runtime.make import TRIM, applied, split
from tasks.installed import MODULES
from tasks.program import LISTS, program, pyodide_hashes

#: The numbers of the sections of WebAssembly that are tested.
CUSTOM, GLOBAL, DATA = 0, 6, 11
#: A global with a constant number, such as the address of a variable that C files share.
CONSTANT = rb"\x7f[\0\1]A([\x80-\xff]*[\0-\x7f])\x0b"
#: The name of the section with the second half's data, preceded by its length.
DATA_NAME = b"\x04data"


def test_every_machine_makes_the_same_pyodide() -> None:
    """The trimmed and split Pyodide has the hashes that ``python3 py observe`` has recorded on any machine."""
    assert pyodide_hashes() == (LISTS / "pyodide.sha256").read_text("utf-8")


def test_each_byte_of_data_is_in_one_half() -> None:
    """Each byte of Python's data is in one half, at its address, and variables that C files share are in the first."""
    whole, halves = (applied(MODULES, MODULES / "pyodide", cuts) for cuts in ([TRIM], [TRIM, split(program())]))
    expected, first, second = (
        {start + place: byte for start, content in data_of(file) for place, byte in enumerate(content) if byte}
        for file in (whole / "pyodide.asm.wasm", halves / "pyodide.asm.wasm", halves / "pyodide.cold.wasm")
    )
    assert not first.keys() & second.keys()
    assert first | second == expected
    assert len(second) > len(first) // 2
    stock = dict(sections((MODULES / "pyodide/pyodide.asm.wasm").read_bytes()))
    shared = {number_at(value, 0)[0] for value in re.findall(CONSTANT, stock[GLOBAL])}
    assert len(shared & first.keys()) > 500
    assert not shared & second.keys()


def data_of(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the address and the bytes of each piece of data, of segments or of the second half."""
    for number, content in sections(file.read_bytes()):
        if number == DATA:
            _, at = number_at(content, 0)
            while at < len(content):
                start, at = number_at(content, at + 2)
                length, at = number_at(content, at + 1)
                yield start, content[at : (at := at + length)]
        elif number == CUSTOM and content.startswith(DATA_NAME):
            at = len(DATA_NAME)
            while at < len(content):
                start, length = struct.unpack_from("<II", content, at)
                yield start, content[at + 8 : (at := at + 8 + length)]


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
    while binary[index] & 128:
        number |= (binary[index] & 127) << shift
        index, shift = index + 1, shift + 7
    return number | binary[index] << shift, index + 1
