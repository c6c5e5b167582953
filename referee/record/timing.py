"""Timing: how each seat of a match spent its time, from the record.

The time of a seat has five parts, which add up to the length of the match:

- `thinking`: from the start of its clock to the arrival of its answers, minus `network`;
- `network`: the round-trip time in these answers, as far as it was measured;
- `unanswered`: the time of its questions without a playable answer;
- `referee`: from the moment a question was known to the start of its clock;
- `waiting`: the rest, mostly the turns of other seats.

A clock starts at the hand-over of its question to the transport, or before that, while the bot was
away or blocked its stream. All times are on the match's clock, which excludes stalls of the host.
The referee measured all of them; none comes from a bot.
"""

from dataclasses import dataclass, field

from referee.identifier import BotName, MatchId
from referee.match.clock import Span
from referee.match.entry import Asked, Chosen, Faulted, Noted, Origin, Sealed, Stalled
from referee.match.fault import OVERDUE
from referee.match.question import Question
from referee.match.seat import Seat
from referee.record.reader import Record
from referee.record.replay import Replay, ReplayStep


@dataclass(frozen=True, slots=True)
class Slowest:
    """The slowest answer: the number of its question, its time, and its notation."""

    number: int
    took: Span
    notation: str


@dataclass(slots=True)
class SeatTiming:
    """The parts of a seat's time. `late` has the numbers of the questions whose deadline passed."""

    seat: int
    bot: BotName
    answers: int = 0
    measured: int = 0
    """Number of answers with a measured round-trip time; all time of others counts as thinking."""
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
        """All parts except `waiting`."""
        return Span(self.thinking + self.network + self.unanswered + self.referee)


@dataclass(slots=True)
class MatchTiming:
    """The times of a match. `limit` is the limit on stalls, `stalls` are the host's stalls."""

    match_id: MatchId
    length: Span
    limit: Span
    stalls: list[Span]
    seats: list[SeatTiming]


def timing(record: Record) -> MatchTiming:
    """Return the timing of a record, as far as the record goes.

    Raises:
        DataError: when the record does not fit its rules.
        UsageError: when its game is not installed.
    """
    replay = Replay(record)
    times = _Times(replay.machine.seats)
    for step in replay.steps():
        times.take(step)
    times.close()
    limit = replay.machine.settings.clock.stall
    return MatchTiming(
        MatchId(record.header.match_id), times.length, limit, times.stalls, times.timings
    )


class _Times:
    """The sums over the entries so far."""

    def __init__(self, seats: list[Seat]) -> None:
        self.length = Span(0)
        self.stalls: list[Span] = []
        self.timings = [SeatTiming(seat.index, seat.bot) for seat in seats]
        self._seats = seats

    def take(self, step: ReplayStep) -> None:
        """Add an entry."""
        match step.happened:
            case Asked() | Noted() | Sealed() as entry:
                self._passed(entry.at)
            case Chosen() as entry:
                self._passed(entry.at)
                if step.question is not None:
                    self._chosen(entry, step.question, step.text)
            case Faulted() as entry:
                self._passed(entry.at)
                if entry.number and entry.fault in OVERDUE:
                    self.timings[entry.seat].late.append(entry.number)
            case Stalled() as entry:
                self._passed(entry.at)
                self.stalls.append(entry.span)

    def close(self) -> None:
        """Finish the sums: open questions count as `unanswered`, and the rest as `waiting`."""
        for timing, seat in zip(self.timings, self._seats, strict=True):
            if seat.question is not None:
                timing.unanswered = Span(timing.unanswered + self.length - seat.question.at)
            timing.bank = seat.clock.bank
            timing.waiting = Span(max(0, self.length - timing.busy))

    def _passed(self, at: int) -> None:
        self.length = Span(max(self.length, at))

    def _chosen(self, chosen: Chosen, question: Question, notation: str) -> None:
        timing, took = self.timings[chosen.seat], chosen.took
        timing.referee = Span(timing.referee + chosen.at - took - question.at)
        if chosen.origin is Origin.BOT:
            self._answered(timing, chosen, Slowest(chosen.number, took, notation))
        else:
            timing.unanswered = Span(timing.unanswered + took)

    def _answered(self, timing: SeatTiming, chosen: Chosen, answer: Slowest) -> None:
        network = chosen.network or 0
        timing.answers += 1
        timing.measured += chosen.network is not None
        timing.network = Span(timing.network + network)
        timing.thinking = Span(timing.thinking + answer.took - network)
        if timing.slowest is None or answer.took > timing.slowest.took:
            timing.slowest = answer
