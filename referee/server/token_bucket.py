"""Token buckets: limit how often something happens, in bursts and over a longer time."""

import math

from referee.match.clock import SECOND, Instant


class TokenBucket:
    """A bucket of up to `burst` tokens that gets `per_second` new ones a second."""

    __slots__ = ("_at", "_burst", "_credit", "per_second")

    def __init__(self, burst: float, per_second: float, now: Instant) -> None:
        self._burst = burst
        self.per_second = per_second
        self._credit = float(burst)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Spend one, if it is there."""
        if self.wait(now):
            return False
        self.spend(1)
        return True

    def wait(self, now: Instant) -> float:
        """Return the seconds until one can be spent, 0 where it can be spent at once."""
        earned = max(0, now - self._at) / SECOND * self.per_second
        self._credit = min(self._burst, self._credit + earned)
        self._at = now
        if self._credit >= 1:
            return 0.0
        return (1 - self._credit) / self.per_second if self.per_second else math.inf

    def spend(self, count: float) -> None:
        """Spend a number of tokens, even if that leaves a debt."""
        self._credit -= count


class TokenBuckets:
    """A token bucket for each name."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._purses: dict[str, TokenBucket] = {}

    def take(self, name: str, now: Instant) -> bool:
        """Spend one of somebody's, if it is there."""
        purse = self._purses.get(name)
        if purse is None:
            purse = self._purses[name] = TokenBucket(self._burst, self._per_second, now)
        return purse.take(now)
