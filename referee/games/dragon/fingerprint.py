"""The fingerprint: the whole state as bytes, for digests that find drift.

The bytes are 32-bit little-endian numbers, in the order in which they stand below;
rows of unknown length follow their length, and texts are given as their characters.
"""

import struct
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
    numbers += (len(state.unsupplied), *state.unsupplied)
    for province in state.provinces:
        _add_province(numbers, province)
    tasks = state.agenda if state.task is None else [*state.agenda, state.task]
    numbers.append(len(tasks))
    for task in tasks:
        name = task.kind.name.encode()
        numbers += (len(name), *name, task.seat, task.subject)
    for extra in state.extras.values():
        numbers += extra.numbers()
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _add_province(numbers: list[int], province: Province) -> None:
    numbers += province[2:]
    numbers += (len(province.hand), *province.hand, len(province.palaces))
    for floors, persons in province.palaces:
        numbers += (floors, len(persons), *persons)
