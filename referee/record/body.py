"""Encode the bodies of frequent entries directly as bytes.

The bytes are the same as those of `RecordBody(drawn=...)`, `RecordBody(asked=...)` and
`RecordBody(chosen=...)`; see `tianming_games.ground.encoding`. Times are in nanoseconds since the
start of the match.
"""

from collections.abc import Sequence
from typing import Final

from tianming_games.ground.encoding import consecutive, field, number, varint, zigzag
from tianming_proto.record.v1 import record_pb2 as pb

_DRAWN: Final = pb.RecordBody.DRAWN_FIELD_NUMBER
_DRAWN_INDEX: Final = pb.RecordDrawn.INDEX_FIELD_NUMBER
_DRAWN_VALUES: Final = pb.RecordDrawn.VALUES_FIELD_NUMBER

_ASKED: Final = pb.RecordBody.ASKED_FIELD_NUMBER
_ASKED_NUMBER: Final = pb.RecordAsked.NUMBER_FIELD_NUMBER
_ASKED_QUESTION: Final = pb.RecordAsked.QUESTION_DIGEST_FIELD_NUMBER
_ASKED_STATE: Final = pb.RecordAsked.STATE_DIGEST_FIELD_NUMBER

_CHOSEN: Final = pb.RecordBody.CHOSEN_FIELD_NUMBER
_CHOSEN_SEAT: Final = pb.RecordChosen.SEAT_FIELD_NUMBER
_CHOSEN_NOTE: Final = pb.RecordChosen.NOTE_FIELD_NUMBER
_CHOSEN_HANDED_AT: Final = pb.RecordChosen.HANDED_AT_NS_FIELD_NUMBER
_CHOSEN_OPTION_COUNT: Final = pb.RecordChosen.OPTION_COUNT_FIELD_NUMBER
_CHOSEN_THOUGHT: Final = pb.RecordChosen.THOUGHT_FIELD_NUMBER
_CHOSEN_AT_ONCE: Final = bytes((pb.RecordChosen.NETWORK_NS_FIELD_NUMBER << 3, 0))
"""A network time of 0, which differs from none."""


def drawn(index: int, values: Sequence[int]) -> bytes:
    """Return the body of a draw: its number and its values."""
    packed = b"".join([varint(zigzag(value)) for value in values])
    row = field(_DRAWN_VALUES, packed) if packed else b""
    return field(_DRAWN, number(_DRAWN_INDEX, index) + row)


def asked(
    question: int, seat: int, options: int, at: int, budget: int, shown: bytes, state: bytes
) -> bytes:
    """Return the body of a question.

    `shown` is the digest of its payload, `state` the digest of the state, or empty.
    """
    numbers = consecutive(_ASKED_NUMBER, (question, seat, options, at, budget))
    digests = field(_ASKED_QUESTION, shown) + (field(_ASKED_STATE, state) if state else b"")
    return field(_ASKED, numbers + digests)


def chosen(
    seat: int,
    question: int,
    option: int,
    origin: int,
    at: int,
    note: str,
    handed_at: int,
    network: int | None,
    option_count: int,
    thought: bytes,
) -> bytes:
    """Return the body of a choice.

    `question` and `handed_at` are 0 if no bot was asked, `option_count` if one was. `thought` is
    a serialised `RecordThought`, empty for none.
    """
    body = consecutive(_CHOSEN_SEAT, (seat, question, option, origin, at))
    if note:
        body += field(_CHOSEN_NOTE, note.encode())
    if network == 0:
        body += number(_CHOSEN_HANDED_AT, handed_at) + _CHOSEN_AT_ONCE
        body += number(_CHOSEN_OPTION_COUNT, option_count)
    else:
        body += consecutive(_CHOSEN_HANDED_AT, (handed_at, network or 0, option_count))
    return field(_CHOSEN, body + field(_CHOSEN_THOUGHT, thought) if thought else body)
