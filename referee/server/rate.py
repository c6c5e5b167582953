"""How often something may happen: so much at once, and so much a second over a longer time."""

from referee.match.clock import SECOND, Instant


class Allowance:
    """A purse that fills by itself, up to `burst`, with `per_second` a second."""

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


class Allowances:
    """A purse for each of those who are known by name."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._purses: dict[str, Allowance] = {}

    def take(self, name: str, now: Instant) -> bool:
        """Spend one of somebody's, if it is there."""
        purse = self._purses.get(name)
        if purse is None:
            purse = self._purses[name] = Allowance(self._burst, self._per_second, now)
        return purse.take(now)
