"""A second implementation of the random streams, from their definition in docs/protocol.md."""

import struct
from collections.abc import Iterator
from hashlib import blake2b


def stream(seed: bytes, label: str) -> Iterator[int]:
    """Yield the words of a stream."""
    person = blake2b(label.encode(), digest_size=16).digest()
    block = 0
    while True:
        data = blake2b(struct.pack("<Q", block), key=seed, person=person).digest()
        yield from struct.unpack("<8Q", data)
        block += 1


def below(words: Iterator[int], limit: int) -> int:
    """Return a number from 0 to `limit` - 1."""
    bound = 2**64 - 2**64 % limit
    return next(word for word in words if word < bound) % limit


def shuffle(words: Iterator[int], items: list[int]) -> list[int]:
    """Return the items in random order."""
    items = items.copy()
    for last in range(len(items) - 1, 0, -1):
        other = below(words, last + 1)
        items[last], items[other] = items[other], items[last]
    return items
