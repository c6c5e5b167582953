"""A question on its way to a bot, put together from pieces.

Questions are almost all that a referee says. Of one question most is known from others:
the match and the seat, the budget, the events, which every seat is told. These are kept as
bytes, and a reader finds one message in them; see `referee.games.chunk`.
"""

from functools import lru_cache
from typing import Final

from google.protobuf.any_pb2 import Any

from referee.games.chunk import field, number
from referee.match.clock import Instant, Span
from referee.match.match import Event, Match, Question
from referee.server.message import duration
from tianming.v1 import play_pb2 as pb

TYPE_PREFIX = "type.googleapis.com/"

_QUESTION: Final = pb.RefereeMessage.QUESTION_FIELD_NUMBER
_NUMBER: Final = pb.Question.NUMBER_FIELD_NUMBER
_OPTION_COUNT: Final = pb.Question.OPTION_COUNT_FIELD_NUMBER
_SINCE: Final = pb.Question.SINCE_FIELD_NUMBER
_PAYLOAD: Final = pb.Question.PAYLOAD_FIELD_NUMBER
_PAYLOAD_VALUE: Final = Any.VALUE_FIELD_NUMBER

_KEPT: Final = 1 << 12
"""Pieces of each kind that are kept; the ones that are asked for again stay."""


class Asking:
    """A question; its clock begins to run when it is put into bytes."""

    __slots__ = ("_match", "_question")

    def __init__(self, match: Match, question: Question) -> None:
        self._match = match
        self._question = question

    def pack(self, now: Instant) -> bytes:
        """Give the message in bytes, handed over at `now`."""
        question, match = self._question, self._match
        match.hand_over(question, now)
        pieces = (
            _place(match.settings.match_id, question.seat),
            number(_NUMBER, question.number),
            number(_OPTION_COUNT, len(question.options)),
            _budget(question.budget),
            *[event.packed or _event(event) for event in question.since],
            _payload(match.game.question_type, question.payload),
        )
        return field(_QUESTION, b"".join(pieces))


@lru_cache(_KEPT)
def _place(match_id: str, seat: int) -> bytes:
    return pb.Question(match_id=match_id, seat=seat).SerializeToString()


@lru_cache(_KEPT)
def _budget(span: Span) -> bytes:
    return pb.Question(budget=duration(span)).SerializeToString()


def _event(event: Event) -> bytes:
    event.packed = _happened(event.seat, event.notation)
    return event.packed


@lru_cache(_KEPT)
def _happened(seat: int | None, notation: str) -> bytes:
    return field(_SINCE, pb.Event(seat=seat, notation=notation).SerializeToString())


def _payload(question_type: str, payload: bytes) -> bytes:
    return field(_PAYLOAD, _type(question_type) + field(_PAYLOAD_VALUE, payload))


@lru_cache(_KEPT)
def _type(question_type: str) -> bytes:
    return Any(type_url=TYPE_PREFIX + question_type).SerializeToString()
