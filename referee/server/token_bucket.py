"""Token buckets: limit the burst and the sustained rate of something."""

import math

from referee.match.clock import SECOND, Instant


class TokenBucket:
    """A bucket of up to `burst` tokens that refills with `per_second` tokens a second."""

    __slots__ = ("_at", "_burst", "_credit", "per_second")

    def __init__(self, burst: float, per_second: float, now: Instant) -> None:
        self._burst = burst
        self.per_second = per_second
        self._credit = float(burst)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Spend a token, if the bucket has one; return whether it had."""
        if self.wait(now):
            return False
        self.spend(1)
        return True

    def wait(self, now: Instant) -> float:
        """Return the seconds until a token is available, 0 if there is one now."""
        earned = max(0, now - self._at) / SECOND * self.per_second
        self._credit = min(self._burst, self._credit + earned)
        self._at = now
        if self._credit >= 1:
            return 0.0
        return (1 - self._credit) / self.per_second if self.per_second else math.inf

    def spend(self, count: float) -> None:
        """Spend a number of tokens; the bucket may go into debt."""
        self._credit -= count


class TokenBuckets:
    """A token bucket for each name."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._purses: dict[str, TokenBucket] = {}

    def take(self, name: str, now: Instant) -> bool:
        """Spend a token of `name`, if its bucket has one; return whether it had."""
        purse = self._purses.get(name)
        if purse is None:
            purse = self._purses[name] = TokenBucket(self._burst, self._per_second, now)
        return purse.take(now)
