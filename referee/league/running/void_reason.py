"""Why a run voids matches."""

from collections.abc import Mapping

BENCHED = "A bot of the match is benched."
_GIVEN_UP = "Given up after {attempts} attempts: {reason}"
_LATE = "The round was over its {minutes:g} minutes."
_OF_RUN = (BENCHED, "Given up after ", "The round was over its ")


def given_up(attempts: int, reason: str) -> str:
    """Return the reason for a match that had too many attempts without a result."""
    return _GIVEN_UP.format(attempts=attempts, reason=reason)


def too_late(minutes: float) -> str:
    """Return the reason for a match that had not started when its round was over its time."""
    return _LATE.format(minutes=minutes)


def voided_by_runs(reasons: Mapping[str, int]) -> int:
    """Return how many matches runs have voided, from the number of void matches by reason."""
    return sum(count for reason, count in reasons.items() if reason.startswith(_OF_RUN))
