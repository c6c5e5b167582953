"""Token buckets: limit how often something happens, in bursts and over a longer time."""

from referee.match.clock import SECOND, Instant


class TokenBucket:
    """A bucket of up to `burst` tokens that gets `per_second` new ones a second."""

    __slots__ = ("_at", "_burst", "_credit", "_per_second")

    def __init__(self, burst: float, per_second: float, now: Instant) -> None:
        self._burst = burst
        self._per_second = per_second
        self._credit = float(burst)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Spend one, if it is there."""
        earned = max(0, now - self._at) / SECOND * self._per_second
        self._credit = min(self._burst, self._credit + earned)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True


class TokenBuckets:
    """A purse for each of those who are known by name."""

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
