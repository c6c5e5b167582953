"""Ratings: a whole season at once, its table, and what a ladder asks before each round."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.sample import FULL, Scale, in_turn, take
from tests.bench.worker.rating import Job

_FIELDS = (50, 1000)
"""Bots of a season."""


def bench(scale: Scale) -> Iterator[Figure]:
    """The figures of ratings; a short run has a tenth of the matches."""
    sets = 25_000 if scale.rounds == FULL.rounds else 2_500
    for bots in _FIELDS:
        job = Job(bots, sets, ladder=min(bots, 200))
        taken = in_turn(
            {"ours": partial(take, "rating", job, {"OPENBLAS_NUM_THREADS": "1"})}, scale.rounds
        )
        ours = taken["ours"]
        of = f"of {4 * sets:,} results of four, {bots} bots"
        yield Figure(f"rating {of}", "s", ours["fit"], target=at_most(10))
        yield Figure(f"table {of}", "s", ours["table"], target=at_most(2))
        if bots >= 200:
            subject = f"online rating of 200 bots from {50 * job.ladder:,} results"
            yield Figure(subject, "s", ours["ladder"], target=at_most(1))


if __name__ == "__main__":
    command.main({"rating": bench})
