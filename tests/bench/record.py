"""Record: the cost of recording a match, and the memory of an open match."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Target, at_most
from tests.bench.frames import MATCHES
from tests.bench.sample import Checkout, Scale, in_turn, take
from tests.bench.wire import GAME, SHIPPED
from tests.bench.worker.referee import Load
from tests.bench.worker.turns import Turns
from tests.bench.worker.waiting import Waiting

OPEN = 400
"""Number of open matches; each has a file, and the default limit of a process is 1,024 files."""

_PAIRS = {1: 40, MATCHES: 4}
"""Pairs of turns (with and without records) per second of a sample, by parallel matches."""

_SHARES: tuple[tuple[str, str, Target | None], ...] = (
    ("verdict", "a decision", at_most(5)),
    ("result", "a decision, with the way to the disk at the end", None),
    ("cpu", "the referee's CPU", at_most(5)),
)
"""Quantities of which a record takes a share: name, description, and target in percent."""

_MEMORY = at_most(200)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield figures of matches with and without a record, and of waiting matches."""
    for at_once in (1, MATCHES):
        yield from _shares(at_once, scale)
        yield from _power(at_once, scale)
    waiting = partial(take, "waiting", Waiting(GAME, OPEN), {})
    memory = in_turn({"ours": waiting}, min(scale.rounds, 3))["ours"]["kilobytes"]
    yield Figure("an open match", "KB", memory, target=_MEMORY)
    if scale.against is not None:
        yield from _against(scale, scale.against)


def _against(scale: Scale, other: Checkout) -> Iterator[Figure]:
    """Yield the memory of an open match and the bytes of a record, compared with another commit."""
    jobs = (
        ("an open match", "KB", "waiting", Waiting(GAME, OPEN), "kilobytes"),
        ("record", "bytes a decision", "turns", Turns(GAME, MATCHES, 1), "recorded"),
    )
    for subject, unit, worker, job, name in jobs:
        takers = {
            "ours": partial(take, worker, job, SHIPPED),
            "theirs": partial(take, worker, job, SHIPPED, other),
        }
        series = in_turn(takers, min(scale.rounds, 3))
        ours, theirs = series["ours"][name], series["theirs"][name]
        yield Figure(subject, unit, ours, "other commit", theirs)


def _shares(at_once: int, scale: Scale) -> Iterator[Figure]:
    """Yield a record's share of the costs, from alternating matches with and without a record."""
    turns = Turns(GAME, at_once, max(1, round(_PAIRS[at_once] * scale.seconds)))
    series = in_turn({"turns": partial(take, "turns", turns, SHIPPED)}, scale.rounds)["turns"]
    for name, whole, target in _SHARES:
        subject = f"{at_once} at once: record, share of {whole}"
        yield Figure(subject, "%", series[name], target=target)
    yield Figure(f"{at_once} at once: record", "bytes a decision", series["recorded"])


def _power(at_once: int, scale: Scale) -> Iterator[Figure]:
    """Yield decisions per second with durability `power`, compared with `process`."""
    load = Load(GAME, at_once, scale.seconds)
    loads = {"power": replace(load, power=True), "process": load}
    series = in_turn(
        {name: partial(take, "referee", each, SHIPPED) for name, each in loads.items()},
        scale.rounds,
    )
    ours, beside = series["power"]["rate"], series["process"]["rate"]
    yield Figure(f"{at_once} at once: durable power", "decisions/s", ours, "process", beside)


if __name__ == "__main__":
    command.main({"record": bench})
