"""The time for one decision: processor time of this thread, within a limit on the clock."""

import math
import time


class ThinkingTime:
    """Counts down the time for one decision.

    Another program on the same machine takes none of the processor time, but the limit on the clock
    holds whatever happens.
    """

    def __init__(self, seconds: float, deadline: float = math.inf) -> None:
        """Start to count.

        Args:
            seconds: processor time of this thread.
            deadline: the limit, on the clock of `time.monotonic`.
        """
        self._seconds = seconds
        self._deadline = deadline
        self._began = time.thread_time()
        self._started = time.monotonic()

    def share(self) -> float:
        """Return the share of the time that has passed; 1 or more if it is over."""
        used = (time.thread_time() - self._began) / max(self._seconds, 1e-9)
        if self._deadline == math.inf:
            return used
        passed = time.monotonic() - self._started
        return max(used, passed / max(self._deadline - self._started, 1e-9))

    def is_over(self) -> bool:
        """Whether the time has passed."""
        return self.share() >= 1
