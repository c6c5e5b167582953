"""Encode setups, positions and events as the messages of `small.proto`."""

from collections.abc import Sequence
from typing import Any, Final

from tianming_games.action import Action
from tianming_games.ground.encoding import field, number, varint, zigzag
from tianming_games.small.state import SmallState
from tianming_proto.games.small.v1 import small_pb2 as pb

_FIELDS: Final = pb.Observation.FIELDS_FIELD_NUMBER
_NUMBERS: Final = pb.Numbers.NUMBERS_FIELD_NUMBER
_LISTS: Final = pb.Numbers.LISTS_FIELD_NUMBER
_KEY, _VALUE = 1, 2
"""The fields of an entry of a map."""


class SmallWire:
    """The encoder of one match."""

    def setup(self, state: SmallState) -> bytes:
        """Return the serialised `Setup`."""
        return number(pb.Setup.SEATS_FIELD_NUMBER, state.seats)

    def position(self, state: SmallState, seat: int, options: Sequence[Action]) -> bytes:
        """Return the serialised `Position`."""
        head = number(pb.Observation.SEAT_FIELD_NUMBER, seat)
        fields = state.seen_by(seat).fields().items()
        seen = head + b"".join([_entry(name, value) for name, value in fields])
        listed = [field(pb.Position.OPTIONS_FIELD_NUMBER, _option(state, one)) for one in options]
        return field(pb.Position.OBSERVATION_FIELD_NUMBER, seen) + b"".join(listed)

    def event(self, state: SmallState, seat: int, action: Action) -> bytes:
        """Return the serialised `Event` for an action that is applied next."""
        return field(pb.Event.ACTION_FIELD_NUMBER, _option(state, action))

    def draw(self, state: SmallState, values: tuple[int, ...]) -> bytes:
        """Return the serialised `Event` for the result of the pending draw."""
        pending = state.draw()
        data = field(pb.Draw.NOTATION_FIELD_NUMBER, pending.notation(values).encode())
        if pending.is_public:
            data += _packed(pb.Draw.VALUES_FIELD_NUMBER, values)
        return field(pb.Event.DRAW_FIELD_NUMBER, data)


def _option(state: SmallState, action: Action) -> bytes:
    word = field(pb.Option.WORD_FIELD_NUMBER, state.words[action.verb].encode())
    return word + _packed(pb.Option.NUMBERS_FIELD_NUMBER, action.operands)


def _entry(name: str, value: Any) -> bytes:
    return field(_FIELDS, field(_KEY, name.encode()) + field(_VALUE, _numbers(value)))


def _numbers(value: Any) -> bytes:
    if isinstance(value, int):
        return _packed(_NUMBERS, [value])
    if value and isinstance(value[0], list):
        return b"".join([field(_LISTS, _numbers(row)) for row in value])
    return _packed(_NUMBERS, value)


def _packed(number: int, values: Sequence[int]) -> bytes:
    """Return numbers as a packed field of type `sint32`."""
    return field(number, b"".join([varint(zigzag(value)) for value in values])) if values else b""
