"""The fingerprint: the whole state as bytes, for digests that find drift.

The bytes are 32-bit little-endian numbers, in the order in which they stand below;
rows of unknown length follow their length, and texts are given as their characters.
"""

import struct
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.games.dragon.province import Province

if TYPE_CHECKING:
    from referee.games.dragon.state import DragonState


def of(state: "DragonState") -> bytes:
    """The fingerprint of a state."""
    numbers = [
        state.month,
        state.phases,
        state.removed,
        state.arrivals,
        len(state.provinces),
        len(state.events),
        *state.events,
        *state.display,
        len(state.groups),
    ]
    for group, dragons in zip(state.groups, state.dragons, strict=True):
        numbers += (len(group), *group, dragons)
    numbers.append(len(state.drafts))
    for pair in state.drafts:
        numbers += pair
    tasks = state.agenda if state.task is None else [*state.agenda, state.task]
    numbers += (len(state.unsupplied), *state.unsupplied, len(tasks))
    for extra in state.extras.values():
        numbers += extra.numbers()
    return b"".join(
        (
            _pack(numbers),
            *_provinces(state),
            *[_task(task.kind.name, task.seat, task.subject) for task in tasks],
        )
    )


def _pack(numbers: list[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _provinces(state: "DragonState") -> list[bytes]:
    """The provinces; those that are the same as the last time are not packed again."""
    kept = state.packed
    for seat, province in enumerate(state.provinces):
        if kept[seat][0] is not province:
            kept[seat] = (province, _province(province))
    return [packed for _, packed in kept]


def _province(province: Province) -> bytes:
    numbers = [*province[2:], len(province.hand), *province.hand, len(province.palaces)]
    for floors, persons in province.palaces:
        numbers += (floors, len(persons), *persons)
    return _pack(numbers)


@lru_cache(1 << 12)
def _task(kind: str, seat: int, subject: int) -> bytes:
    name = kind.encode()
    return _pack([len(name), *name, seat, subject])
