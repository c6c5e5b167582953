"""What a referee says of a match, put into messages at the moment it is handed over."""

from typing import Any

from google.protobuf.duration_pb2 import Duration
from tianming.v1 import match_pb2, play_pb2

from referee.games.game import Game
from referee.match.clock import SECOND, Instant, Span
from referee.match.fault import Fault
from referee.match.match import Match, MatchSettings, Question, Refusal
from referee.match.outcome import Outcome, Termination

TYPE_PREFIX = "type.googleapis.com/"

_FAULTS = {
    Fault.LATE: match_pb2.FAULT_LATE,
    Fault.ILLEGAL: match_pb2.FAULT_ILLEGAL,
    Fault.MALFORMED: match_pb2.FAULT_MALFORMED,
    Fault.DISCONNECTED: match_pb2.FAULT_DISCONNECTED,
    Fault.FLOOD: match_pb2.FAULT_FLOOD,
    Fault.RESIGNED: match_pb2.FAULT_RESIGNED,
}
_TERMINATIONS = {
    Termination.FINISHED: match_pb2.TERMINATION_FINISHED,
    Termination.FORFEITED: match_pb2.TERMINATION_FORFEITED,
    Termination.VOID: match_pb2.TERMINATION_VOID,
}


def duration(span: Span) -> Duration:
    """A span as a message."""
    return Duration(seconds=span // SECOND, nanos=span % SECOND)


class Asking:
    """A question on its way to a bot."""

    __slots__ = ("_match", "_question")

    def __init__(self, match: Match, question: Question) -> None:
        self._match = match
        self._question = question

    def write(self, message: play_pb2.RefereeMessage, now: Instant) -> None:
        """Fill in the message; the question's clock begins to run."""
        question, match = self._question, self._match
        match.hand_over(question, now)
        ask = message.question
        ask.match_id = match.settings.match_id
        ask.number = question.number
        ask.seat = question.seat
        seconds, nanos = divmod(question.budget, SECOND)
        ask.budget.seconds = seconds
        ask.budget.nanos = nanos
        for event in question.since:
            line = ask.since.add(notation=event.notation)
            if event.seat is not None:
                line.seat = event.seat
        ask.payload.type_url = TYPE_PREFIX + match.game.question_type
        ask.payload.value = question.payload
        ask.option_count = len(question.options)


class Refusing:
    """Word of a fault on its way to a bot."""

    __slots__ = ("_match_id", "_refusal")

    def __init__(self, match_id: str, refusal: Refusal) -> None:
        self._match_id = match_id
        self._refusal = refusal

    def write(self, message: play_pb2.RefereeMessage, now: Instant) -> None:
        """Fill in the message."""
        said = message.choice_refused
        said.match_id = self._match_id
        said.number = self._refusal.number
        said.fault = _FAULTS[self._refusal.fault]
        said.strikes_left = self._refusal.strikes_left
        said.reason = self._refusal.reason


class Started:
    """Word that a match has begun, for one seat."""

    __slots__ = ("_commitment", "_game", "_seat", "_settings")

    def __init__(
        self, settings: MatchSettings, game: Game[Any], seat: int, commitment: bytes
    ) -> None:
        self._settings = settings
        self._game = game
        self._seat = seat
        self._commitment = commitment

    def write(self, message: play_pb2.RefereeMessage, now: Instant) -> None:
        """Fill in the message."""
        settings, clock = self._settings, self._settings.clock
        message.match_started.CopyFrom(
            play_pb2.MatchStarted(
                match_id=settings.match_id,
                game=settings.game,
                rules_version=self._game.rules_version,
                options=settings.options,
                seats=[
                    match_pb2.Seat(index=index, bot=bot) for index, bot in enumerate(settings.bots)
                ],
                seat=self._seat,
                clock=match_pb2.Clock(
                    decision=duration(clock.decision),
                    bank=duration(clock.bank),
                    increment=duration(clock.increment),
                    grace=duration(clock.grace),
                    first=duration(clock.first),
                ),
                seed_commitment=self._commitment,
            )
        )


class Ended:
    """Word that a match has ended."""

    __slots__ = ("_digest", "_outcome", "_settings")

    def __init__(self, settings: MatchSettings, outcome: Outcome, digest: bytes) -> None:
        self._settings = settings
        self._outcome = outcome
        self._digest = digest

    def write(self, message: play_pb2.RefereeMessage, now: Instant) -> None:
        """Fill in the message."""
        settings = self._settings
        message.match_ended.CopyFrom(
            play_pb2.MatchEnded(
                match_id=settings.match_id,
                outcome=outcome_message(self._outcome),
                seed=settings.seed,
                seed_nonce=settings.seed_nonce,
                record_digest=self._digest,
            )
        )


class Draining:
    """Word that the referee is about to stop."""

    __slots__ = ("_grace",)

    def __init__(self, grace: Span) -> None:
        self._grace = grace

    def write(self, message: play_pb2.RefereeMessage, now: Instant) -> None:
        """Fill in the message."""
        message.draining.grace.CopyFrom(duration(self._grace))


def outcome_message(outcome: Outcome) -> match_pb2.Outcome:
    """A verdict as a message."""
    return match_pb2.Outcome(
        termination=_TERMINATIONS[outcome.termination],
        results=[
            match_pb2.SeatResult(
                seat=seat,
                place=result.place,
                score=result.score,
                strikes=result.strikes,
                forfeited=result.forfeited,
            )
            for seat, result in enumerate(outcome.results)
        ],
        reason=outcome.reason,
    )
