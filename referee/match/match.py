"""A match that is played: what bots and their host do becomes entries, and entries notices.

Everything that can happen to a match is a method that takes the time at which it happened:
`start`, `choose`, `tick`, `connect`, `disconnect`, `resign`, `give_up`, `report_violation`,
`void`. Each returns notices for seats: a question, a refusal, the end. The match never waits and
never looks at a clock; its host calls `tick` when `deadline` has come.

Each entry goes to the journal before it is applied, so whatever anybody was shown can be rebuilt.
`hand_over` starts a question's clock at its hand-over to the transport.

A resumed match has applied the entries of its record with `apply`. Then `resume` continues it: an
unanswered question is open again under its number, and `decide` returns the next entry. The time in
between does not count, and of a seat's thinking time only what the record shows. A seat's clock
does not run until its bot is back, or until the time for that is over.
"""

from dataclasses import dataclass
from typing import Any

from referee.match.clock import SECOND, Instant, Span
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    EntryLog,
    Faulted,
    Noted,
    Origin,
    Sealed,
    Stalled,
)
from referee.match.fault import Fault
from referee.match.machine import Machine
from referee.match.outcome import Outcome, void
from referee.match.question import Question, Thought, flaw
from referee.match.settings import MatchSettings
from referee.match.transition import MatchPhase
from tianming_games.game import Game

MOST_NOTES = 100
"""Notes on bots a match writes at most, so that none makes a record grow without end."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer was not played, or none came in time."""

    seat: int
    number: int
    fault: Fault
    strikes_left: int
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """The match has ended; `digest` closes its record."""

    outcome: Outcome
    digest: bytes


Notice = Question | Refusal | End
"""What is sent to a seat."""


class Match(Machine):
    """One match that is played. See the module's docstring for how it works."""

    def __init__(self, settings: MatchSettings, game: Game[Any], journal: EntryLog) -> None:
        super().__init__(settings, game)
        self._journal = journal
        self._patience = Instant(0)

    # -- what can happen

    def start(self, now: Instant) -> list[Notice]:
        """Begin: make the first draws, and ask the first question."""
        notices: list[Notice] = []
        self._go_on(now, notices)
        return notices

    def resume(self, now: Instant, patience: Span) -> list[Notice]:
        """Go on. Bots that are not back have `patience` before their clocks run.

        A bot that comes back is put its open question by `connect`; only new ones are returned.
        """
        if self.failure is not None:
            raise self.failure
        self._patience = Instant(now + patience)
        for table in self.seats:
            table.connected, table.away = False, True
        for seat, question in self._open.items():
            question.handed_over = True
            question.payload = self._wire.position(self.state, seat, question.options)
            self.seats[seat].clock.go_on(self._patience)
        return self.start(now)

    def choose(
        self,
        seat: int,
        number: int,
        option: int | None,
        now: Instant,
        note: str = "",
        network: Span | None = None,
        thought: Thought | None = None,
    ) -> list[Notice]:
        """An answer arrived: `option` is an index, or None where there was none.

        `network` is the bot's round-trip time, where it was measured. It is written down, and
        no clock reads it.
        """
        notices = self.tick(now)
        question = self._open.get(seat)
        if question is None or number != question.number:
            if number <= self._number:
                self._note(seat, now, f"An answer to question {number} came late: option {option}.")
                return notices
            unasked = f"Question {number} has not been asked yet."
            return notices + self.report_violation(seat, Fault.MALFORMED, unasked, now)
        wrong = flaw(option, len(question.options), note, thought)
        if wrong is not None:
            self._strike(question, *wrong, now, notices)
        elif option is not None:
            choice = self._answer(question, option, now, note, network, thought)
            if len(self.turn) > 1:
                self.hold(choice)
            else:
                self._take(choice, notices)
        self._go_on(now, notices)
        return notices

    def tick(self, now: Instant) -> list[Notice]:
        """Time has passed: every seat past its deadline is struck."""
        notices: list[Notice] = []
        while (late := self._first_late(now)) is not None:
            table = self.seats[late.seat]
            fault = Fault.LATE if table.connected else Fault.DISCONNECTED
            how = "No answer came" if table.connected else "The bot was away, and no answer came"
            budget = table.clock.budget / SECOND
            self._strike(late, fault, f"{how} within {budget:.3f} s.", now, notices)
            self._go_on(now, notices)
        return notices

    def hand_over(self, question: Question, now: Instant) -> None:
        """A question is handed to the transport: from now on its clock runs."""
        if not question.handed_over and self._open.get(question.seat) is question:
            question.handed_over = True
            self.seats[question.seat].clock.restart(now)

    def postpone(self, question: Question, until: Instant) -> None:
        """A question is kept back for a while: its clock does not run before then.

        One that waits for its bot to come back waits longer.
        """
        table = self.seats[question.seat]
        if not question.handed_over and not table.away:
            table.clock.restart(until)

    def connect(self, seat: int, now: Instant) -> list[Notice]:
        """The seat's bot is there, perhaps again: its open question is put again.

        Its clock has run since the question was put, and runs on; where the referee had
        stopped, it runs from now if the bot is back in time.
        """
        table = self.seats[seat]
        if table.away:
            table.away = False
            if seat in self._open and now < self._patience:
                table.clock.go_on(now)
        notices = self.tick(now)
        table.connected = True
        question = self._open.get(seat)
        if question is not None and not any(question is one for one in notices):
            question.budget = table.clock.left(now)
            question.handed_over = True
            notices.append(question)
        return notices

    def disconnect(self, seat: int, now: Instant) -> list[Notice]:
        """The seat's bot is gone; it may come back until its clock runs out."""
        notices = self.tick(now)
        if self.seats[seat].connected:
            self.seats[seat].connected = False
            self._note(seat, now, "The bot disconnected.")
        return notices

    def remark(self, seat: int, text: str, now: Instant) -> list[Notice]:
        """Something is known of the seat's bot, and goes into the record; it changes nothing."""
        self._note(seat, now, text)
        return []

    def resign(self, seat: int, now: Instant) -> list[Notice]:
        """The seat's bot gives up: a substitute player takes over."""
        notices = self.tick(now)
        return notices + self.report_violation(
            seat, Fault.RESIGNED, "The bot gave up the match.", now
        )

    def give_up(self, seat: int, reason: str, now: Instant) -> list[Notice]:
        """The seat's bot is gone and cannot come back: the seat is forfeited at once."""
        notices = self.tick(now)
        return notices + self.report_violation(seat, Fault.DISCONNECTED, reason, now)

    def report_violation(self, seat: int, fault: Fault, reason: str, now: Instant) -> list[Notice]:
        """The bot violated the protocol: a strike that leaves its open question open."""
        notices: list[Notice] = []
        if self._is_open and not self.seats[seat].forfeited:
            question = self._open.get(seat)
            self._take(self.fault(seat, 0, fault, now, reason), notices)
            if question is not None and self.seats[seat].forfeited:
                self._go_on(now, notices)
        return notices

    def stalled(self, span: Span, now: Instant) -> list[Notice]:
        """Record a stall, which no clock has counted; too long stalls make the match void."""
        notices: list[Notice] = []
        if self._is_open:
            self._take(Stalled(span, now), notices)
            if self.phase is MatchPhase.SPOILED:
                self._go_on(now, notices)
        return notices

    def void(self, reason: str, now: Instant) -> list[Notice]:
        """The referee failed: end the match as void."""
        notices: list[Notice] = []
        if self.outcome is None:
            self._take(Sealed(void(reason), now), notices)
        return notices

    # -- what can be asked of it

    @property
    def deadline(self) -> Instant | None:
        """When `tick` is due next; None while nobody is asked."""
        first: Instant | None = None
        for seat in self._open:
            deadline = self.seats[seat].clock.deadline
            if first is None or deadline < first:
                first = deadline
        return first

    # -- inside

    @property
    def _is_open(self) -> bool:
        """Whether anything can happen but the end."""
        return self.phase < MatchPhase.SPOILED

    def _go_on(self, now: Instant, notices: list[Notice]) -> None:
        """Apply the next entries until a bot has to answer, or until the end."""
        while (entry := self.decide(now)) is not None:
            self._take(entry, notices)

    def _take(self, entry: Entry, notices: list[Notice]) -> None:
        """Write an entry down, apply it, and add the notice that follows from it."""
        self._journal.write(entry)
        self.apply(entry)
        if isinstance(entry, Chosen | Drawn):
            if self.failure is not None:
                raise self.failure
        elif isinstance(entry, Asked):
            notices.append(self._put(entry.seat, entry.at))
        elif isinstance(entry, Faulted):
            left = max(0, self.settings.strikes - entry.strikes)
            notices.append(Refusal(entry.seat, entry.number, entry.fault, left, entry.reason))
        elif isinstance(entry, Sealed):
            notices.append(End(entry.outcome, self._journal.digest))

    def _put(self, seat: int, now: Instant) -> Question:
        """The question to a seat; its clock waits for a bot that may still return."""
        if self.seats[seat].away and now < self._patience:
            self.seats[seat].clock.restart(self._patience)
        return self._open[seat]

    def _answer(
        self,
        question: Question,
        option: int,
        at: Instant,
        note: str,
        network: Span | None,
        thought: Thought | None,
    ) -> Chosen:
        """The choice that a bot's answer makes."""
        seat = question.seat
        handed_at = min(self.seats[seat].clock.asked_at, at)
        if network is not None:
            network = Span(min(network, at - handed_at))
        return Chosen(
            seat, question.number, option, Origin.BOT, handed_at, at, note, network, 0, thought
        )

    def _strike(
        self, question: Question, fault: Fault, reason: str, now: Instant, notices: list[Notice]
    ) -> None:
        """Book a fault against an open question."""
        self._take(self.fault(question.seat, question.number, fault, now, reason), notices)

    def _first_late(self, now: Instant) -> Question | None:
        for question in self._open.values():
            if now > self.seats[question.seat].clock.deadline:
                return question
        return None

    def _note(self, seat: int, now: Instant, text: str) -> None:
        if self._is_open and self._notes < MOST_NOTES:
            self._take(Noted(seat, now, text), [])
