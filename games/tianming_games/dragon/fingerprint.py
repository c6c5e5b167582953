"""The fingerprint: the whole state as bytes, for digests that find drift.

The bytes are 32-bit little-endian numbers, in the order in which they stand below;
rows of unknown length follow their length, and texts are given as their characters.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tianming_games.dragon.province import Province

if TYPE_CHECKING:
    from tianming_games.dragon.state import DragonState

_KEPT = 1 << 12
"""Pieces of each kind that are kept."""


def of(state: "DragonState") -> bytes:
    """The fingerprint of a state."""
    tasks = state.agenda if state.task is None else [*state.agenda, state.task]
    counts = (state.month, state.phases, state.removed, state.arrivals, len(tasks))
    extras = [_pack(extra.numbers()) for extra in state.extras.values()]
    return b"".join(
        (
            _pack((*counts, len(state.provinces), *state.display)),
            _rows(state.events, state.drafts),
            *map(_rows, state.groups),
            _rows(state.dragons, state.unsupplied),
            *_provinces(state),
            *[_task(task.kind.name, task.seat, task.subject) for task in tasks],
            *extras,
        )
    )


def _pack(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


@lru_cache(_KEPT)
def _rows(*rows: Sequence[int] | Sequence[Sequence[int]]) -> bytes:
    """What is seldom new: rows of numbers, and rows of rows."""
    numbers: list[int] = []
    for row in rows:
        numbers.append(len(row))
        for item in row:
            numbers += (item,) if isinstance(item, int) else (len(item), *item)
    return _pack(numbers)


def _provinces(state: "DragonState") -> list[bytes]:
    """The provinces; those that are the same as the last time are not packed again."""
    kept = state.packed
    for seat, province in enumerate(state.provinces):
        if kept[seat][0] is not province:
            kept[seat] = (province, _province(province))
    return [packed for _, packed in kept]


def _province(province: Province) -> bytes:
    numbers = [
        *(province.yuan, province.rice, province.fireworks, province.dragons),
        *(province.track, province.arrival, province.score),
        *(len(province.hand), *province.hand, len(province.palaces)),
    ]
    for floors, persons in province.palaces:
        numbers += (floors, len(persons), *persons)
    return _pack(numbers)


@lru_cache(_KEPT)
def _task(kind: str, seat: int, subject: int) -> bytes:
    name = kind.encode()
    return _pack([len(name), *name, seat, subject])
