"""Encode parts of the canonical state; `MingState.canonical_bytes` joins them.

Equal states have equal bytes, so a difference between two digests shows that the states differ. The
bytes are 32-bit little-endian integers, in the order of the code. A list without a fixed length
follows its length. A text is a list of its UTF-8 bytes.
"""

import struct
from collections.abc import Sequence

from tianming_games.ming.family import Family


def pack(numbers: Sequence[int]) -> bytes:
    """Return numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


def family(family: Family) -> bytes:
    """Return a family as bytes."""
    if not family.packed:
        numbers = [family.prince, family.supply, family.box, family.score]
        numbers += family.spaces
        numbers += family.members
        numbers += family.city
        numbers += (len(family.monks), *family.monks)
        numbers += family.hand
        numbers += family.tiles
        family.packed = pack(numbers)
    return family.packed
