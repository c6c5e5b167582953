"""Check every decision of a match against the traffic, to the nanosecond.

This is for seasons without failures of the referee. There, the referee's clock is the world's, and
the times at which a question was asked and handed over determine its deadline exactly.
"""

from collections.abc import Iterator

import grpc

from referee.match.clock import Instant
from referee.match.entry import Origin
from referee.match.fault import Fault
from referee.match.settings import MatchSettings
from referee.server.limits import Limits
from referee.server.round_trip import WINDOW
from tests.sim.story import Question, Story
from tests.sim.witness import LINGER, Heard, Witness
from tianming_proto.record.v1 import record_pb2 as pb

_OVERDUE = (Fault.LATE, Fault.DISCONNECTED)

Found = Iterator[tuple[str, str]]
"""Yields the name of each broken promise, with the details."""


class Timing:
    """Judges one match; `breaches` yields the broken promises.

    `exact` tells whether the start of each clock is known. It is not if questions wait for the
    disk, or for spectators.
    """

    def __init__(
        self,
        witness: Witness,
        settings: MatchSettings,
        limits: Limits,
        told: Story,
        exact: bool,
    ) -> None:
        self._exact = exact
        self._limits = limits
        self._witness = witness
        self._settings = settings
        self._story = told
        (self._start,) = witness.begun[settings.match_id]
        self._heard = witness.heards.get(settings.match_id, [])
        self._shown = witness.shown.get(settings.match_id, [])

    def breaches(self) -> Found:
        """Yield what is wrong with the decisions and faults."""
        for number, question in self._story.questions.items():
            for text in self._decision(number, question):
                yield "fair clock", f"question {number}: {text}"
        for fault in self._story.faults:
            if not fault.number and not self._caused(Fault(fault.fault), fault.seat, fault.at_ns):
                yield "truthful", f"seat {fault.seat} was struck at {fault.at_ns} ns for nothing"

    def _decision(self, number: int, question: Question) -> Iterator[str]:
        """Yield what is wrong with a question, its answer, and the time between them."""
        asked, chosen = question.asked, question.chosen
        if chosen is None:
            yield "it has no answer"
            return
        answers = [heard for heard in self._of(asked.seat) if heard.number == number]
        if chosen.number and self._missed(answers, question, chosen.at_ns):
            yield "an answer was not taken"
        if Origin(chosen.origin) is Origin.BOT:
            came = [h for h in answers if self._at(h) == chosen.at_ns and h.option == chosen.option]
            if not came:
                yield "the choice is not one that came"
            elif not self._measured(came[0], chosen):
                yield f"the network is said to take {chosen.network_ns} ns"
        elif question.fault is None:
            if not self._forfeited(asked.seat, chosen.at_ns):
                yield "the referee chose without a fault"
        elif Fault(question.fault.fault) not in _OVERDUE and not any(
            self._at(h) == chosen.at_ns and not self._legal(h, question) for h in answers
        ):
            yield "it was struck for an answer that did not come"
        if self._exact:
            yield from self._clock(number, question)

    def _clock(self, number: int, question: Question) -> Iterator[str]:
        """Check the clock of a question.

        It must start at the right time. An answer must not be later than the deadline, and a fault
        for lateness must come exactly one nanosecond after the deadline.
        """
        chosen, fault = question.chosen, question.fault
        start = self._started(number, question)
        if chosen is None or start is None:
            return
        grace = self._settings.clock.grace
        deadline = Instant(start + question.asked.budget_ns + grace)
        if chosen.handed_at_ns != min(start, chosen.at_ns):
            yield f"its clock began at {chosen.handed_at_ns} and not at {start} ns"
        if Origin(chosen.origin) is Origin.BOT and chosen.at_ns > deadline:
            yield f"an answer of {chosen.at_ns} ns was taken, the last instant was {deadline}"
        if fault is not None and Fault(fault.fault) in _OVERDUE and fault.at_ns != deadline + 1:
            yield f"it was late at {fault.at_ns} ns, and the last instant was {deadline}"
        if fault is not None and Fault(fault.fault) in _OVERDUE:
            there = self._there(self._settings.bots[fault.seat], fault.at_ns + self._start)
            if there is not None and there != (Fault(fault.fault) is Fault.LATE):
                yield f"the bot was {'there' if there else 'away'}, and the record says otherwise"

    def _started(self, number: int, question: Question) -> int | None:
        """Return when the clock of a question started, in the match's time; None if unknown.

        It starts when the question is handed over. If the bot reconnected before that, or did not
        read in time, the clock has run since the question was asked.
        """
        asked = question.asked.at_ns
        first = next((one for one in self._shown if one.number == number), None)
        handed = 0 if first is None else first.at - self._start
        if first is None or (question.chosen is not None and handed > question.chosen.at_ns):
            return asked
        came = [self._witness.entered(wire) for wire in self._wires(first.bot)]
        times = [at - self._start for at in came if at is not None]
        if any(asked < at <= handed for at in times):
            return None if any(at == asked for at in times) else asked
        return handed

    def _measured(self, heard: Heard, chosen: pb.RecordChosen) -> bool:
        """Return whether the record has the shortest of the last round-trip times.

        The recorded time must not be longer than the answer took.
        """
        trips = self._witness.trips.get(heard.wire, [])
        if any(at == heard.at for at, _ in trips):
            return True
        spans = [span for at, span in trips if at < heard.at][-WINDOW:]
        if not spans:
            return not chosen.HasField("network_ns")
        return chosen.network_ns == min(*spans, chosen.at_ns - chosen.handed_at_ns)

    def _there(self, bot: str, at: int) -> bool | None:
        """Return whether a bot had a stream; None if one began or may have been ending then.

        Only the newest stream counts, because an older one may still be in its last write. A bot
        that leaves much unread is away from a match until it has been told of the match.
        """
        came = {wire: self._witness.entered(wire) for wire in self._wires(bot)}
        entered = {wire: time for wire, time in came.items() if time is not None and time <= at}
        if not entered:
            return False
        newest = max(entered, key=lambda wire: entered[wire])
        told = self._witness.started.get((newest, self._settings.match_id))
        if told is None or told >= at or self._witness.ending(newest, at):
            return None
        closing = self._witness.closings.get(newest)
        return closing is None or closing.at > at

    def _missed(self, answers: list[Heard], question: Question, closed_at: int) -> bool:
        """Return whether an answer came while the question was open, and did not close it."""
        return any(
            question.asked.at_ns < self._at(heard) < closed_at
            and not self._witness.ending(heard.wire, heard.at)
            for heard in answers
        )

    def _legal(self, heard: Heard, question: Question) -> bool:
        on_offer = heard.option is not None and heard.option < question.asked.option_count
        return on_offer and "\x1b" not in heard.note

    def _forfeited(self, seat: int, at: int) -> bool:
        """Return whether the seat was forfeited at that instant."""
        return any(f.seat == seat and f.forfeit and f.at_ns == at for f in self._story.faults)

    def _caused(self, fault: Fault, seat: int, at: int) -> bool:
        """Return whether the traffic explains a fault that belongs to no question."""
        bot = self._settings.bots[seat]
        match fault:
            case Fault.FLOOD:
                return any(self._flooded(wire, at) for wire in self._wires(bot))
            case Fault.RESIGNED:
                return any(not h.number and self._at(h) == at for h in self._of(seat))
            case _:
                garbled = (self._witness.garbled[wire] for wire in self._wires(bot))
                return any(at + self._start in times for times in garbled) or any(
                    h.number and self._at(h) == at for h in self._of(seat)
                )

    def _flooded(self, wire: int, at: int) -> bool:
        """Return whether the referee ended a stream at about that time for too many messages."""
        closing = self._witness.closings.get(wire)
        return (
            closing is not None
            and 0 <= closing.at - self._start - at <= LINGER
            and closing.status is grpc.StatusCode.RESOURCE_EXHAUSTED
            and self._witness.messages[wire] > self._limits.message_burst
        )

    def _of(self, seat: int) -> list[Heard]:
        """Return the answers and resignations of a seat's bot in the match."""
        bot = self._settings.bots[seat]
        return [heard for heard in self._heard if heard.bot == bot]

    def _wires(self, bot: str) -> list[int]:
        return [wire for wire, name in self._witness.bots.items() if name == bot]

    def _at(self, heard: Heard) -> int:
        return heard.at - self._start
