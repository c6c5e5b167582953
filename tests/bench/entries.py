"""Entries: many owners submit within a minute while a season plays."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.sample import FULL, Scale, in_turn, take
from tests.bench.worker.entering import Entering


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield what is lost, how long owners wait, and what play notices; a ratio of one run."""
    job = Entering(200, 60.0) if scale.rounds == FULL.rounds else Entering(20, 6.0)
    found = in_turn({"ours": partial(take, "entering", job, {})}, 1)["ours"]
    subject = f"{job.owners} owners submit within {job.seconds:g} s"
    yield Figure(f"{subject}: submissions that are lost", "", found["lost"], target=at_most(0))
    yield Figure(f"{subject}: until all are taken", "s", found["all_taken"])
    yield Figure(f"{subject}: a call, p99", "s", found["call99"])
    yield Figure(f"{subject}: built and checked meanwhile", "", found["done"])
    for percent, target in ((50, None), (99, at_most(1.2))):
        ours, quiet = found[f"loud{percent}"], found[f"quiet{percent}"]
        own = f"{subject}: referee's own time, p{percent}"
        yield Figure(own, "us", ours, "without", quiet, target)
    yield Figure(f"{subject}: decisions", "a second", found["loud_rate"], "without", found["rate"])


if __name__ == "__main__":
    command.main({"entries": bench})
