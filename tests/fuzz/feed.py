"""Bytes that are read as numbers: how a target makes decisions out of its input."""

from collections.abc import Callable


class Feed:
    """Reads from the front; at the end there are only zeros."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_left(self) -> bool:
        """Whether there is something left."""
        return self._at < len(self._data)

    def number(self, size: int = 1) -> int:
        """A number of so many bytes."""
        return int.from_bytes(self.bytes(size), "big")

    def bytes(self, size: int) -> bytes:
        """So many bytes, or what is left."""
        taken = self._data[self._at : self._at + size]
        self._at += size
        return taken

    def text(self) -> str:
        """A text that is announced by its length."""
        return self.bytes(self.number()).decode(errors="surrogateescape")


def refusal_of(attempt: Callable[[], object], *kinds: type[Exception]) -> Exception | None:
    """How an attempt was refused; None where it was not. Anything else comes through."""
    try:
        attempt()
    except kinds as refused:
        return refused
    return None
