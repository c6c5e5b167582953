"""Load: 500 bots and 200 parallel matches, with and without two hostile bots."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.sample import FULL, Scale, in_turn, take
from tests.bench.wire import SHIPPED
from tests.bench.worker.counting import Counting
from tests.bench.worker.load import Load

BOTS, MATCHES, LATE = 500, 200, 40
"""Connected bots, open matches, and matches with a bot that never answers."""

LEAST, MOST = 0.1, 0.3
"""Minimum and maximum seconds for a bot's answer."""

_OTHERS = at_most(1.5)
_DEADLINE = at_most(5)
_COUNTING = at_most(2)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the referee's own time for a decision, and the precision of its deadlines."""
    counting = partial(take, "counting", Counting(2000, 100), SHIPPED)
    cost = in_turn({"ours": counting}, scale.rounds)["ours"]["counting"]
    yield Figure("metrics: counting a decision", "us", cost, target=_COUNTING)
    rounds, turns = (3, 5) if scale == FULL else (1, 1)
    job = Load(BOTS, MATCHES, LATE, LEAST, MOST, 4 * scale.seconds, turns)
    taker = partial(take, "load", job, SHIPPED)
    series = in_turn({"ours": taker}, rounds)["ours"]
    subject = f"{BOTS} bots, {MATCHES} matches"
    yield Figure(f"{subject}: questions", "a second", series["quiet_rate"])
    for part, target in ((50, None), (99, _OTHERS)):
        loud, quiet = series[f"loud_overhead{part}"], series[f"quiet_overhead{part}"]
        what = f"{subject}: own time, p{part}, with hostile bots"
        yield Figure(what, "us", loud, "without", quiet, target)
    yield Figure(f"{subject}: processor time that the host took", "%", series["stolen"])
    yield Figure(f"{subject}: floods that were ended", "", series["floods"])
    for name, bots in (("quiet", "without hostile bots"), ("loud", "with hostile bots")):
        what = f"{subject}: deadline error, p99, {bots}"
        yield Figure(what, "ms", series[f"{name}_error99"], target=_DEADLINE)


if __name__ == "__main__":
    command.main({"load": bench})
