"""Random streams: numbers that follow from a seed and a label, by a hash.

A draw depends only on the match's seed and the label of the draw. It does not depend on the version
of Python, its hash seed, or earlier draws. The definition is short enough to implement in any
language, so that the author of a bot can repeat the referee's draws:

- Block `i` of a label is the BLAKE2b hash of `i` as eight little-endian bytes. The key is the seed,
  the personalisation is the 16-byte BLAKE2b digest of the label, and the digest has 64 bytes.
- Each block is eight little-endian 64-bit words, which are used in order.
- A number below `n` is the next word that is below the largest multiple of `n` up to 2**64,
  modulo `n`.
- A shuffle swaps, for `i` from the last index down to 1, the items at `i` and at a random index
  below `i + 1`.
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORDS = struct.Struct("<8Q")
_COUNTER = struct.Struct("<Q")
_RANGE = 1 << 64
_BOUNDS = (_RANGE, *(_RANGE - _RANGE % limit for limit in range(1, 129)))
"""For small limits, the largest multiple up to `_RANGE`."""


class Chance:
    """An endless random stream, identified by a seed and a label."""

    __slots__ = ("_block", "_key", "_person", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        """Create a random stream.

        Args:
            seed: the seed of the match, 32 bytes.
            label: name of the stream, for example `draw 3`.
        """
        self._key = seed
        self._person = blake2b(label.encode(), digest_size=16).digest()
        self._block = 0
        self._words: list[int] = []

    def take(self, size: int) -> bytes:
        """Return the first `size` bytes of the next block, at most 64."""
        return self._digest()[:size]

    def below(self, limit: int) -> int:
        """Return a uniformly distributed number from 0 to `limit` - 1."""
        bound = _BOUNDS[limit] if limit < len(_BOUNDS) else _RANGE - _RANGE % limit
        while True:
            word = self._word()
            if word < bound:
                return word % limit

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order, in a new list."""
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
        """Return the next block, 64 bytes."""
        block = _COUNTER.pack(self._block)
        self._block += 1
        return blake2b(block, key=self._key, person=self._person).digest()


class RandomSource(Protocol):
    """A generator of random numbers, such as a `random.Random`."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""

    def randbytes(self, n: int) -> bytes:
        """Return `n` random bytes."""


class RandomChance(Chance):
    """An endless random stream from a generator such as a `random.Random`.

    Searches and self-play use it wherever the rules need a `Chance`. One stream serves any number
    of draws; a match of the referee has a new `Chance` for each.
    """

    __slots__ = ("_random",)

    def __init__(self, random: RandomSource) -> None:
        self._random = random
        self._words = []

    def take(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def _digest(self) -> bytes:
        return self._random.randbytes(_WORDS.size)
