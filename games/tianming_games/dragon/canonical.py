"""The canonical state: the same bytes for equal states, for digests that find drift.

`State.canonical_bytes` joins the pieces that are made here. The bytes are 32-bit little-endian
numbers, in the order of the code; a list of unknown length follows its length, and a text is a list
of its characters.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache

from tianming_games.dragon.province import Province

_KEPT = 1 << 12
"""Pieces of each kind that are kept."""


def pack(numbers: Sequence[int]) -> bytes:
    """Numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


@lru_cache(_KEPT)
def rows(*rows: Sequence[int] | Sequence[Sequence[int]]) -> bytes:
    """What is seldom new: rows of numbers, and rows of rows."""
    numbers: list[int] = []
    for row in rows:
        numbers.append(len(row))
        for item in row:
            numbers += (item,) if isinstance(item, int) else (len(item), *item)
    return pack(numbers)


def province(province: Province) -> bytes:
    """A province."""
    numbers = [
        *(province.yuan, province.rice, province.fireworks, province.dragons),
        *(province.track, province.arrival, province.score),
        *(len(province.hand), *province.hand, len(province.palaces)),
    ]
    for floors, persons in province.palaces:
        numbers += (floors, len(persons), *persons)
    return pack(numbers)


@lru_cache(_KEPT)
def task(kind: str, seat: int, subject: int) -> bytes:
    """A task of the agenda."""
    name = kind.encode()
    return pack([len(name), *name, seat, subject])
