"""How long to wait between two streams."""

import random

_FIRST = 0.2
_LONGEST = 5.0
"""Seconds between two streams."""


class Backoff:
    """Doubles the wait each time, and shortens it by chance, so that not all come back at once."""

    def __init__(self) -> None:
        """Begin with the first wait."""
        self._wait = _FIRST

    @property
    def is_first(self) -> bool:
        """Whether the next wait is the first one since a stream has lasted."""
        return self._wait == _FIRST

    def lasted(self, seconds: float) -> None:
        """A stream lasted so long: after one that lasted for the longest wait, begin again."""
        if seconds > _LONGEST:
            self._wait = _FIRST

    def next(self) -> float:
        """Return how many seconds to wait."""
        wait, self._wait = self._wait, min(2 * self._wait, _LONGEST)
        return wait * random.uniform(0.5, 1)
