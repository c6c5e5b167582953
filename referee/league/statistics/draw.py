"""Random numbers as arrays, from a random stream."""

from math import ceil, pi

import numpy as np

from referee.league.statistics.results_table import Reals
from tianming_games.chance import Chance

_BLOCK = 8
"""Random words in a block of 64 bytes."""


def normal(chance: Chance, count: int) -> Reals:
    """Return numbers from the standard normal distribution (Box-Muller); shape (count,)."""
    first, second = uniform(chance, 2 * count).reshape(2, count)
    found: Reals = np.sqrt(-2 * np.log(first)) * np.cos(2 * pi * second)
    return found


def uniform(chance: Chance, count: int) -> Reals:
    """Return numbers above 0 and below 1 from a random stream; shape (count,)."""
    blocks = b"".join(chance.take(64) for _ in range(ceil(count / _BLOCK)))
    words = np.frombuffer(blocks, dtype="<u8")[:count]
    found: Reals = ((words >> np.uint64(12)).astype(np.float64) + 0.5) / float(1 << 52)
    return found
