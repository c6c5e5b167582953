"""Pieces of protobuf messages that are put together as bytes.

A message may be serialized in pieces: fields that are written one after another are
read as one message (https://protobuf.dev/programming-guides/encoding). So what did not
change since the last question is kept as bytes, and only the rest is serialized again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

_BYTES: Final = tuple(bytes((number,)) for number in range(256))
"""Every byte by its number."""

_SHORT: Final = 0x80
"""What a value or a length is below that takes one byte, as almost all do."""

_SMALL: Final = tuple(
    (b"", *(bytes((number << 3, value)) for value in range(1, _SHORT))) for number in range(16)
)
"""Numbers below that, by the number of their field and their value."""

_HEADS: Final = tuple(
    tuple(bytes((number << 3 | 2, size)) for size in range(_SHORT)) for number in range(16)
)
"""What announces a message, by the number of its field and its length."""


def varint(number: int) -> bytes:
    """A number from 0 as a protobuf varint."""
    if number < _SHORT:
        return _BYTES[number]
    if number < 0x4000:
        return _BYTES[number & 0x7F | 0x80] + _BYTES[number >> 7]
    return _BYTES[number & 0x7F | 0x80] + varint(number >> 7)


def small(field_number: int) -> tuple[bytes, ...]:
    """The numbers 0 to 127 as field 1 to 15, to be looked up: `small(3)[7]` is 7 as field 3."""
    return _SMALL[field_number]


def number(field_number: int, value: int) -> bytes:
    """A whole number from 0 as field 1 to 15; nothing for 0, which is what proto3 says."""
    if 0 <= value < _SHORT:
        return _SMALL[field_number][value]
    return _BYTES[field_number << 3] + varint(value)


def zigzag(value: int) -> int:
    """The unsigned number that encodes a `sint32` (ZigZag): small if that is near 0."""
    return value << 1 if value >= 0 else (-value << 1) - 1


def signed(field_number: int, value: int) -> bytes:
    """A `sint32` as field 1 to 15."""
    return number(field_number, zigzag(value))


def numbers(field_number: int, values: Sequence[int]) -> bytes:
    """A row of whole numbers from 0 to 127, packed, as field 1 to 15."""
    return field(field_number, bytes(values)) if values else b""


def field(number: int, message: bytes) -> bytes:
    """A serialized message as field `number`, 1 to 15, of another."""
    size = len(message)
    if size < _SHORT:
        return _HEADS[number][size] + message
    return b"".join((_BYTES[number << 3 | 2], varint(size), message))


class CachedEncoding:
    """The bytes of something that is mostly what it was the last time."""

    def __init__(self, pack: Callable[[Any], bytes]) -> None:
        """Keep what `pack` makes of the last value."""
        self._pack = pack
        self._value: object = None
        self._bytes = b""

    def of(self, value: Any) -> bytes:
        """The bytes of a value."""
        if value is not self._value and value != self._value:
            self._bytes = self._pack(value)
            self._value = value
        return self._bytes
