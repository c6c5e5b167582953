"""The canonical state: the same bytes for equal states, for digests that find drift.

`State.canonical_bytes` joins the pieces that are made here. The bytes are 32-bit little-endian
numbers, in the order of the code; a list of unknown length follows its length, and a text is a list
of its characters.
"""

import struct

from tianming_games.china.region import Player, Region


def add_player(numbers: list[int], player: Player, hand: tuple[int, ...]) -> None:
    """A player and their hand."""
    numbers += (player.houses, player.emissaries, player.fortifications, player.score)
    numbers += (len(hand), *hand, len(player.known), *player.known)


def add_region(numbers: list[int], region: Region) -> None:
    """A region."""
    numbers += (region.scored, *region.owners, *region.emissaries)
    numbers += (len(region.forts), *region.forts)


def pack(numbers: list[int]) -> bytes:
    """All the numbers, as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)
