"""Limits on what is open at once: in all, and for each name."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from referee.web.sentence import WebSentence
from referee.web.web_problem import Overloaded, TooMany


class OwnerSlots:
    """The open requests of owners of one kind."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._open: Counter[str] = Counter()

    def take(self, name: str) -> None:
        """Count a request as open.

        Raises:
            Overloaded: if the maximum is open.
            TooMany: if the maximum of this name is open.
        """
        if self._open[name] >= self._most_of_one:
            raise TooMany(WebSentence.TOO_MANY_OF_OWNER, most=self._most_of_one)
        if self._open.total() >= self._most:
            raise Overloaded(WebSentence.BUSY)
        self._open[name] += 1

    def free(self, name: str) -> None:
        """Count a request as over."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    @contextmanager
    def taken(self, name: str) -> Iterator[None]:
        """Count a request as open while the block runs.

        Raises:
            WebProblem: as `take` does.
        """
        self.take(name)
        try:
            yield
        finally:
            self.free(name)
