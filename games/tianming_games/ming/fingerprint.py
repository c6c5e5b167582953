"""The fingerprint: the whole state as bytes, for digests that find drift.

The bytes are 32-bit little-endian numbers, in the order in which they stand below;
rows of unknown length follow their length, and texts are given as their characters.
"""

import struct
from typing import TYPE_CHECKING

from tianming_games.ming.family import Family

if TYPE_CHECKING:
    from tianming_games.ming.state import MingState


def of(state: "MingState") -> bytes:
    """The fingerprint of a state."""
    numbers = [
        state.round,
        state.phases,
        state.start,
        state.dragons,
        len(state.display),
        *state.display,
        len(state.stack),
        *state.stack,
        *state.discards,
        *state.tiles,
        len(state.families),
        *state.laid,
    ]
    for family in state.families:
        _add_family(numbers, family)
    numbers += state.agenda_numbers()
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _add_family(numbers: list[int], family: Family) -> None:
    numbers += (family.prince, family.supply, family.box, family.score)
    numbers += family.spaces
    numbers += family.members
    numbers += family.city
    numbers += (len(family.monks), *family.monks)
    numbers += family.hand
    numbers += family.tiles
