"""Build the messages that a referee sends to bots, as bytes.

Almost all messages of a referee are questions, and most parts of a question repeat: match and seat,
the budget, and the events, which are the same for every seat. So these parts are encoded once,
cached, and concatenated into one message; see `tianming_games.ground.encoding`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration

from referee import __version__
from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import SECOND, ClockSettings, Span
from referee.match.match import Refusal
from referee.match.outcome import Outcome
from referee.match.question import Event
from referee.match.settings import MatchSettings
from referee.number_encoding import NumberEncoding
from referee.server.limits import Limits
from tianming_games.game import Game
from tianming_games.ground.encoding import field, head, number
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

USER_AGENT: Final = f"tianming-referee/{__version__}"
"""The name and version that the referee sends in `Welcome`."""

_UNKNOWN: Final = "The referee has no open match of this bot with this name."

_TYPE_PREFIX: Final = "type.googleapis.com/"

_QUESTION: Final = NumberEncoding(head, pb.RefereeMessage.QUESTION_FIELD_NUMBER)
_NUMBER: Final = NumberEncoding(number, pb.Question.NUMBER_FIELD_NUMBER)
_OPTION_COUNT: Final = NumberEncoding(number, pb.Question.OPTION_COUNT_FIELD_NUMBER)
_SINCE: Final = NumberEncoding(head, pb.Question.SINCE_FIELD_NUMBER)
_MATCH_ENDED: Final = pb.RefereeMessage.MATCH_ENDED_FIELD_NUMBER
_MATCH_EVENTS: Final = pb.RefereeMessage.MATCH_EVENTS_FIELD_NUMBER
_ENDED_SINCE: Final = bytes((pb.MatchEnded.SINCE_FIELD_NUMBER << 3 | 2,))
_EVENTS: Final = bytes((pb.MatchEvents.EVENTS_FIELD_NUMBER << 3 | 2,))
"""The tag of an event in `MatchEnded` and `MatchEvents`; the rest is as in a question."""
_INDEX: Final = NumberEncoding(number, match_pb2.Event.INDEX_FIELD_NUMBER)

_KEPT: Final = 1 << 12
"""Number of encoded parts of each kind in its cache, which evicts the least recently used."""


def duration(span: Span) -> Duration:
    """Return a span as a protobuf duration."""
    return Duration(seconds=span // SECOND, nanos=span % SECOND)


def welcome(
    revision: int, limits: Limits, session_id: SessionId, bot: BotName, *, with_events: bool
) -> bytes:
    """Return `Welcome`, the answer to `Hello`."""
    message = pb.Welcome(
        revision=revision,
        limits=limits.message(),
        session_id=session_id,
        bot=bot,
        user_agent=USER_AGENT,
        capabilities=["CAPABILITY_EVENTS"] if with_events else [],
    )
    return pb.RefereeMessage(welcome=message).SerializeToString()


def rejected(match_id: MatchId, question_number: int | None) -> bytes:
    """Return the rejection of a bot's message about a match that the bot does not play."""
    return pb.RefereeMessage(
        rejection=pb.Rejection(match_id=match_id, number=question_number, reason=_UNKNOWN)
    ).SerializeToString()


def started(
    settings: MatchSettings,
    game: Game[Any],
    setup: bytes,
    seat: int,
    strikes_left: int,
    bank: Span,
    event_count: int,
) -> bytes:
    """Return the start of a match for one seat.

    Its bytes are deterministic: the options have the same order in every process.

    Args:
        settings: the settings of the match.
        game: its game.
        setup: the game's serialised `Setup`.
        seat: the seat.
        strikes_left: the number of strikes until the seat is forfeited.
        bank: the remaining bank of the seat, in nanoseconds.
        event_count: the number of events so far.
    """
    return pb.RefereeMessage(
        match_started=pb.MatchStarted(
            match_id=settings.match_id,
            game=settings.game,
            rules_version=game.rules_version,
            options=settings.options,
            seats=[match_pb2.Seat(index=index, bot=bot) for index, bot in enumerate(settings.bots)],
            seat=seat,
            clock=_clock(settings.clock),
            seed_commitment=settings.seed_commitment,
            strikes=settings.strikes,
            strikes_left=strikes_left,
            bank=duration(bank),
            bot_seed=settings.bot_seed(seat),
            event_count=event_count,
            setup=any_pb2.Any(type_url=f"{_TYPE_PREFIX}{game.package}.Setup", value=setup),
        )
    ).SerializeToString(deterministic=True)


@lru_cache
def _clock(settings: ClockSettings) -> match_pb2.Clock:
    """Return the clock settings of a match as a message, which the caller must not change."""
    return match_pb2.Clock(
        decision=duration(settings.decision),
        bank=duration(settings.bank),
        increment=duration(settings.increment),
        grace=duration(settings.grace),
        first=duration(settings.first),
    )


class QuestionEncoder:
    """Encodes the questions of one match. What they share is encoded once."""

    def __init__(self, match_id: MatchId, package: str) -> None:
        """Set the match, and the protobuf package of its game."""
        self._match_id = match_id
        self._heads = _heads(package)
        self._places: dict[int, bytes] = {}
        self._budget = Span(0)
        self._packed_budget = _budget(self._budget)

    def question(
        self,
        seat: int,
        question_number: int,
        option_count: int,
        budget: Span,
        since: list[Event],
        payload: bytes,
    ) -> bytes:
        """Return a question to a seat.

        Args:
            seat: the seat.
            question_number: the question's number in the match.
            option_count: the number of options.
            budget: the seat's remaining time, in nanoseconds.
            since: the events after the seat's last question.
            payload: the game's serialised `Position`.
        """
        if budget != self._budget:
            self._budget, self._packed_budget = budget, _budget(budget)
        question = b"".join(
            [
                self._places.get(seat) or self._place(seat),
                _NUMBER.of(question_number),
                _OPTION_COUNT.of(option_count),
                self._packed_budget,
                *[event.packed or _event(event) for event in since],
                self._heads.of(len(payload)),
                payload,
            ]
        )
        return _QUESTION.of(len(question)) + question

    def _place(self, seat: int) -> bytes:
        place = pb.Question(match_id=self._match_id, seat=seat).SerializeToString()
        self._places[seat] = place
        return place


def refused(match_id: MatchId, refusal: Refusal) -> bytes:
    """Return the notice of a fault to its seat."""
    return pb.RefereeMessage(
        fault_notice=pb.FaultNotice(
            match_id=match_id,
            seat=refusal.seat,
            number=refusal.number or None,
            substituted=refusal.number > 0,
            fault=f"FAULT_{refusal.fault.name}",
            strikes_left=refusal.strikes_left,
            reason=refusal.reason,
        )
    ).SerializeToString()


def events(match_id: MatchId, since: Sequence[Event]) -> bytes:
    """Return a message with events of a match outside a question."""
    message = pb.MatchEvents(match_id=match_id).SerializeToString()
    happened = [_EVENTS + event[1:] for event in encoded(since)]
    return field(_MATCH_EVENTS, b"".join((message, *happened)))


def encoded(events: Sequence[Event]) -> tuple[bytes, ...]:
    """Return events as encoded bytes, which the garbage collector does not have to visit."""
    return tuple([event.packed or _event(event) for event in events])


def ended(
    settings: MatchSettings, outcome: Outcome, digest: bytes, since: Sequence[bytes]
) -> bytes:
    """Return the end of a match.

    `digest` is the digest of the record's seal, `since` are the last events, encoded.
    """
    message = pb.MatchEnded(
        match_id=settings.match_id,
        outcome=outcome_message(outcome),
        seed=settings.seed,
        seed_nonce=settings.seed_nonce,
        record_digest=digest,
    ).SerializeToString()
    last = [_ENDED_SINCE + event[1:] for event in since]
    return field(_MATCH_ENDED, b"".join((message, *last)))


def ping(ping_number: int) -> bytes:
    """Return a ping."""
    return pb.RefereeMessage(ping=pb.Ping(id=ping_number)).SerializeToString()


def draining(grace: Span) -> bytes:
    """Return the notice that the referee stops within `grace`."""
    return pb.RefereeMessage(draining=pb.Draining(grace=duration(grace))).SerializeToString()


def invitation(to: pb.Invitation) -> bytes:
    """Return an invitation to another referee, where a match waits."""
    return pb.RefereeMessage(invitation=to).SerializeToString()


def outcome_message(outcome: Outcome) -> match_pb2.Outcome:
    """Return an outcome as a message."""
    return match_pb2.Outcome(
        termination=f"TERMINATION_{outcome.termination.name}",
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


# -- the parts of a question that are encoded once


@lru_cache
def _heads(package: str) -> NumberEncoding:
    """Return what comes before the payload of a game's question, by the size of the payload."""
    kind = any_pb2.Any(type_url=f"{_TYPE_PREFIX}{package}.Position").SerializeToString()

    def encode(field: int, size: int) -> bytes:
        before = kind + head(any_pb2.Any.VALUE_FIELD_NUMBER, size)
        return head(field, len(before) + size) + before

    return NumberEncoding(encode, pb.Question.POSITION_FIELD_NUMBER)


def _budget(span: Span) -> bytes:
    return pb.Question(budget=duration(span)).SerializeToString()


def _event(event: Event) -> bytes:
    packed = _INDEX.of(event.index) + _happened(event.seat, event.notation, event.detail)
    event.packed = _SINCE.of(len(packed)) + packed
    return event.packed


@lru_cache(_KEPT)
def _happened(seat: int | None, notation: str, detail: bytes) -> bytes:
    """Return an encoded event without its index."""
    return match_pb2.Event(seat=seat, notation=notation, detail=detail).SerializeToString()
