"""A quota: how much of the processors a process tree may use over time.

It works like the quota of a cgroup, which needs privileges: if a process tree has used more than
its share, it is stopped as a whole until it is within its share again.
"""

_AHEAD = 0.2
"""Seconds of its part that a process tree which was idle may use at once."""


class Quota:
    """So many percent of one processor, in the long run."""

    def __init__(self, percent: int, now: float) -> None:
        self._rate = percent / 100
        self._left = self._rate * _AHEAD
        self._spent = 0.0
        self._at = now

    def rest(self, spent: float, now: float) -> float:
        """How long the process tree has to rest now.

        Args:
            spent: seconds of processor time it has used since it began.
            now: seconds on any clock that does not jump.

        Returns:
            Seconds; 0 if it may continue.
        """
        earned = self._rate * (now - self._at)
        used = max(0.0, spent - self._spent)
        self._left = min(self._rate * _AHEAD, self._left + earned) - used
        self._spent, self._at = max(spent, self._spent), now
        return max(0.0, -self._left / self._rate)
