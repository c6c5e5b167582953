"""Timing: where the time of a match went, seat by seat, by its record.

The time of a seat has five parts, and they come to the length of the match:

- `thinking`: from the hand-over of its questions to the arrival of its answers, without
- `network`: of that the way there and back, as far as it was measured;
- `unanswered`: the time of its questions that got no answer which could be played;
- `referee`: from the moment a question was known to its hand-over to the transport;
- `waiting`: all the rest, while others were to act.

All times are of the match's clock, in which no stall of the host counts. Nothing is taken
from the bots: each time is one that the referee wrote down when it happened.
"""

from dataclasses import dataclass, field

from referee.match.clock import Instant, Span
from referee.match.fault import OVERDUE, Fault
from referee.match.journal import Origin
from referee.match.seat import Seat, seats
from referee.record.reader import Record
from referee.record.replay import Replay, Step
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class Slowest:
    """The answer that took longest: to which question, how long, and what it was."""

    number: int
    took: Span
    notation: str


@dataclass(slots=True)
class SeatTiming:
    """Where a seat's time went. `late` has the questions whose deadline passed."""

    seat: int
    bot: str
    answers: int = 0
    measured: int = 0
    """Answers of which the way is known; of the others all is called thinking."""
    thinking: Span = Span(0)
    network: Span = Span(0)
    unanswered: Span = Span(0)
    referee: Span = Span(0)
    waiting: Span = Span(0)
    bank: Span = Span(0)
    late: list[int] = field(default_factory=list)
    slowest: Slowest | None = None

    @property
    def busy(self) -> Span:
        """All but the waiting."""
        return Span(self.thinking + self.network + self.unanswered + self.referee)


@dataclass(slots=True)
class MatchTiming:
    """Where the time of a match went; `stalls` are the spans in which the host stood still."""

    match_id: str
    length: Span
    limit: Span
    stalls: list[Span]
    seats: list[SeatTiming]


def timing(record: Record) -> MatchTiming:
    """Add up a record, as far as it goes.

    Raises:
        DataError: when the record cannot be played again.
        UsageError: when its game is not installed.
    """
    replay = Replay(record)
    clock = replay.settings.clock
    sheet = _Sheet(replay, seats(replay.settings.bots, clock))
    for step in replay.steps():
        sheet.take(step)
    sheet.close()
    return MatchTiming(
        record.header.match_id, sheet.length, clock.stall, sheet.stalls, sheet.timings
    )


class _Sheet:
    """What the entries so far come to."""

    def __init__(self, replay: Replay, table: list[Seat]) -> None:
        self._replay = replay
        self.length = Span(0)
        self.stalls: list[Span] = []
        self.timings = [SeatTiming(seat.index, seat.bot) for seat in table]
        self._seats = table
        self._open: dict[int, pb.RecordAsked] = {}

    def take(self, step: Step) -> None:
        """Add an entry."""
        body = step.entry.body
        match step.kind:
            case "asked":
                self._asked(body.asked)
            case "chosen":
                self._chosen(body.chosen, self._replay.origin(step.entry), step.text)
            case "fault":
                self._passed(body.fault.at_ns)
                if Fault(body.fault.fault) in OVERDUE:
                    self.timings[body.fault.seat].late.append(body.fault.number)
            case "stall":
                self._passed(body.stall.at_ns)
                self.stalls.append(Span(body.stall.span_ns))
            case "note":
                self._passed(body.note.at_ns)
            case "seal":
                self._passed(body.seal.at_ns)

    def close(self) -> None:
        """The record goes no further: what is open stays unanswered, the rest was waiting."""
        for asked in self._open.values():
            timing = self.timings[asked.seat]
            timing.unanswered = Span(timing.unanswered + self.length - asked.at_ns)
        for timing, seat in zip(self.timings, self._seats, strict=True):
            timing.bank = seat.clock.bank
            timing.waiting = Span(max(0, self.length - timing.busy))

    def _passed(self, at: int) -> None:
        self.length = Span(max(self.length, at))

    def _asked(self, asked: pb.RecordAsked) -> None:
        self._passed(asked.at_ns)
        self._open[asked.seat] = asked
        self._seats[asked.seat].clock.start(Instant(asked.at_ns))

    def _chosen(self, chosen: pb.RecordChosen, origin: Origin, notation: str) -> None:
        self._passed(chosen.at_ns)
        asked = self._open.pop(chosen.seat, None)
        if asked is None:
            return
        clock, timing = self._seats[chosen.seat].clock, self.timings[chosen.seat]
        clock.restart(Instant(chosen.handed_at_ns))
        clock.stop(Instant(chosen.at_ns))
        timing.referee = Span(timing.referee + chosen.handed_at_ns - asked.at_ns)
        took = Span(chosen.at_ns - chosen.handed_at_ns)
        if origin is Origin.BOT:
            self._answered(timing, chosen, Slowest(chosen.number, took, notation))
        else:
            timing.unanswered = Span(timing.unanswered + took)

    def _answered(self, timing: SeatTiming, chosen: pb.RecordChosen, answer: Slowest) -> None:
        timing.answers += 1
        timing.measured += chosen.HasField("network_ns")
        timing.network = Span(timing.network + chosen.network_ns)
        timing.thinking = Span(timing.thinking + answer.took - chosen.network_ns)
        if timing.slowest is None or answer.took > timing.slowest.took:
            timing.slowest = answer
