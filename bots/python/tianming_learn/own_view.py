"""The order in which a network reads a tensor: the seat that looks comes first.

In a tensor, seats have the order of the match. A network that reads its own seat first, then the
next one, and so on, learns once what it else learns for each seat.
"""

import re

import numpy as np
from numpy.typing import NDArray

from tianming_games.tensor import TensorLayout

_OF_SEAT = re.compile(r"(.*\b)(\d+)(\b.*)")


def own_order(layout: TensorLayout) -> NDArray[np.int32]:
    """Return for each seat the numbers of a tensor in the order in which a network reads them.

    Fields of one seat, such as `player 2`, trade places; so do the numbers of a field that has one
    for each seat. The field `seat` stays.
    """
    order = np.tile(np.arange(layout.length, dtype=np.int32), (layout.seats, 1))
    names = {field.name: at for at, field in enumerate(layout.fields)}
    for at, field in enumerate(layout.fields):
        own = slice(layout.starts[at], layout.starts[at + 1])
        found = _OF_SEAT.fullmatch(field.name)
        for seat in range(layout.seats):
            if found is not None and int(found[2]) < layout.seats:
                other = (int(found[2]) + seat) % layout.seats
                source = names.get(f"{found[1]}{other}{found[3]}")
                if source is not None and len(layout.fields[source]) == len(field):
                    first = layout.starts[source]
                    order[seat, own] = np.arange(first, first + len(field))
            elif len(field) == layout.seats and field.name != "seat":
                order[seat, own] = np.roll(order[0, own], -seat)
    return order
