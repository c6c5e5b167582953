"""Ladder: the error of ratings against random opponents, newcomers, and the cost of a step."""

from collections.abc import Iterator
from functools import partial
from math import sqrt

from tests.bench import command
from tests.bench.figure import Figure, Series, Target, at_least, at_most
from tests.bench.sample import Result, Scale, take
from tests.bench.worker.choosing import Choosing

_SEASONS = 12
"""Simulated seasons of each case in a full run."""
_CASES = (
    (200, 20, at_most(1.0)),
    (200, 50, at_most(0.9)),
    (50, 20, at_most(1.05)),
    (50, 50, at_most(1.05)),
    (1, 20, at_most(1.05)),
)
"""The standard deviation of strengths in points, sets of each bot, and the target of the error."""


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the figures of simulated ladders."""
    seasons = range(_SEASONS if scale.rounds > 1 else 2)
    for deviation, sets, wanted in _CASES:
        job = partial(Choosing, "rating", bots=100, sets=sets, deviation=deviation)
        ours = [_taken(job(seed=seed)) for seed in seasons]
        rivals = [_taken(job(seed=seed, random=True)) for seed in seasons]
        yield from _rated(f"deviation {deviation}, {sets} sets a bot", ours, rivals, wanted)
    found = [_taken(Choosing("newcomers", seed, bots=100, sets=40)) for seed in seasons]
    yield _mean("newcomers below 100 points after 20 sets", found, "in_time", at_least(0.95))
    yield _worst("five newcomers below 100 points, sets of the field", found, "field", at_most(120))
    spent = [_taken(Choosing("cost", seed, bots=1_000, sets=100)) for seed in (1, 2)]
    subject = "a set of 1,000 bots with 100,000 results, processor time in ms"
    yield _worst(subject, spent, "set", at_most(20))
    yield _worst("a joint fit of them, in s", spent, "fit")
    yield _worst("all results again after a restart, in s", spent, "restart")


def _taken(job: Choosing) -> Result:
    return take("choosing", job, {"OPENBLAS_NUM_THREADS": "1"})


def _rated(case: str, ours: list[Result], rivals: list[Result], wanted: Target) -> Iterator[Figure]:
    """Yield the error against random opponents, the cover, and the sets of the bots."""
    roots = [
        Series((sqrt(sum(one["square"] for one in found) / len(found)),))
        for found in (ours, rivals)
    ]
    subject = f"{case}: root mean square error"
    yield Figure(subject, "points", roots[0], "random opponents", roots[1], wanted)
    yield _mean(f"{case}: cover of 95 % intervals", ours, "cover", at_least(0.93))
    yield _worst(f"{case}: most sets of a bot by the mean", ours, "most", at_most(1.25))
    least = Series(tuple(min(one["least"] for one in ours) for _ in ours[:1]))
    yield Figure(f"{case}: fewest sets of a bot by the mean", "", least, target=at_least(0.8))


def _mean(subject: str, found: list[Result], name: str, target: Target) -> Figure:
    mean = sum(one[name] for one in found) / len(found)
    return Figure(subject, "", Series((mean,)), target=target)


def _worst(subject: str, found: list[Result], name: str, target: Target | None = None) -> Figure:
    return Figure(subject, "", Series((max(one[name] for one in found),)), target=target)


if __name__ == "__main__":
    command.main({"ladder": bench})
