"""Which games, numbers of seats and option sets a test of an adapter plays."""

import random

from tests.games.test_catalogue import GAMES, cases
from tests.games.walk import Case


def sampled(seed: int) -> list[Case]:
    """Return one case of each game."""
    return [random.Random(seed).choice(list(cases(name))) for name in GAMES]


def every() -> list[Case]:
    """Return every game with every number of seats and option set."""
    return [case for name in GAMES for case in cases(name)]
