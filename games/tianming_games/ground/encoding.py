"""Encode parts of protobuf messages directly as bytes.

A reader parses concatenated fields as one message
(https://protobuf.dev/programming-guides/encoding). So the parts that did not change since the last
question are cached as bytes, and only the rest is encoded again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

_BYTES: Final = tuple(bytes((number,)) for number in range(256))
"""Every byte by its value."""

_SHORT: Final = 0x80
"""Values and lengths below this take one byte, as almost all do."""

_SMALL: Final = tuple(
    (b"", *(bytes((number << 3, value)) for value in range(1, _SHORT))) for number in range(16)
)
"""Encoded fields with values below `_SHORT`, by field number and value."""

_HEADS: Final = tuple(
    tuple(bytes((number << 3 | 2, size)) for size in range(_SHORT)) for number in range(16)
)
"""Tag and length of embedded messages shorter than `_SHORT`, by field number and length."""


def varint(number: int) -> bytes:
    """Return a non-negative number as a protobuf varint."""
    if number < _SHORT:
        return _BYTES[number]
    if number < 0x4000:
        return _BYTES[number & 0x7F | 0x80] + _BYTES[number >> 7]
    packed = shift = 0
    while number >= _SHORT:
        packed |= (number & 0x7F | 0x80) << shift
        number >>= 7
        shift += 8
    return (packed | number << shift).to_bytes((shift >> 3) + 1, "little")


def small(field_number: int) -> tuple[bytes, ...]:
    """Return the encoded values 0 to 127 of a field from 1 to 15: `small(3)[7]` is 7 in field 3."""
    return _SMALL[field_number]


def number(field_number: int, value: int) -> bytes:
    """Return a non-negative integer as a field from 1 to 15; empty for 0, the default of proto3."""
    if 0 <= value < _SHORT:
        return _SMALL[field_number][value]
    return _BYTES[field_number << 3] + varint(value)


def zigzag(value: int) -> int:
    """Return the ZigZag encoding of a `sint32`: an unsigned number that is small near 0."""
    return value << 1 if value >= 0 else (-value << 1) - 1


def numbers(field_number: int, values: Sequence[int]) -> bytes:
    """Return integers from 0 to 127 as a packed repeated field from 1 to 15."""
    return field(field_number, bytes(values)) if values else b""


def lists(first: int, *values: Sequence[int]) -> bytes:
    """Return lists as `numbers` does, as the fields `first`, `first + 1` and so on, up to 15."""
    return b"".join([numbers(first + at, values[at]) for at in range(len(values))])


def field(number: int, message: bytes) -> bytes:
    """Return a serialised message as the field `number`, from 1 to 15, of another message."""
    return head(number, len(message)) + message


def head(number: int, size: int) -> bytes:
    """Return what `field` puts before a message of `size` bytes."""
    return _HEADS[number][size] if size < _SHORT else _BYTES[number << 3 | 2] + varint(size)


class CachedEncoding:
    """Caches the encoding of the last value, for values that rarely change."""

    def __init__(self, pack: Callable[[Any], bytes]) -> None:
        """Create an empty cache; `pack` encodes a value."""
        self._pack = pack
        self._value: object = None
        self._bytes = b""

    def of(self, value: Any) -> bytes:
        """Return the encoding of a value."""
        if value is not self._value and value != self._value:
            self._bytes = self._pack(value)
            self._value = value
        return self._bytes
