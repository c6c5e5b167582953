"""Encode parts of the canonical state; `DragonState.canonical_bytes` joins them.

Equal states have equal bytes, so a difference between two digests shows that the states differ. The
bytes are 32-bit little-endian integers, in the order of the code. A list without a fixed length
follows its length. A text is a list of its UTF-8 bytes.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tianming_games.dragon.province import Palace, Province

_KEPT = 1 << 12
"""Maximum results in each cache."""

_GOODS: Final = struct.Struct("<7i").pack
"""Encodes the numbers of a province."""


def pack(numbers: Sequence[int]) -> bytes:
    """Return numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


@lru_cache(_KEPT)
def rows(*rows: Sequence[int] | Sequence[Sequence[int]]) -> bytes:
    """Return rows of numbers, or of such rows, as bytes; cached, because they rarely change."""
    numbers: list[int] = []
    for row in rows:
        numbers.append(len(row))
        for item in row:
            numbers += (item,) if isinstance(item, int) else (len(item), *item)
    return pack(numbers)


def province(province: Province) -> bytes:
    """Return a province as bytes."""
    goods = _GOODS(
        province.yuan,
        province.rice,
        province.fireworks,
        province.dragons,
        province.track,
        province.arrival,
        province.score,
    )
    return goods + rows(province.hand) + _palaces(province.palaces)


@lru_cache(_KEPT)
def _palaces(palaces: tuple[Palace, ...]) -> bytes:
    numbers = [len(palaces)]
    for floors, persons in palaces:
        numbers += (floors, len(persons), *persons)
    return pack(numbers)
