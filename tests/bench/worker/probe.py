"""Probes: the referee's own files and sessions, counting; and a record that keeps nothing."""

import time
from dataclasses import dataclass

from referee.match.clock import Instant
from referee.match.journal import Origin
from referee.record.file import RecordFile
from referee.server.metrics import Metrics
from referee.server.session import Session


@dataclass(slots=True)
class Tally:
    """What a referee has done since it was started."""

    decisions: int = 0
    frames_out: int = 0
    bytes_out: int = 0
    frames_in: int = 0
    bytes_in: int = 0
    bytes_recorded: int = 0
    cpu: float = 0.0
    wall: float = 0.0

    def now(self) -> "Tally":
        """A copy, with the time."""
        return Tally(
            METRICS.decisions[Origin.BOT],
            self.frames_out,
            self.bytes_out,
            self.frames_in,
            self.bytes_in,
            self.bytes_recorded,
            time.process_time(),
            time.perf_counter(),
        )


TALLY = Tally()

METRICS = Metrics()
"""Where records count the answers of bots."""


class CountedSession(Session):
    """A session that counts its frames."""

    def receive(self, data: bytes, now: Instant) -> None:
        """Take a frame."""
        TALLY.frames_in += 1
        TALLY.bytes_in += len(data)
        super().receive(data, now)

    def frame(self, now: Instant) -> bytes:
        """Give a frame."""
        data = super().frame(now)
        TALLY.frames_out += 1
        TALLY.bytes_out += len(data)
        return data


class CountedFile(RecordFile):
    """A file of a record that counts its bytes."""

    def append(self, data: bytes) -> None:
        """Write at the end."""
        TALLY.bytes_recorded += len(data)
        super().append(data)


class VolatileFile(CountedFile):
    """A file of a record that is gone when it is finished, and never brought to disk."""

    def finish(self) -> None:
        """Remove it."""
        self.abandon()


class NoFile:
    """No file at all."""

    def append(self, data: bytes) -> None:
        """Write nothing."""

    def sync(self) -> None:
        """Write nothing."""

    def finish(self) -> None:
        """Write nothing."""


class NoWriter:
    """A record that keeps nothing, and counts the answers of bots."""

    is_behind = False

    def __init__(self, *_: object) -> None:
        """Take no notice of the file."""

    def chosen(self, seat: int, number: int, option: int, origin: Origin, *_: object) -> None:
        """Write nothing."""
        METRICS.decisions[origin] += 1

    def seal(self, *_: object) -> bytes:
        """Write nothing."""
        return b""

    def _nothing(self, *_: object) -> None:
        """Write nothing."""

    header = drawn = asked = fault = note = stalled = flush = settle = _nothing
