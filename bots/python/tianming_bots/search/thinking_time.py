"""The budget for one decision: processor time within a limit on the clock, or simulations."""

import math
import time
from typing import Protocol


class Budget(Protocol):
    """What a search may use for one decision."""

    def share(self, simulations: int) -> float:
        """Return the share that is used after some simulations; 1 or more if all of it is."""

    def is_over(self) -> bool:
        """Whether the simulation that runs should stop at once."""


class SimulationCount:
    """A fixed number of simulations: with the same random numbers, the same search everywhere."""

    def __init__(self, simulations: int) -> None:
        """Allow a number of simulations, at least 1."""
        self._simulations = simulations

    def share(self, simulations: int) -> float:
        return simulations / self._simulations

    def is_over(self) -> bool:
        return False


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

    def share(self, simulations: int = 0) -> float:
        used = (time.thread_time() - self._began) / max(self._seconds, 1e-9)
        if self._deadline == math.inf:
            return used
        passed = time.monotonic() - self._started
        return max(used, passed / max(self._deadline - self._started, 1e-9))

    def is_over(self) -> bool:
        return self.share() >= 1
