"""Simulations a second of the search bot, compared with OpenSpiel's search in Python."""

from collections.abc import Iterator
from functools import partial

from tests.bench.core import FIRST
from tests.bench.figure import Figure, at_least
from tests.bench.sample import Scale, in_turn, take
from tests.bench.worker.simulating import Simulating
from tianming_games.registry import names

SEATS = 4

_RATIO = at_least(5)
_DRAGON = at_least(10_000)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the simulations a second of each game; OpenSpiel's rollouts are random."""
    for game in names():
        job = Simulating(game, SEATS, scale.seconds, FIRST)
        series = in_turn({"all": partial(take, "simulating", job, {})}, scale.rounds)["all"]
        ours, rival = series["ours"], series["openspiel"]
        subject = f"{game}, {SEATS} seats: search"
        yield Figure(subject, "simulations/CPU-s", ours, "OpenSpiel", rival, _RATIO)
        if game == "dragon":
            yield Figure(subject, "simulations/CPU-s", ours, target=_DRAGON)
