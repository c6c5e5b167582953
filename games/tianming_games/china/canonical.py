"""Encode parts of the canonical state; `ChinaState.canonical_bytes` joins them.

Equal states have equal bytes, so a difference between two digests shows that the states differ. The
bytes are 32-bit little-endian integers, in the order of the code. A list without a fixed length
follows its length. A text is a list of its UTF-8 bytes.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tianming_games.china.region import Player, Region

_KEPT: Final = 1 << 12
"""Maximum results in each cache."""

_PIECES: Final = struct.Struct("<4i")


def pack(numbers: Sequence[int]) -> bytes:
    """Return numbers as bytes."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


@lru_cache(_KEPT)
def text(text: str) -> bytes:
    """Return a text as bytes."""
    return pack((len(text.encode()), *text.encode()))


@lru_cache(_KEPT)
def cards(cards: tuple[int, ...]) -> bytes:
    """Return a hand, or as few other cards, as bytes; cached, because there are few."""
    return pack((len(cards), *cards))


def player(player: Player, hand: tuple[int, ...]) -> bytes:
    """Return a player and their hand as bytes."""
    pieces = _PIECES.pack(player.houses, player.emissaries, player.fortifications, player.score)
    return pieces + cards(hand) + cards(player.known)


def region(region: Region) -> bytes:
    """Return a region as bytes."""
    if not region.packed:
        owners, emissaries, forts = region.owners, region.emissaries, region.forts
        region.packed = pack((region.scored, *owners, *emissaries, len(forts), *forts))
    return region.packed
