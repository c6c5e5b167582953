"""Encode parts of the canonical state; `MingState.canonical_bytes` joins them.

Equal states have equal bytes, so a difference between two digests shows that the states differ. The
bytes are 32-bit little-endian integers, in the order of the code. A list without a fixed length
follows its length. A text is a list of its UTF-8 bytes.
"""

import struct

from tianming_games.ming.family import Family


def add_family(numbers: list[int], family: Family) -> None:
    """Append a family."""
    numbers += (family.prince, family.supply, family.box, family.score)
    numbers += family.spaces
    numbers += family.members
    numbers += family.city
    numbers += (len(family.monks), *family.monks)
    numbers += family.hand
    numbers += family.tiles


def pack(numbers: list[int]) -> bytes:
    """Return all numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)
