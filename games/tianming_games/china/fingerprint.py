"""The fingerprint: the whole state as bytes, for digests that find drift.

The bytes are 32-bit little-endian numbers, in the order in which they stand below;
rows of unknown length follow their length, and texts are given as their characters.
"""

import struct
from typing import TYPE_CHECKING

from tianming_games.china.region import Player, Region

if TYPE_CHECKING:
    from tianming_games.china.state import ChinaState


def of(state: "ChinaState") -> bytes:
    """The fingerprint of a state."""
    pile = state.pile[state.top :]
    numbers = [
        len(state.map.digest),
        *state.map.digest.encode(),
        state.with_forts,
        state.phases,
        state.over,
        state.exhausted,
        state.turn,
        state.turns,
        state.region,
        state.left,
        len(state.players),
        len(pile),
        *pile,
        len(state.display),
        *state.display,
        *state.discards,
    ]
    for player, hand in zip(state.players, state.hands, strict=True):
        _add_player(numbers, player, hand)
    for region in state.regions:
        _add_region(numbers, region)
    numbers += state.agenda_numbers()
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _add_player(numbers: list[int], player: Player, hand: tuple[int, ...]) -> None:
    numbers += (player.houses, player.emissaries, player.fortifications, player.score)
    numbers += (len(hand), *hand, len(player.known), *player.known)


def _add_region(numbers: list[int], region: Region) -> None:
    numbers += (region.scored, *region.owners, *region.emissaries)
    numbers += (len(region.forts), *region.forts)
