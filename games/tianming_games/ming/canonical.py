"""The canonical state: the same bytes for equal states, for digests that find drift.

`State.canonical_bytes` joins the pieces that are made here. The bytes are 32-bit little-endian
numbers, in the order of the code; a list of unknown length follows its length, and a text is a list
of its characters.
"""

import struct

from tianming_games.ming.family import Family


def add_family(numbers: list[int], family: Family) -> None:
    """A family."""
    numbers += (family.prince, family.supply, family.box, family.score)
    numbers += family.spaces
    numbers += family.members
    numbers += family.city
    numbers += (len(family.monks), *family.monks)
    numbers += family.hand
    numbers += family.tiles


def pack(numbers: list[int]) -> bytes:
    """All the numbers, as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)
