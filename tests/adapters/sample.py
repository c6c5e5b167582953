"""Which games, numbers of seats and option sets a test of an adapter plays."""

import random
from itertools import groupby

from referee.game_check.promise_walk import GameCase
from tests.games.test_catalogue import GAMES, cases


def sampled(seed: int) -> list[GameCase]:
    """Return one case of each game."""
    return [random.Random(seed).choice(list(cases(name))) for name in GAMES]


def every() -> list[GameCase]:
    """Return every game with every number of seats, and every option set with one of them."""
    found = []
    for name in GAMES:
        by_options = groupby(cases(name), key=lambda case: case.options)
        for number, (_, group) in enumerate(by_options):
            played = list(group)
            found += [played[number % len(played)]] if number else played
    return found
