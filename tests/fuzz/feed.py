"""Read numbers and texts from the input of a target, to derive decisions from it."""

from collections.abc import Callable


class Feed:
    """Reads an input from its start; after its end, numbers are 0 and texts are empty."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_left(self) -> bool:
        """Whether any bytes are left."""
        return self._at < len(self._data)

    def number(self, size: int = 1) -> int:
        """Return the big-endian number in the next `size` bytes."""
        return int.from_bytes(self.bytes(size), "big")

    def bytes(self, size: int) -> bytes:
        """Return the next `size` bytes, or fewer at the end."""
        taken = self._data[self._at : self._at + size]
        self._at += size
        return taken

    def text(self) -> str:
        """Return the next text; one byte before it has its length in bytes."""
        return self.bytes(self.number()).decode(errors="surrogateescape")


def refusal_of(attempt: Callable[[], object], *kinds: type[Exception]) -> Exception | None:
    """Return the exception of an attempt if it is one of `kinds`; None if the attempt succeeds."""
    try:
        attempt()
    except kinds as refused:
        return refused
    return None
