"""Schnorr signatures over secp256k1 as in BIP 340, slow and simple, for comparison with the page's own."""

from functools import cache
from hashlib import sha256
from typing import TypeAlias

_FIELD = 2**256 - 2**32 - 977
_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
#: A point of the curve. None is the point at infinity.
_Point: TypeAlias = tuple[int, int] | None
_BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def _add(one: _Point, other: _Point) -> _Point:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and y1 != y2:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, _FIELD) if one == other else (y2 - y1) * pow(x2 - x1, -1, _FIELD)
    x3 = (slope * slope - x1 - x2) % _FIELD
    return x3, (slope * (x1 - x3) - y1) % _FIELD


def _times(number: int, point: _Point) -> tuple[int, int]:
    result: _Point = None
    while number:
        if number & 1:
            result = _add(result, point)
        point, number = _add(point, point), number >> 1
    assert result
    return result


def _tagged(tag: str, content: bytes) -> int:
    mark = sha256(tag.encode()).digest()
    return int.from_bytes(sha256(mark + mark + content).digest())


def _bytes(number: int) -> bytes:
    return number.to_bytes(32)


def public_key(secret: str) -> str:
    """Return the public half of a key."""
    return f"{_public(secret)[0]:064x}"


@cache
def _public(secret: str) -> tuple[int, int]:
    return _times(int(secret, 16), _BASE)


def sign(secret: str, digest: bytes) -> str:
    """Return the signature of 32 bytes."""
    number = int(secret, 16)
    x, y = _public(secret)
    number = number if y % 2 == 0 else _ORDER - number
    mask = _tagged("BIP0340/aux", bytes(32))
    nonce = _tagged("BIP0340/nonce", _bytes(number ^ mask) + _bytes(x) + digest) % _ORDER
    first, odd = _times(nonce, _BASE)
    nonce = nonce if odd % 2 == 0 else _ORDER - nonce
    challenge = _tagged("BIP0340/challenge", _bytes(first) + _bytes(x) + digest) % _ORDER
    return (_bytes(first) + _bytes((nonce + challenge * number) % _ORDER)).hex()


def is_signed(device: str, digest: bytes, signature: str) -> bool:
    """Return whether a device has signed 32 bytes."""
    x, first, second = int(device, 16), int(signature[:64], 16), int(signature[64:], 16)
    y = pow(x**3 + 7, (_FIELD + 1) // 4, _FIELD)
    public = (x, y if y % 2 == 0 else _FIELD - y)
    challenge = _tagged("BIP0340/challenge", _bytes(first) + _bytes(x) + digest) % _ORDER
    found = _add(_times(second, _BASE), _times(_ORDER - challenge, public))
    return bool(found and found[0] == first and found[1] % 2 == 0)
