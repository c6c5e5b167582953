"""Exponential backoff between two streams."""

import random

_FIRST = 0.2
_LONGEST = 5.0
"""First and longest wait between two streams, in seconds."""


class Backoff:
    """Doubles the wait each time, with random jitter, so that bots do not all return at once."""

    def __init__(self) -> None:
        """Begin with the first wait."""
        self._wait = _FIRST

    @property
    def is_first(self) -> bool:
        """Whether the next wait is the first one since a stream has lasted."""
        return self._wait == _FIRST

    def lasted(self, seconds: float) -> None:
        """Reset the wait, if the last stream lasted longer than the longest wait."""
        if seconds > _LONGEST:
            self._wait = _FIRST

    def next(self) -> float:
        """Return how many seconds to wait."""
        wait, self._wait = self._wait, min(2 * self._wait, _LONGEST)
        return wait * random.uniform(0.5, 1)
