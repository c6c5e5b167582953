"""Probes in the referee: streams that count their frames, and a record that stores nothing.

They are subclasses and wrappers, so the referee's compiled modules stay in use.
"""

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.match.entry import Chosen, Entry, Origin
from referee.record.file import Keepable
from referee.record.writer import RecordWriter
from referee.server.host import MatchHost
from referee.server.metrics import CountingWriter, Metrics
from referee.server.stream import PlayStreams, StreamTransport


@dataclass(slots=True)
class Tally:
    """The counts of a referee since its start; times are in seconds."""

    decisions: int = 0
    frames_out: int = 0
    bytes_out: int = 0
    frames_in: int = 0
    bytes_in: int = 0
    cpu: float = 0.0
    wall: float = 0.0

    def now(self) -> "Tally":
        """Return a copy, with the current time."""
        return Tally(
            METRICS.decisions[Origin.BOT],
            self.frames_out,
            self.bytes_out,
            self.frames_in,
            self.bytes_in,
            time.process_time(),
            time.perf_counter(),
        )


TALLY = Tally()

METRICS = Metrics()
"""The metrics in which records count the answers of bots."""


class CountedStreams(PlayStreams):
    """Streams that count their frames."""

    async def play(self, _: object, context: StreamTransport) -> None:
        """Serve one stream."""
        await super().play(_, CountedTransport(context))


class CountedTransport:
    """A transport of one stream that counts its frames."""

    def __init__(self, transport: StreamTransport) -> None:
        """Wrap a transport."""
        self.invocation_metadata = transport.invocation_metadata
        self.send_initial_metadata = transport.send_initial_metadata
        self.abort = transport.abort
        self.peer = transport.peer
        self.cancelled = transport.cancelled
        self._read = transport.read
        self._write = transport.write

    async def read(self) -> object:
        """Return the next frame."""
        data = await self._read()
        if isinstance(data, bytes):
            TALLY.frames_in += 1
            TALLY.bytes_in += len(data)
        return data

    async def write(self, message: bytes, /) -> None:
        """Write a frame."""
        TALLY.frames_out += 1
        TALLY.bytes_out += len(message)
        await self._write(message)


class NoFile:
    """A record's file that stores nothing."""

    def append(self, data: bytes) -> None:
        """Write nothing."""

    def keep_reasoning(self, text: str) -> bool:
        """Keep nothing."""
        return False

    def sync(self) -> None:
        """Write nothing."""

    def finish(self) -> None:
        """Write nothing."""

    def close(self) -> None:
        """Write nothing."""


class NoWriter(RecordWriter):
    """A record writer that writes nothing, and counts the answers of bots."""

    def _nothing(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    header = flush = settle = _nothing

    def write(self, entry: Entry) -> None:
        """Write nothing."""
        if isinstance(entry, Chosen):
            METRICS.decisions[entry.origin] += 1


def probed_host(*, file: Keepable, **others: Any) -> MatchHost:
    """Return a match host with metrics, which writes a record unless its file is a `NoFile`."""
    writer = NoWriter if isinstance(file, NoFile) else partial(CountingWriter, METRICS)
    return MatchHost(file=file, writer=writer, **others)
