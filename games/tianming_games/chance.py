"""Random streams: numbers that follow from a seed, a label, and a hash.

A draw depends on nothing but the match's seed and the label of the draw, never on Python's version,
its hash seed, or how much was drawn before. The definition is short enough to repeat in any
language, so the author of a bot can repeat the referee's draws. Block `i` of a label is BLAKE2b of
eight little-endian bytes of `i`, with the seed as key and a 64-byte digest; each block is eight
little-endian 64-bit words, used in order; a number below `n` is the first word under the largest
multiple of `n` that fits 64 bits, modulo `n`; a shuffle swaps, for `i` from the last index down to
1, the items at `i` and at a number below `i + 1`.
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORDS = struct.Struct("<8Q")
_COUNTER = struct.Struct("<Q")
_RANGE = 1 << 64


class Chance:
    """An endless row of random numbers, named by a seed and a label."""

    __slots__ = ("_block", "_key", "_person", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        """Name the row.

        Args:
            seed: 32 bytes, the seed of the match.
            label: what is drawn, for example `draw 3`; its 16-byte BLAKE2b digest
                becomes the hash's personalisation.
        """
        self._key = seed
        self._person = blake2b(label.encode(), digest_size=16).digest()
        self._block = 0
        self._words: list[int] = []

    def take(self, size: int) -> bytes:
        """The first `size` bytes of the next block, at most 64."""
        return self._digest()[:size]

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each as likely as the other."""
        bound = _RANGE - _RANGE % limit
        while True:
            word = self._word()
            if word < bound:
                return word % limit

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a random order, in a new list."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def _word(self) -> int:
        if not self._words:
            self._words = list(reversed(_WORDS.unpack(self._digest())))
        return self._words.pop()

    def _digest(self) -> bytes:
        """The next block."""
        block = _COUNTER.pack(self._block)
        self._block += 1
        return blake2b(block, key=self._key, person=self._person).digest()
