"""Faults of this machine during a season: wait, try again, and stop if that does not help."""

from referee.error import MachineError
from referee.machine_sentence import MachineSentence
from referee.match.clock import Instant, seconds

_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds without new matches after each consecutive fault."""


class MachineTrouble:
    """The consecutive faults of this machine in one run of a league.

    After a fault, the run starts no match for a while. A match with a result ends the trouble. The
    faults of matches that were started together count once, and only if no other match is in
    progress, because such a match may soon release what the machine lacks.
    """

    def __init__(self) -> None:
        self._faults = 0
        self._until = Instant(0)
        self._is_counted = False

    def is_waiting(self, now: Instant) -> bool:
        """Return whether the run must not start a match yet."""
        return now < self._until

    def passed(self) -> None:
        """Note that a match has a result."""
        self._faults = 0

    def met(self, fault: str, now: Instant, is_alone: bool) -> None:
        """Note a fault of this machine.

        Args:
            fault: what failed, as a sentence.
            now: the time.
            is_alone: whether no other match is in progress.

        Raises:
            MachineError: when waiting has not helped.
        """
        if not self.is_waiting(now):
            self._is_counted = False
            self._wait(now)
        if is_alone and not self._is_counted:
            self._is_counted = True
            self._faults += 1
            if self._faults > len(_PAUSES):
                raise MachineError(MachineSentence.SEASON_WAITED, count=self._faults, fault=fault)
            self._wait(now)

    def _wait(self, now: Instant) -> None:
        self._until = Instant(now + seconds(_PAUSES[max(0, self._faults - 1)]))
