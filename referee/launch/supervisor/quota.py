"""A quota: how much processor time a process tree may use over time.

It works like the quota of a cgroup, but without privileges. If a process tree has used more than
its share, it is suspended as a whole until it is within its share again.
"""

_AHEAD = 0.2
"""Seconds of its share that a process tree may use at once after it was idle."""


class Quota:
    """A limit on processor time, in percent of one processor over time."""

    def __init__(self, percent: int, now: float) -> None:
        self._rate = percent / 100
        self._left = self._rate * _AHEAD
        self._spent = 0.0
        self._at = now

    def rest(self, spent: float, now: float) -> float:
        """Return how long the process tree must be suspended now.

        Args:
            spent: its processor time so far, in seconds.
            now: the time on a monotonic clock, in seconds.

        Returns:
            Seconds; 0 if it may continue.
        """
        earned = self._rate * (now - self._at)
        used = max(0.0, spent - self._spent)
        self._left = min(self._rate * _AHEAD, self._left + earned) - used
        self._spent, self._at = max(spent, self._spent), now
        return max(0.0, -self._left / self._rate)
