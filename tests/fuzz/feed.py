"""Read numbers and texts from the input of a target, to derive decisions from it."""

from collections.abc import Callable


class Feed:
    """Reads bytes from the front; after the end, numbers are 0."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_left(self) -> bool:
        """Whether there are bytes left."""
        return self._at < len(self._data)

    def number(self, size: int = 1) -> int:
        """Return a number of `size` bytes."""
        return int.from_bytes(self.bytes(size), "big")

    def bytes(self, size: int) -> bytes:
        """Return `size` bytes, or fewer at the end."""
        taken = self._data[self._at : self._at + size]
        self._at += size
        return taken

    def text(self) -> str:
        """Return a text, whose length is before it."""
        return self.bytes(self.number()).decode(errors="surrogateescape")


def refusal_of(attempt: Callable[[], object], *kinds: type[Exception]) -> Exception | None:
    """Return the exception of an attempt if it is of these kinds; None if it succeeds."""
    try:
        attempt()
    except kinds as refused:
        return refused
    return None
