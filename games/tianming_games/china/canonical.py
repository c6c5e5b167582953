"""Encode parts of the canonical state; `ChinaState.canonical_bytes` joins them.

Equal states have equal bytes, so a difference between two digests shows that the states differ. The
bytes are 32-bit little-endian integers, in the order of the code. A list without a fixed length
follows its length. A text is a list of its UTF-8 bytes.
"""

import struct

from tianming_games.china.region import Player, Region


def add_player(numbers: list[int], player: Player, hand: tuple[int, ...]) -> None:
    """Append a player and their hand."""
    numbers += (player.houses, player.emissaries, player.fortifications, player.score)
    numbers += (len(hand), *hand, len(player.known), *player.known)


def add_region(numbers: list[int], region: Region) -> None:
    """Append a region."""
    numbers += (region.scored, *region.owners, *region.emissaries)
    numbers += (len(region.forts), *region.forts)


def pack(numbers: list[int]) -> bytes:
    """Return all numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)
