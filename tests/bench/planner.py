"""Planner: the time to plan the next round of a large league."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.sample import Scale, in_turn, take
from tests.bench.worker.planning import Planning

_SEASONS = {
    "Swiss, 1,000 bots, 4 seats": Planning(1_000, 4, 20),
    "Swiss, 1,000 bots, 2 seats": Planning(1_000, 2, 20),
}

_WANTED = at_most(1)
"""Target for planning a round, in seconds of processor time."""


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the time to plan each season's slowest round, and its last round with a new planner."""
    series = in_turn(
        {name: partial(take, "planning", job, {}) for name, job in _SEASONS.items()}, scale.rounds
    )
    for name, job in _SEASONS.items():
        taken = series[name]
        yield Figure(
            f"{name}: slowest of {job.rounds} rounds", "s", taken["slowest"], target=_WANTED
        )
        results = int(taken["results"].median)
        yield Figure(f"{name}: begun anew with {results:,} results", "s", taken["fresh"])


if __name__ == "__main__":
    command.main({"planner": bench})
