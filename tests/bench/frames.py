"""Frames: 64 parallel matches on one stream, compared with an echo of one message per decision."""

from collections.abc import Iterator

from tests.bench import command
from tests.bench.figure import Figure, at_least
from tests.bench.sample import Scale
from tests.bench.wire import WAYS, against_commit, against_echo, beside_echo, sizes

MATCHES = 64

_TARGET = at_least(1.5)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the decisions of matches that share frames, compared with an echo on 64 streams."""
    frame = sizes(scale)
    for name, way in WAYS.items():
        series = against_echo(MATCHES, frame, way, scale)
        subject = f"{MATCHES} matches, {name}"
        yield from beside_echo(subject, series, _TARGET if way.is_aim else None)
        yield Figure(f"{subject}: decisions a frame", "", series["ours"]["per_frame"])
    yield from against_commit(MATCHES, scale)


if __name__ == "__main__":
    command.main({"frames": bench})
