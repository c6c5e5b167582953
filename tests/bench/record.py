"""Record: what it costs to write a match down, and what an open match keeps."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Series, at_most
from tests.bench.frames import MATCHES
from tests.bench.sample import Scale, in_turn, take
from tests.bench.wire import EXPERIMENTS, GAME, environment
from tests.bench.worker.referee import Load
from tests.bench.worker.waiting import Waiting

OPEN = 400
"""Open matches; each has a file, and 1,024 files are what a process gets unasked."""

_SHARE = at_most(5)
_MEMORY = at_most(200)


def bench(scale: Scale) -> Iterator[Figure]:
    """Matches with a record and without, and matches that wait."""
    for at_once in (1, MATCHES):
        yield from _shares(at_once, scale)
    waiting = partial(take, "waiting", Waiting(GAME, OPEN), {})
    memory = in_turn({"ours": waiting}, min(scale.rounds, 3))["ours"]["kilobytes"]
    yield Figure("an open match", "KB", memory, target=_MEMORY)


def _shares(at_once: int, scale: Scale) -> Iterator[Figure]:
    around = environment(EXPERIMENTS["default"])
    loads = {
        "record": Load(GAME, at_once, scale.seconds),
        "none": Load(GAME, at_once, scale.seconds, record=False),
        "bare": Load(GAME, at_once, scale.seconds, record=False, fingerprint=False),
    }
    series = in_turn(
        {name: partial(take, "referee", load, around) for name, load in loads.items()},
        scale.rounds,
    )
    record, none, bare = series["record"], series["none"], series["bare"]
    subject = f"{at_once} at once: record's share of"
    for name, what in (("wall", "a decision"), ("cpu", "the referee's CPU")):
        yield Figure(f"{subject} {what}", "%", _share(record[name], none[name]), target=_SHARE)
        yield Figure(
            f"{subject} {what}, with the fingerprint", "%", _share(record[name], bare[name])
        )
    yield Figure(f"{at_once} at once: record", "bytes a decision", record["recorded"])


def _share(whole: Series, without: Series) -> Series:
    """What a part takes of a whole, in percent."""
    return Series(tuple(100 * (1 - ratio) for ratio in without.over(whole).values))


if __name__ == "__main__":
    command.main({"record": bench})
