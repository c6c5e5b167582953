"""Encode the bodies of frequent entries directly as bytes.

The bytes are the same as those of `RecordBody(drawn=...)`, `RecordBody(asked=...)` and
`RecordBody(chosen=...)`; see `tianming_games.ground.encoding`. Times are in nanoseconds since the
start of the match; `at` is a varint already, empty for 0.
"""

from collections.abc import Sequence
from typing import Final

from referee.number_encoding import NumberEncoding
from referee.record import chain
from tianming_games.ground.encoding import field, head, number, small, varint, zigzag
from tianming_proto.record.v1 import record_pb2 as pb

_Body, _Drawn, _Asked, _Chosen = pb.RecordBody, pb.RecordDrawn, pb.RecordAsked, pb.RecordChosen

_DRAWN: Final = NumberEncoding(head, _Body.DRAWN_FIELD_NUMBER)
_DRAWN_INDEX: Final = NumberEncoding(number, _Drawn.INDEX_FIELD_NUMBER)
_DRAWN_VALUES: Final = NumberEncoding(head, _Drawn.VALUES_FIELD_NUMBER)

_ASKED: Final = NumberEncoding(head, _Body.ASKED_FIELD_NUMBER)
_ASKED_NUMBER: Final = NumberEncoding(number, _Asked.NUMBER_FIELD_NUMBER)
_ASKED_SEAT: Final = NumberEncoding(number, _Asked.SEAT_FIELD_NUMBER)
_ASKED_OPTIONS: Final = NumberEncoding(number, _Asked.OPTION_COUNT_FIELD_NUMBER)
_ASKED_AT: Final = bytes((_Asked.AT_NS_FIELD_NUMBER << 3,))
_ASKED_BUDGET: Final = NumberEncoding(number, _Asked.BUDGET_NS_FIELD_NUMBER)
_ASKED_QUESTION: Final = head(_Asked.QUESTION_DIGEST_FIELD_NUMBER, chain.SIZE)
_ASKED_STATE: Final = head(_Asked.STATE_DIGEST_FIELD_NUMBER, chain.SIZE)

_CHOSEN: Final = NumberEncoding(head, _Body.CHOSEN_FIELD_NUMBER)
_CHOSEN_SEAT: Final = NumberEncoding(number, _Chosen.SEAT_FIELD_NUMBER)
_CHOSEN_NUMBER: Final = NumberEncoding(number, _Chosen.NUMBER_FIELD_NUMBER)
_CHOSEN_OPTION: Final = NumberEncoding(number, _Chosen.OPTION_FIELD_NUMBER)
_CHOSEN_ORIGIN: Final = small(_Chosen.ORIGIN_FIELD_NUMBER)
_CHOSEN_AT: Final = bytes((_Chosen.AT_NS_FIELD_NUMBER << 3,))
_CHOSEN_NOTE: Final = _Chosen.NOTE_FIELD_NUMBER
_CHOSEN_HANDED_AT: Final = bytes((_Chosen.HANDED_AT_NS_FIELD_NUMBER << 3,))
_CHOSEN_NETWORK: Final = NumberEncoding(number, _Chosen.NETWORK_NS_FIELD_NUMBER)
_CHOSEN_OPTION_COUNT: Final = NumberEncoding(number, _Chosen.OPTION_COUNT_FIELD_NUMBER)
_CHOSEN_THOUGHT: Final = _Chosen.THOUGHT_FIELD_NUMBER
_CHOSEN_AT_ONCE: Final = bytes((_Chosen.NETWORK_NS_FIELD_NUMBER << 3, 0))
"""A network time of 0, which differs from none."""


def drawn(index: int, values: Sequence[int]) -> bytes:
    """Return the body of a draw: its number and its values."""
    packed = b"".join([varint(zigzag(value)) for value in values])
    row = _DRAWN_VALUES.of(len(packed)) + packed if packed else b""
    body = _DRAWN_INDEX.of(index) + row
    return _DRAWN.of(len(body)) + body


def asked(
    question: int, seat: int, options: int, at: bytes, budget: int, shown: bytes, state: bytes
) -> bytes:
    """Return the body of a question.

    `shown` is the digest of its payload, `state` the digest of the state, or empty.
    """
    parts = [
        _ASKED_NUMBER.of(question),
        _ASKED_SEAT.of(seat),
        _ASKED_OPTIONS.of(options),
        _ASKED_AT if at else b"",
        at,
        _ASKED_BUDGET.of(budget),
        _ASKED_QUESTION,
        shown,
    ]
    if state:
        parts += (_ASKED_STATE, state)
    body = b"".join(parts)
    return _ASKED.of(len(body)) + body


def chosen(
    seat: int,
    question: int,
    option: int,
    origin: int,
    at: bytes,
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
    body = b"".join(
        [
            _CHOSEN_SEAT.of(seat),
            _CHOSEN_NUMBER.of(question),
            _CHOSEN_OPTION.of(option),
            _CHOSEN_ORIGIN[origin],
            _CHOSEN_AT if at else b"",
            at,
            field(_CHOSEN_NOTE, note.encode()) if note else b"",
            _CHOSEN_HANDED_AT + varint(handed_at) if handed_at else b"",
            b"" if network is None else _CHOSEN_NETWORK.of(network) or _CHOSEN_AT_ONCE,
            _CHOSEN_OPTION_COUNT.of(option_count) if option_count else b"",
        ]
    )
    if thought:
        body += field(_CHOSEN_THOUGHT, thought)
    return _CHOSEN.of(len(body)) + body
