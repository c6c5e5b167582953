"""A rehearsal: the questions of a record put again to a bot, under the clock.

To the bot it is a match like any other. Its questions come in the order of the record,
each when the one before is settled, with the budgets of the record; whatever it answers,
what the record has is played. Nothing is written down and nobody is struck.
"""

import asyncio
from dataclasses import dataclass

from google.protobuf.any_pb2 import Any

from referee.match.clock import SECOND, Instant, Span
from referee.match.fault import Fault
from referee.match.outcome import void
from referee.record.file import MemoryFile
from referee.record.question import Asked
from referee.record.reader import Record, game_of, settings_of
from referee.server.asking import TYPE_PREFIX
from referee.server.clock import Clock
from referee.server.host import MatchHost, Result
from referee.server.message import Ended, Started, duration
from referee.server.session import Session
from tianming.fairness import commitment
from tianming.v1 import play_pb2 as pb


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot did with a question.

    `option` is the index it gave, None for none; `spent` is in nanoseconds; `fault` says
    what was wrong with the answer, if anything was.
    """

    asked: Asked
    option: int | None
    spent: Span
    fault: Fault | None = None

    @property
    def differs(self) -> bool:
        """Whether the record has another choice than the bot's; one it lacks is no other."""
        return self.asked.choice not in (None, self.option)


class Rehearsal(MatchHost):
    """A host that puts the questions of one seat of a record, one at a time."""

    def __init__(self, record: Record, seat: int, clock: Clock) -> None:
        """Prepare.

        Args:
            record: the record; its bot at the seat is the one that is asked.
            seat: the seat whose questions are put.
            clock: gives the time.

        Raises:
            DataError, UsageError: when the record's game is not the installed one.
        """
        self._game = game_of(record)
        super().__init__(settings_of(record.header), self._game, MemoryFile(), clock, 0.0)
        self._seat = seat
        self._session: Session | None = None
        self._asked: Asked | None = None
        self._handed_at: Instant | None = None
        self._answered: asyncio.Future[Answer] | None = None

    @property
    def question_type(self) -> str:
        """The name of the game's message for a question."""
        return self._game.question_type

    @property
    def is_attended(self) -> bool:
        """Whether the bot is there."""
        return self._session is not None

    async def ask(self, asked: Asked) -> Answer:
        """Put a question; gives the answer, or that none came in time."""
        self._asked, self._handed_at = asked, None
        self._answered = asyncio.get_running_loop().create_future()
        if self._session is not None:
            self._session.say(Putting(self, asked))
        began = self._clock()
        allowed = Span(asked.budget + self.settings.clock.grace)
        while True:
            since = began if self._handed_at is None else self._handed_at
            left = since + allowed - self._clock()
            if left < 0:
                return Answer(asked, None, allowed, Fault.LATE)
            await asyncio.wait((self._answered,), timeout=(left + 1) / SECOND)
            if self._answered.done():
                return self._answered.result()

    def end(self) -> None:
        """Tell the bot that it is over: the match counts for nobody."""
        outcome = void("This was a rehearsal.")
        self._asked = None
        if self._session is not None:
            self._session.say(Ended(self.settings, outcome, b""))
        if not self.done.done():
            self.done.set_result(Result(self.settings, outcome, b""))

    def handed_over(self, asked: Asked, now: Instant) -> None:
        """A question goes to the transport: its clock begins to run, once."""
        if asked is self._asked and self._handed_at is None:
            self._handed_at = now

    def left(self, asked: Asked, now: Instant) -> Span:
        """What is left of a question's budget, in nanoseconds."""
        return Span(max(0, asked.budget - self._spent(now)))

    def _spent(self, now: Instant) -> Span:
        """The time since the hand-over of the open question; 0 before it."""
        return Span(0 if self._handed_at is None else now - self._handed_at)

    # -- what the lobby says of the bot

    def enter(self, session: Session, now: Instant) -> None:
        """The bot has come, perhaps again: its open question is put again."""
        self._session = session
        seed = commitment(self.settings.seed, self.settings.seed_nonce)
        session.say(Started(self.settings, self._game, self._seat, seed))
        if self._asked is not None:
            session.say(Putting(self, self._asked))

    def leave(self, session: Session, now: Instant) -> None:
        """A stream of the bot has ended."""
        if self._session is session:
            self._session = None

    def choose(
        self,
        bot: str,
        number: int,
        option: int | None,
        now: Instant,
        note: str,
        network: Span | None,
    ) -> bool:
        """The bot answered; gives whether it answered the open question."""
        asked, answered = self._asked, self._answered
        if asked is None or answered is None or answered.done() or number != asked.number:
            return False
        spent = self._spent(now)
        fault = None
        if spent > asked.budget + self.settings.clock.grace:
            fault = Fault.LATE
        elif option is None:
            fault = Fault.MALFORMED
        elif option >= len(asked.options):
            fault = Fault.ILLEGAL
        answered.set_result(Answer(asked, option, spent, fault))
        return True

    def resign(self, bot: str, now: Instant) -> None:
        """The bot gave up: that is its answer to the open question."""
        self._fault(Fault.RESIGNED, now)

    def offend(self, bot: str, fault: Fault, reason: str, now: Instant) -> None:
        """The bot broke the protocol."""
        self._fault(fault, now)

    def _fault(self, fault: Fault, now: Instant) -> None:
        asked, answered = self._asked, self._answered
        if asked is not None and answered is not None and not answered.done():
            answered.set_result(Answer(asked, None, self._spent(now), fault))


class Putting:
    """A question of a record on its way to a bot; its clock begins to run when it is packed."""

    __slots__ = ("_asked", "_rehearsal")

    def __init__(self, rehearsal: Rehearsal, asked: Asked) -> None:
        self._rehearsal = rehearsal
        self._asked = asked

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes, handed over at `now`."""
        rehearsal, asked = self._rehearsal, self._asked
        rehearsal.handed_over(asked, now)
        kind = TYPE_PREFIX + rehearsal.question_type
        said = pb.Question(
            match_id=rehearsal.settings.match_id,
            number=asked.number,
            seat=asked.seat,
            budget=duration(rehearsal.left(asked, now)),
            since=[pb.Event(seat=one.seat, notation=one.notation) for one in asked.since],
            payload=Any(type_url=kind, value=asked.payload),
            option_count=len(asked.options),
        )
        return pb.RefereeMessage(question=said).SerializeToString()
