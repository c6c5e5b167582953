"""Probes: the referee's own record and session, counting; and a record that keeps nothing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.game import Game
from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.journal import Origin
from referee.match.match import MatchSettings
from referee.match.outcome import Outcome
from referee.record.file import RecordFile
from referee.record.writer import Appendable, RecordWriter
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
            self.decisions,
            self.frames_out,
            self.bytes_out,
            self.frames_in,
            self.bytes_in,
            self.bytes_recorded,
            time.process_time(),
            time.perf_counter(),
        )


TALLY = Tally()


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


class CountedWriter(RecordWriter):
    """A record that counts the answers of bots."""

    def chosen(
        self,
        seat: int,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant | None,
        at: Instant,
        note: str,
    ) -> None:
        """Write a choice."""
        TALLY.decisions += origin is Origin.BOT
        super().chosen(seat, number, option, origin, handed_at, at, note)


class NoWriter:
    """A record that keeps nothing, and counts the answers of bots."""

    def __init__(self, file: Appendable, start: Instant) -> None:
        """Take no notice of either."""

    def header(self, settings: MatchSettings, game: Game[Any], wall: float) -> None:
        """Write nothing."""

    def drawn(self, index: int, values: Sequence[int]) -> None:
        """Write nothing."""

    def asked(
        self,
        number: int,
        seat: int,
        option_count: int,
        at: Instant,
        budget: Span,
        payload: bytes,
        fingerprint: bytes,
    ) -> None:
        """Write nothing."""

    def chosen(
        self,
        seat: int,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant | None,
        at: Instant,
        note: str,
    ) -> None:
        """Write nothing."""
        TALLY.decisions += origin is Origin.BOT

    def fault(
        self,
        seat: int,
        number: int,
        fault: Fault,
        at: Instant,
        reason: str,
        strikes: int,
        forfeit: bool,
    ) -> None:
        """Write nothing."""

    def note(self, seat: int | None, at: Instant, text: str) -> None:
        """Write nothing."""

    def seal(self, outcome: Outcome, at: Instant, fingerprint: bytes) -> bytes:
        """Write nothing."""
        return b""

    def flush(self) -> None:
        """Write nothing."""
