"""Check every decision of a match against the traffic, to the nanosecond.

This is for seasons without failures of the referee. There, the referee's clock is the world's.
A question's clock starts when the question is handed over. If its bot blocked earlier frames, which
the simulated wire knows, it starts when it could have been handed over.
"""

from collections.abc import Iterator

import grpc

from referee.match.clock import Instant, Span, seconds
from referee.match.entry import Origin
from referee.match.fault import Fault
from referee.match.settings import MatchSettings
from referee.server.limits import Limits
from referee.server.round_trip import WINDOW
from referee.server.time_source import BEAT
from tests.sim.story import Question, Story
from tests.sim.witness import LINGER, ReadAnswer, Witness
from tianming_proto.record.v1 import record_pb2 as pb

_OVERDUE = (Fault.LATE, Fault.DISCONNECTED)

SYNC = seconds(0.2)
"""Maximum nanoseconds for which one decision waits for the disk."""

FREE = BEAT - 1_000
"""Nanoseconds for which a bot may block a write at no cost."""

CERTAIN = 2 * BEAT + 1_000
"""Nanoseconds after which a blocked write certainly costs the bot time."""

Found = Iterator[tuple[str, str]]
"""Yields the name of each broken promise, with the details."""


class Timing:
    """Judges one match; `breaches` yields the broken promises.

    `pace` is the time for which each question waits for spectators, and `sync` the longest time for
    which it waits for the disk, in nanoseconds.
    """

    def __init__(
        self,
        witness: Witness,
        settings: MatchSettings,
        limits: Limits,
        story: Story,
        pace: int,
        sync: int,
    ) -> None:
        self._pace = pace
        self._sync = sync
        self._limits = limits
        self._witness = witness
        self._settings = settings
        self._story = story
        (self._start,) = witness.begun[settings.match_id]
        self._received = witness.read_answers.get(settings.match_id, [])
        self._shown = witness.shown.get(settings.match_id, [])

    def breaches(self) -> Found:
        """Yield what is wrong with the decisions and faults."""
        for number, question in self._story.questions.items():
            for text in self._decision(number, question):
                yield "fair clock", f"question {number}: {text}"
        for text in self._budgets():
            yield "fair clock", text
        for fault in self._story.faults:
            if not fault.number and not self._caused(Fault(fault.fault), fault.seat, fault.at_ns):
                yield "truthful", f"seat {fault.seat} was struck at {fault.at_ns} ns for nothing"

    def _decision(self, number: int, question: Question) -> Iterator[str]:
        """Yield what is wrong with a question, its answer, and the time between them."""
        asked, chosen = question.asked, question.chosen
        if chosen is None:
            yield "it has no answer"
            return
        answers = [
            read_answer for read_answer in self._of(asked.seat) if read_answer.number == number
        ]
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
        yield from self._clock(number, question)

    def _clock(self, number: int, question: Question) -> Iterator[str]:
        """Check the clock of a question.

        It must start at the right time. An answer must not be later than the deadline, and a fault
        for lateness must come exactly one nanosecond after the deadline, if it need not wait for
        the disk.
        """
        chosen, fault = question.chosen, question.fault
        starts = self._starts(number, question)
        if chosen is None or starts is None:
            return
        first, last = (min(start, chosen.at_ns) for start in starts)
        if not first <= chosen.handed_at_ns <= last:
            yield f"its clock began at {chosen.handed_at_ns} and not from {first} to {last} ns"
        start = max(starts[0], min(starts[1], chosen.handed_at_ns))
        yield from self._check_budget(number, question, start)
        deadline = Instant(start + question.asked.budget_ns + self._settings.clock.grace)
        if Origin(chosen.origin) is Origin.BOT and chosen.at_ns > deadline:
            yield f"an answer of {chosen.at_ns} ns was taken, the last instant was {deadline}"
        if fault is not None and Fault(fault.fault) in _OVERDUE:
            if not 0 <= fault.at_ns - deadline - 1 <= self._sync:
                yield f"it was late at {fault.at_ns} ns, and the last instant was {deadline}"
            there = self._there(self._settings.bots[fault.seat], fault.at_ns + self._start)
            if there is not None and there != (Fault(fault.fault) is Fault.LATE):
                yield f"the bot was {'there' if there else 'away'}, and the record says otherwise"

    def _starts(self, number: int, question: Question) -> tuple[int, int] | None:
        """Return the first and the last time at which the clock of a question may have started.

        It starts when the question is handed over, or before, while the bot blocks earlier frames.
        If the bot reconnected meanwhile, or never got the question, it starts as soon as the
        question could be sent. None if it is unknown whether the bot had reconnected.
        """
        asked = question.asked.at_ns
        ready = asked + self._pace
        first = next((one for one in self._shown if one.number == number), None)
        handed = 0 if first is None else first.at - self._start
        if first is None or (question.chosen is not None and handed > question.chosen.at_ns):
            return ready, ready + self._sync
        came = [self._witness.entered(wire) for wire in self._wires(first.bot)]
        times = [at - self._start for at in came if at is not None]
        if any(asked < at <= handed for at in times):
            return None if any(at == asked for at in times) else (ready, ready + self._sync)
        return self._start_behind(self._blocks(first.wire, ready, handed), ready, handed)

    def _start_behind(
        self, blocks: list[tuple[int, int]], ready: int, handed: int
    ) -> tuple[int, int]:
        """Return the bounds of a start, from the blocked writes before the hand-over."""
        certain = [since for since, until in blocks if until - since >= CERTAIN]
        free = all(until - since < FREE for since, until in blocks)
        if free:
            return handed, handed
        if not certain:
            return ready, handed
        last = max(min(ready + self._sync, handed), certain[0])
        return (ready if len(certain) < len(blocks) else max(ready, certain[0])), last

    def _blocks(self, wire: int, since: int, until: int) -> list[tuple[int, int]]:
        """Return the writes that a bot blocked between two times of the match."""
        blocks = self._witness.blocks.get(wire, [])
        times = [(start - self._start, end - self._start) for start, end in blocks]
        return [(start, end) for start, end in times if end > since and start < until]

    def _check_budget(self, number: int, question: Question, start: int) -> Iterator[str]:
        """Check that the bot was told the budget that was left at the hand-over."""
        first = next((one for one in self._shown if one.number == number), None)
        if first is None or question.chosen is None:
            return
        handed = first.at - self._start
        if not start <= handed <= question.chosen.at_ns:
            return
        left = max(0, start + question.asked.budget_ns - handed)
        blocks = self._blocks(first.wire, question.asked.at_ns, handed)
        short = sum(end - since for since, end in blocks if end - since < CERTAIN)
        if not 0 <= first.budget - left <= CERTAIN + self._sync + short:
            yield f"the bot was told a budget of {first.budget} ns, and {left} ns were left"

    def _budgets(self) -> Iterator[str]:
        """Check each budget against the time that the seat has spent on its earlier decisions."""
        clock = self._settings.clock
        banks = [clock.bank] * len(self._settings.bots)
        free = [clock.decision + clock.first] * len(self._settings.bots)
        for number, question in sorted(self._story.questions.items()):
            seat, chosen = question.asked.seat, question.chosen
            if question.asked.budget_ns != free[seat] + banks[seat]:
                due = free[seat] + banks[seat]
                yield f"question {number}: its budget is {question.asked.budget_ns}, not {due} ns"
            if chosen is not None:
                over = max(0, chosen.at_ns - chosen.handed_at_ns - free[seat])
                banks[seat] = Span(max(0, banks[seat] - over) + clock.increment)
                free[seat] = clock.decision

    def _measured(self, read_answer: ReadAnswer, chosen: pb.RecordChosen) -> bool:
        """Return whether the record has the shortest of the last round-trip times.

        The recorded time must not be longer than the answer took.
        """
        trips = self._witness.trips.get(read_answer.wire, [])
        if any(at == read_answer.at for at, _ in trips):
            return True
        spans = [span for at, span in trips if at < read_answer.at][-WINDOW:]
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
        announced = self._witness.started.get((newest, self._settings.match_id))
        if announced is None or announced >= at or self._witness.ending(newest, at):
            return None
        closing = self._witness.closings.get(newest)
        return closing is None or closing.at > at

    def _missed(self, answers: list[ReadAnswer], question: Question, closed_at: int) -> bool:
        """Return whether an answer came while the question was open, and did not close it."""
        return any(
            question.asked.at_ns < self._at(read_answer) < closed_at
            and not self._witness.ending(read_answer.wire, read_answer.at)
            for read_answer in answers
        )

    def _legal(self, read_answer: ReadAnswer, question: Question) -> bool:
        on_offer = (
            read_answer.option is not None and read_answer.option < question.asked.option_count
        )
        return on_offer and "\x1b" not in read_answer.note

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

    def _of(self, seat: int) -> list[ReadAnswer]:
        """Return the answers and resignations of a seat's bot in the match."""
        bot = self._settings.bots[seat]
        return [read_answer for read_answer in self._received if read_answer.bot == bot]

    def _wires(self, bot: str) -> list[int]:
        return [wire for wire, name in self._witness.bots.items() if name == bot]

    def _at(self, read_answer: ReadAnswer) -> int:
        return read_answer.at - self._start
