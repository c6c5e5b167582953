"""Faults of the machine: how long a run waits, and when it gives up."""

import pytest

from referee.error import MachineError
from referee.league.running.machine_trouble import MachineTrouble
from referee.match.clock import Instant, seconds


def at(second: float) -> Instant:
    """Return a time, in seconds."""
    return Instant(seconds(second))


def waves(trouble: MachineTrouble, count: int, alone: bool = True) -> None:
    """Have three matches fail together, several times, long after one another."""
    for number in range(1, count + 1):
        for left in (2, 1, 0):
            trouble.met("No files.", at(100 * number), is_alone=alone and not left)


def test_matches_that_fail_together_count_once_and_the_sixth_time_stops_the_season() -> None:
    trouble = MachineTrouble()
    waves(trouble, 5)
    with pytest.raises(MachineError, match="the same fault 6 times: No files"):
        waves(trouble, 6)


def test_a_match_with_a_result_starts_the_count_again() -> None:
    trouble = MachineTrouble()
    waves(trouble, 5)
    trouble.passed()
    waves(trouble, 5)


def test_a_fault_beside_a_match_in_progress_only_delays_the_next_match() -> None:
    trouble = MachineTrouble()
    waves(trouble, 50, alone=False)
    assert trouble.is_waiting(at(5000.4))
    assert not trouble.is_waiting(at(5000.6))


def test_each_pause_is_longer_than_the_one_before() -> None:
    trouble, pauses = MachineTrouble(), []
    for number in range(1, 6):
        trouble.met("No files.", at(100 * number), is_alone=True)
        steps = (step / 4 for step in range(100))
        pauses.append(next(s for s in steps if not trouble.is_waiting(at(100 * number + s))))
    assert pauses == [0.5, 1, 2, 4, 8]
