"""What a referee says of a match, put into bytes at the moment it is handed over."""

from typing import Any

from google.protobuf.duration_pb2 import Duration

from referee.games.game import Game
from referee.match.clock import SECOND, Instant, Span
from referee.match.fault import Fault
from referee.match.match import MatchSettings, Refusal
from referee.match.outcome import Outcome, Termination
from tianming.v1 import match_pb2, play_pb2

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


class Refusing:
    """Word of a fault on its way to a bot."""

    __slots__ = ("_match_id", "_refusal")

    def __init__(self, match_id: str, refusal: Refusal) -> None:
        self._match_id = match_id
        self._refusal = refusal

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes."""
        said = play_pb2.ChoiceRefused(
            match_id=self._match_id,
            number=self._refusal.number,
            fault=_FAULTS[self._refusal.fault],
            strikes_left=self._refusal.strikes_left,
            reason=self._refusal.reason,
        )
        return play_pb2.RefereeMessage(choice_refused=said).SerializeToString()


class Started:
    """Word that a match has begun, for one seat; the options in one order in every process."""

    __slots__ = ("_commitment", "_game", "_seat", "_settings")

    def __init__(
        self, settings: MatchSettings, game: Game[Any], seat: int, commitment: bytes
    ) -> None:
        self._settings = settings
        self._game = game
        self._seat = seat
        self._commitment = commitment

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes."""
        settings, clock = self._settings, self._settings.clock
        said = play_pb2.MatchStarted(
            match_id=settings.match_id,
            game=settings.game,
            rules_version=self._game.rules_version,
            options=settings.options,
            seats=[match_pb2.Seat(index=index, bot=bot) for index, bot in enumerate(settings.bots)],
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
        message = play_pb2.RefereeMessage(match_started=said)
        return message.SerializeToString(deterministic=True)


class Ended:
    """Word that a match has ended."""

    __slots__ = ("_digest", "_outcome", "_settings")

    def __init__(self, settings: MatchSettings, outcome: Outcome, digest: bytes) -> None:
        self._settings = settings
        self._outcome = outcome
        self._digest = digest

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes."""
        settings = self._settings
        said = play_pb2.MatchEnded(
            match_id=settings.match_id,
            outcome=outcome_message(self._outcome),
            seed=settings.seed,
            seed_nonce=settings.seed_nonce,
            record_digest=self._digest,
        )
        return play_pb2.RefereeMessage(match_ended=said).SerializeToString()


class Draining:
    """Word that the referee is about to stop."""

    __slots__ = ("_grace",)

    def __init__(self, grace: Span) -> None:
        self._grace = grace

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes."""
        said = play_pb2.Draining(grace=duration(self._grace))
        return play_pb2.RefereeMessage(draining=said).SerializeToString()


class Inviting:
    """Word of a match that waits at another referee."""

    __slots__ = ("_invitation",)

    def __init__(self, invitation: play_pb2.Invitation) -> None:
        self._invitation = invitation

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes."""
        return play_pb2.RefereeMessage(invitation=self._invitation).SerializeToString()


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
