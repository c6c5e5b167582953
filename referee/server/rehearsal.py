"""A rehearsal: ask a bot the questions of a record again, under the clock.

To the bot it is a match like any other. The referee asks the questions in the order of the record,
one after the other, with the budgets of the record. After any answer, it plays the record's choice.
It writes no record and counts no strikes.
"""

import asyncio
from dataclasses import dataclass

from referee.identifier import BotName
from referee.match.clock import SECOND, Instant, SeatClock, Span
from referee.match.fault import Fault
from referee.match.outcome import void
from referee.match.question import Answer, flaw
from referee.record.reader import Record, game_of, match_settings_of
from referee.record.recorded_question import RecordedQuestion
from referee.server.host import Result
from referee.server.lobby import Host
from referee.server.message import QuestionEncoder, ended, started
from referee.server.outgoing_message import Outgoing
from referee.server.session import Session
from referee.server.time_source import FairClock


@dataclass(frozen=True, slots=True)
class RehearsedAnswer:
    """The answer of a bot to a question of the record.

    `asked` is the question. `option` is the index of the answer, None if there is none. `spent`
    is the time from the hand-over to the answer, in nanoseconds. `fault` is its fault, if any.
    """

    asked: RecordedQuestion
    option: int | None
    spent: Span
    fault: Fault | None = None

    @property
    def differs(self) -> bool:
        """Whether the record has a choice, and it is not the bot's."""
        return self.asked.choice not in (None, self.option)


class OpenQuestion:
    """The open question, with its clock and its future answer."""

    def __init__(self, asked: RecordedQuestion, clock: SeatClock, now: Instant) -> None:
        self.asked = asked
        self.clock = clock
        self.answer: asyncio.Future[RehearsedAnswer] = asyncio.get_running_loop().create_future()
        self._is_handed_over = False
        clock.start_with(asked.budget, now)

    def handed_over(self, session: Session, now: Instant) -> None:
        """Start the clock when the question goes to the transport for the first time.

        If the bot blocked earlier frames meanwhile, the clock started with them.
        """
        if not self._is_handed_over:
            self._is_handed_over = True
            self.clock.restart(session.clock_start(self.clock.asked_at, now))

    def left(self, session: Session, now: Instant) -> Span:
        """Return the remaining budget in nanoseconds of a question that is sent now."""
        start = self.clock.asked_at
        if not self._is_handed_over:
            start = session.clock_start(start, now)
        return Span(max(0, start + self.asked.budget - now))

    def spent(self, now: Instant) -> Span:
        """Return the time since the hand-over, in nanoseconds; 0 before it."""
        return Span(now - self.clock.asked_at if self._is_handed_over else 0)

    def settle(self, option: int | None, fault: Fault | None, now: Instant) -> None:
        """Set the bot's answer; only the first one counts."""
        if not self.answer.done():
            self.answer.set_result(RehearsedAnswer(self.asked, option, self.spent(now), fault))


class Rehearsal(Host):
    """Asks a bot the questions of one seat of a record, one at a time."""

    def __init__(self, record: Record, seat: int, clock: FairClock) -> None:
        """Prepare a rehearsal.

        Args:
            record: the record; the bot that it names for the seat is asked.
            seat: the seat whose questions are asked.
            clock: the clock of the rehearsal.

        Raises:
            DataError: when the installed rules have another version than the record.
            UsageError: when the game is not installed, or rejects the settings.
        """
        self.settings = match_settings_of(record.header)
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._game = game_of(record)
        state = self._game.begin(len(self.settings.bots), self.settings.options)
        self._setup = self._game.wire().setup(state)
        self._encoder = QuestionEncoder(self.settings.match_id, self._game.package)
        self._seat = seat
        self._clock = clock
        self._session: Session | None = None
        self._open: OpenQuestion | None = None

    @property
    def is_attended(self) -> bool:
        """Whether the bot is connected."""
        return self._session is not None

    def now(self) -> Instant:
        """Return the time of the match's clock."""
        return self._clock()

    async def ask(self, asked: RecordedQuestion) -> RehearsedAnswer:
        """Ask a question; return the answer, which is `LATE` if none came in time."""
        now = self._clock()
        self._open = opened = OpenQuestion(asked, SeatClock(self.settings.clock), now)
        if self._session is not None:
            self._put(opened, self._session, now)
        while (left := opened.clock.deadline - self._clock()) >= 0:
            await asyncio.wait((opened.answer,), timeout=(left + 1) / SECOND)
            if opened.answer.done():
                return opened.answer.result()
        allowed = Span(asked.budget + self.settings.clock.grace)
        return RehearsedAnswer(asked, None, allowed, Fault.LATE)

    def end(self) -> None:
        """End the rehearsal: tell the bot that its match is void."""
        outcome = void("This was a rehearsal.")
        self._open = None
        if self._session is not None:
            self._session.send(ended(self.settings, outcome, b"", ()))
        if not self.done.done():
            self.done.set_result(Result(self.settings, outcome, b""))

    def _put(self, opened: OpenQuestion, session: Session, now: Instant) -> None:
        session.post(OutgoingRehearsal(self, opened, session, now))

    def encoded(self, opened: OpenQuestion, session: Session, now: Instant) -> bytes:
        asked = opened.asked
        budget = opened.left(session, now)
        return self._encoder.question(
            asked.seat, asked.number, len(asked.options), budget, list(asked.since), asked.payload
        )

    # -- the methods of a `Host`, which the lobby calls

    def enter(self, session: Session, now: Instant, next_event: int | None) -> None:
        """Handle a bot that connects or reconnects: send the start and the open question."""
        self._session = session
        settings = self.settings
        session.send(
            started(
                settings,
                self._game,
                self._setup,
                self._seat,
                strikes_left=settings.strikes,
                bank=settings.clock.bank,
                event_count=0,
            )
        )
        if self._open is not None:
            self._put(self._open, session, now)

    def leave(self, session: Session, now: Instant) -> None:
        """Handle the end of a stream of the bot."""
        if self._session is session:
            self._session = None

    def choose(self, bot: BotName, answer: Answer) -> bool:
        """Handle an answer; return whether it answered the open question."""
        opened = self._open
        if opened is None or opened.answer.done() or answer.number != opened.asked.number:
            return False
        fault = Fault.LATE if answer.at > opened.clock.deadline else None
        wrong = flaw(answer, len(opened.asked.options))
        if fault is None and wrong is not None:
            fault, _ = wrong
        opened.settle(answer.option, fault, answer.at)
        return True

    def ending(self) -> None:
        """Return None: a bot cannot come back to a rehearsal that has ended."""

    def resign(self, bot: BotName, now: Instant) -> None:
        """Handle a resignation, which answers the open question."""
        self._settle(Fault.RESIGNED, now)

    def report_violation(self, bot: BotName, fault: Fault, reason: str, now: Instant) -> None:
        """Handle a protocol violation, which answers the open question."""
        self._settle(fault, now)

    def _settle(self, fault: Fault, now: Instant) -> None:
        if self._open is not None:
            self._open.settle(None, fault, now)


class OutgoingRehearsal(Outgoing):
    """A question of a rehearsal that waits for a frame."""

    __slots__ = ("_opened", "_rehearsal", "_session")

    def __init__(
        self, rehearsal: Rehearsal, opened: OpenQuestion, session: Session, now: Instant
    ) -> None:
        super().__init__(rehearsal.encoded(opened, session, now))
        self._rehearsal = rehearsal
        self._opened = opened
        self._session = session

    def renew(self, now: Instant) -> None:
        self.data = self._rehearsal.encoded(self._opened, self._session, now)

    def handed_over(self, now: Instant) -> None:
        self._opened.handed_over(self._session, now)
