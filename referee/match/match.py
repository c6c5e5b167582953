"""A running match: it turns events into entries, and entries into notices to seats.

Each event of a match is a method, which takes the time of the event: `start`, `choose`, `tick`,
`connect`, `disconnect`, `resign`, `give_up`, `report_violation`, `stalled`, `void`. Each returns
notices to seats: questions, refusals, the end. The match never waits and never reads a clock; its
host calls `tick` when `deadline` has passed.

Each entry is written to the journal before it is applied. So every state that a bot has seen can be
rebuilt. `hand_over` starts a question's clock when the question goes to the transport, or from the
time since which its bot has blocked earlier frames.

To resume a match, the caller first applies the entries of its record with `apply`. Then `resume`
continues it: an unanswered question is open again under its number, and `decide` returns the next
entry. The time of the interruption does not count, and a seat's thinking time counts only as far as
the record shows it. A seat's clock does not run until its bot is back, or until the time for the
return is over.
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
from referee.match.question import Answer, Question, flaw
from referee.match.seat import Seat
from referee.match.settings import MatchSettings
from referee.match.transition import MatchPhase
from tianming_games.game import Game

MOST_NOTES = 100
"""Maximum notes on bots in a record, so that no bot makes the record grow without bound."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A fault was booked: an answer was not played, none came in time, or a violation.

    `number` is the number of the question that the fault closes, or 0.
    """

    seat: int
    number: int
    fault: Fault
    strikes_left: int
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """The match has ended; `digest` is the digest of its seal."""

    outcome: Outcome
    digest: bytes


Notice = Question | Refusal | End
"""A message to a seat."""


class Match(Machine):
    """A running match. See the module's docstring for how it works."""

    def __init__(self, settings: MatchSettings, game: Game[Any], journal: EntryLog) -> None:
        super().__init__(settings, game)
        self._journal = journal
        self._patience = Instant(0)

    # -- events

    def start(self, now: Instant) -> list[Notice]:
        """Begin the match: make the first draws, and ask the first questions."""
        notices: list[Notice] = []
        self._go_on(now, notices)
        return notices

    def resume(self, now: Instant, patience: Span) -> list[Notice]:
        """Continue the match. The clocks of absent bots start after `patience`.

        It returns only new questions. `connect` returns the open question of a bot that comes back.
        """
        if self.failure is not None:
            raise self.failure
        self._patience = Instant(now + patience)
        for table in self.seats:
            table.connected, table.away = False, True
        for seat, question in self.open_questions.items():
            question.handed_over = True
            question.payload = self._wire.position(self.state, seat, question.options)
            self.seats[seat].clock.go_on(self._patience)
        return self.start(now)

    def choose(self, seat: int, answer: Answer) -> list[Notice]:
        """Handle an answer of a seat."""
        now, number = answer.at, answer.number
        notices = self.tick(now)
        question = self.open_questions.get(seat)
        if question is None or number != question.number:
            if number <= self._number:
                late = f"An answer to question {number} came late: option {answer.option}."
                self._note(seat, now, late)
                return notices
            unasked = f"Question {number} has not been asked yet."
            return notices + self.report_violation(seat, Fault.MALFORMED, unasked, now)
        wrong = flaw(answer, len(question.options))
        if wrong is not None:
            self._strike(question, *wrong, now, notices)
        elif answer.option is not None:
            choice = self._answered(question.seat, answer, answer.option)
            if len(self.turn) > 1:
                self.hold(choice)
            else:
                self._take(choice, notices)
        self._go_on(now, notices)
        return notices

    def tick(self, now: Instant) -> list[Notice]:
        """Handle the passing of time: give a strike to each seat past its deadline."""
        notices: list[Notice] = []
        while (late := self._first_late(now)) is not None:
            table = self.seats[late.seat]
            fault = Fault.LATE if table.connected else Fault.DISCONNECTED
            reason = f"{_why_late(table)} within {table.clock.budget / SECOND:.3f} s."
            self._strike(late, fault, reason, now, notices)
            self._go_on(now, notices)
        return notices

    def hand_over(self, question: Question, since: Instant) -> bool:
        """Start the clock of a question that goes to the transport for the first time.

        The clock runs from `since`: now, or earlier if the bot has blocked earlier frames. Return
        whether it was the first time, and the question is open.
        """
        if question.handed_over or self.open_questions.get(question.seat) is not question:
            return False
        question.handed_over = True
        self.seats[question.seat].clock.restart(since)
        return True

    def postpone(self, question: Question, until: Instant) -> None:
        """Delay the clock of a question to `until`, because the host sends the question later.

        It has no effect after the hand-over, or while the seat waits for its bot to come back.
        """
        table = self.seats[question.seat]
        if not question.handed_over and not table.away:
            table.clock.restart(until)

    def connect(self, seat: int, now: Instant) -> list[Notice]:
        """Handle a bot that connects or reconnects: return its open question again.

        The clock of the question continues to run. In a resumed match, it runs from `now`, if
        the bot is back in time.
        """
        table = self.seats[seat]
        if table.away:
            table.away = False
            if seat in self.open_questions and now < self._patience:
                table.clock.go_on(now)
        notices = self.tick(now)
        table.connected, table.crash = True, ""
        question = self.open_questions.get(seat)
        if question is not None and not any(question is one for one in notices):
            question.budget = table.clock.left(now)
            question.handed_over = True
            notices.append(question)
        return notices

    def disconnect(self, seat: int, now: Instant) -> list[Notice]:
        """Handle a bot that disconnects; it may come back until its clock runs out."""
        notices = self.tick(now)
        if self.seats[seat].connected:
            self.seats[seat].connected = False
            self._note(seat, now, "The bot disconnected.")
        return notices

    def crash(self, seat: int, reason: str, now: Instant) -> list[Notice]:
        """Write into the record how the process of the seat's bot ended by itself."""
        self.seats[seat].crash = reason
        self._note(seat, now, f"The bot is gone: {reason}.")
        return []

    def resign(self, seat: int, now: Instant) -> list[Notice]:
        """Handle a resignation: the seat is forfeited, and a substitute player takes over."""
        notices = self.tick(now)
        why = "The bot gave up the match."
        return notices + self.report_violation(seat, Fault.RESIGNED, why, now)

    def give_up(self, seat: int, reason: str, now: Instant) -> list[Notice]:
        """Forfeit the seat of a bot that has disconnected and cannot come back."""
        notices = self.tick(now)
        return notices + self.report_violation(seat, Fault.DISCONNECTED, reason, now)

    def report_violation(self, seat: int, fault: Fault, reason: str, now: Instant) -> list[Notice]:
        """Handle a protocol violation: a strike, after which the open question stays open.

        If the strike forfeits the seat, a substitute player answers the question.
        """
        notices: list[Notice] = []
        if self._is_open and not self.seats[seat].forfeited:
            question = self.open_questions.get(seat)
            self._take(self.fault(seat, 0, fault, now, reason), notices)
            if question is not None and self.seats[seat].forfeited:
                self._go_on(now, notices)
        return notices

    def stalled(self, span: Span, now: Instant) -> list[Notice]:
        """Record a stall of `span`, which no clock has counted.

        If all stalls together exceed the limit, the match becomes void.
        """
        notices: list[Notice] = []
        if self._is_open:
            self._take(Stalled(span, now), notices)
            if self.phase is MatchPhase.SPOILED:
                self._go_on(now, notices)
        return notices

    def void(self, reason: str, now: Instant) -> list[Notice]:
        """End the match as void, because the referee failed."""
        notices: list[Notice] = []
        if self.outcome is None:
            self._take(Sealed(void(reason), now), notices)
        return notices

    # -- queries

    @property
    def deadline(self) -> Instant | None:
        """The earliest deadline, after which `tick` is due; None while no question is open."""
        first: Instant | None = None
        for seat in self.open_questions:
            deadline = self.seats[seat].clock.deadline
            if first is None or deadline < first:
                first = deadline
        return first

    # -- inside

    @property
    def _is_open(self) -> bool:
        """Whether the rules can continue, so that not only the seal can follow."""
        return self.phase < MatchPhase.SPOILED

    def _go_on(self, now: Instant, notices: list[Notice]) -> None:
        """Apply the next entries until a bot has to answer, or until the end."""
        while (entry := self.decide(now)) is not None:
            self._take(entry, notices)

    def _take(self, entry: Entry, notices: list[Notice]) -> None:
        """Write an entry to the journal, apply it, and add its notice, if it has one."""
        self._journal.write(entry)
        self.apply(entry)
        if isinstance(entry, (Chosen, Drawn)):
            if self.failure is not None:
                raise self.failure
        elif isinstance(entry, Asked):
            table = self.seats[entry.seat]
            if table.away and entry.at < self._patience:
                table.clock.restart(self._patience)  # the bot may still return
            notices.append(self.open_questions[entry.seat])
        elif isinstance(entry, Faulted):
            left = max(0, self.settings.strikes - entry.strikes)
            notices.append(Refusal(entry.seat, entry.number, entry.fault, left, entry.reason))
        elif isinstance(entry, Sealed):
            notices.append(End(entry.outcome, self._journal.digest))

    def _answered(self, seat: int, answer: Answer, option: int) -> Chosen:
        """Return the entry for a bot's valid answer, which has this option."""
        handed_at, network = min(self.seats[seat].clock.asked_at, answer.at), answer.network
        if network is not None:
            network = Span(min(network, answer.at - handed_at))
        return Chosen(
            seat,
            answer.number,
            option,
            Origin.BOT,
            handed_at,
            answer.at,
            note=answer.note,
            network=network,
            thought=answer.thought,
        )

    def _strike(
        self, question: Question, fault: Fault, reason: str, now: Instant, notices: list[Notice]
    ) -> None:
        """Book a fault against an open question."""
        self._take(self.fault(question.seat, question.number, fault, now, reason), notices)

    def _first_late(self, now: Instant) -> Question | None:
        for question in self.open_questions.values():
            if now > self.seats[question.seat].clock.deadline:
                return question
        return None

    def _note(self, seat: int, now: Instant, text: str) -> None:
        if self._is_open and self._notes < MOST_NOTES:
            self._take(Noted(seat, now, text), [])


def _why_late(table: Seat) -> str:
    """Return why no answer came from a seat in time, as the beginning of a sentence."""
    if table.connected:
        return "No answer came"
    if table.crash:
        return f"The bot had crashed ({table.crash}), and no answer came"
    return "The bot was away, and no answer came"
