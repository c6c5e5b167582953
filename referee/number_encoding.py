"""Cache how the numbers of frequent fields are encoded.

In a compiled referee, a call of `tianming_games.ground.encoding` goes from one wheel into another,
which takes several times as long as an index.
"""

from collections.abc import Callable
from typing import Final

_KEPT: Final = 1 << 10


class NumberEncoding:
    """The encoding of one field: of its numbers, or of its heads by their sizes.

    `encode` is a function such as `number` or `head`, which is called with the field and a number.
    """

    __slots__ = ("_encode", "_field", "_kept", "_large", "_large_encoded")

    def __init__(self, encode: Callable[[int, int], bytes], field: int) -> None:
        self._encode = encode
        self._field = field
        self._kept: list[bytes | None] = [None] * _KEPT
        self._large = 0
        self._large_encoded = b""

    def of(self, value: int) -> bytes:
        """Return the encoding of a non-negative number."""
        if not 0 <= value < _KEPT:
            if value != self._large:  # the last one often comes again, such as a budget
                self._large_encoded = self._encode(self._field, value)
                self._large = value
            return self._large_encoded
        kept = self._kept[value]
        if kept is None:
            kept = self._kept[value] = self._encode(self._field, value)
        return kept
