"""Record: what it costs to write a match down, and what an open match keeps."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Series, Target, at_most
from tests.bench.frames import MATCHES
from tests.bench.sample import Scale, in_turn, take
from tests.bench.wire import GAME, SHIPPED
from tests.bench.worker.referee import Load
from tests.bench.worker.waiting import Waiting

OPEN = 400
"""Open matches; each has a file, and 1,024 files are what a process gets unasked."""

_PARTS: tuple[tuple[str, str, Target | None], ...] = (
    ("none", "record", at_most(5)),
    ("volatile", "its way to the disk at the end", None),
)
"""What is left out, what that is, and the most it should take, in percent."""

_MEMORY = at_most(200)


def bench(scale: Scale) -> Iterator[Figure]:
    """Matches with a record and without, and matches that wait."""
    for at_once in (1, MATCHES):
        yield from _shares(at_once, scale)
        yield from _power(at_once, scale)
    waiting = partial(take, "waiting", Waiting(GAME, OPEN), {})
    memory = in_turn({"ours": waiting}, min(scale.rounds, 3))["ours"]["kilobytes"]
    yield Figure("an open match", "KB", memory, target=_MEMORY)


def _shares(at_once: int, scale: Scale) -> Iterator[Figure]:
    load = Load(GAME, at_once, scale.seconds)
    loads = {
        "record": load,
        "volatile": replace(load, durable=False),
        "none": replace(load, record=False),
    }
    series = in_turn(
        {name: partial(take, "referee", each, SHIPPED) for name, each in loads.items()},
        scale.rounds,
    )
    for name, what in (("wall", "a decision"), ("cpu", "the referee's CPU")):
        whole, subject = series["record"][name], f"{at_once} at once: share of {what}"
        for without, part, target in _PARTS:
            share = _share(whole, series[without][name])
            yield Figure(f"{subject}, {part}", "%", share, target=target)
    yield Figure(f"{at_once} at once", "bytes a decision", series["record"]["recorded"])


def _power(at_once: int, scale: Scale) -> Iterator[Figure]:
    """Matches whose decisions survive a loss of power, beside such whose do not."""
    load = Load(GAME, at_once, scale.seconds)
    loads = {"power": replace(load, power=True), "process": load}
    series = in_turn(
        {name: partial(take, "referee", each, SHIPPED) for name, each in loads.items()},
        scale.rounds,
    )
    ours, beside = series["power"]["rate"], series["process"]["rate"]
    yield Figure(f"{at_once} at once: durable power", "decisions/s", ours, "process", beside)


def _share(whole: Series, without: Series) -> Series:
    """What a part takes of a whole, in percent."""
    return Series(tuple(100 * (1 - ratio) for ratio in without.over(whole).values))


if __name__ == "__main__":
    command.main({"record": bench})
