"""Which games, numbers of seats and option sets a test of an adapter plays."""

import random

from referee.game_check.promise_walk import GameCase
from tests.games.test_catalogue import GAMES, cases


def sampled(seed: int) -> list[GameCase]:
    """Return one case of each game."""
    return [random.Random(seed).choice(list(cases(name))) for name in GAMES]


def every() -> list[GameCase]:
    """Return every game with every number of seats and option set."""
    return [case for name in GAMES for case in cases(name)]
