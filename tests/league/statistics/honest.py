"""Honest and dishonest seasons by a simple model, to measure the test for collusion.

A bot finishes by its strength and chance. A part of the chance is common to all matches of a set,
as shared draws are.

    python -m tests.league.statistics.honest [--seasons 1000] [--style 0.3]

counts the honest seasons with an accused pair of owners.
"""

import argparse
from collections.abc import Collection
from random import Random

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.collusion import LEVEL, partnerships
from referee.league.statistics.results_table import ResultsTable, results_from
from tests.league.play import names

_COMMON = 0.7
"""The share of chance that all matches of a set have in common."""


def season(
    seed: int,
    bots: int,
    seats: int,
    sets: int,
    help_: float = 0.0,
    friends: Collection[int] = (),
    style: float = 0.0,
) -> tuple[ResultsTable, tuple[BotName, ...]]:
    """Return the results of a season, and its bots.

    Args:
        seed: determines everything.
        bots: the number of bots.
        seats: the number of seats.
        sets: the number of sets.
        help_: by how much the strength of friends rises when two of them are at a table.
        friends: the numbers of the bots that help each other.
        style: the standard deviation by which each bot's presence changes the strength of each
            other bot.
    """
    dice = np.random.default_rng(seed)
    order = Random(seed)
    strengths = dice.normal(0, 1, bots)
    styles = dice.normal(0, 1, (bots, bots)) * style
    everyone = names(bots)
    lineups: list[tuple[BotName, ...]] = []
    places: list[int] = []
    numbers: list[int] = []
    for number in range(sets):
        group = order.sample(range(bots), seats)
        lift = np.array(
            [
                strengths[one]
                + sum(styles[one, other] for other in group if other != one)
                + help_ * (one in friends and sum(other in friends for other in group) > 1)
                for one in group
            ]
        )
        common = dice.gumbel(size=seats)
        for _ in range(seats):
            luck = np.where(dice.random(seats) < _COMMON, common, dice.gumbel(size=seats))
            finish = np.argsort(np.argsort(-(lift + luck))) + 1
            lineups.append(tuple(everyone[one] for one in group))
            places += finish.tolist()
            numbers.append(number)
    count = len(places)
    ids = [f"m{at:06}" for at in range(len(lineups))]
    return (
        results_from(ids, numbers, lineups, places, [0] * count, [0] * count, [False] * count),
        everyone,
    )


def main() -> None:
    """Print how many honest seasons have an accused pair."""
    parser = argparse.ArgumentParser(description="Count false accusations in honest seasons.")
    parser.add_argument("--seasons", type=int, default=1_000)
    parser.add_argument("--style", type=float, default=0.0)
    given = parser.parse_args()
    wrong = 0
    for seed in range(given.seasons):
        results, bots = season(seed, bots=6, seats=3, sets=200, style=given.style)
        pairs = partnerships(results, {bot: bot for bot in bots})
        wrong += any(one.is_accused for one in pairs)
    print(f"{wrong} of {given.seasons} honest seasons have an accused pair; level {LEVEL:g}.")


if __name__ == "__main__":
    main()
