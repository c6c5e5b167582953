"""The outcome of a match: places, points and the reason for the end."""

from dataclasses import dataclass
from enum import IntEnum


class Termination(IntEnum):
    """The kind of end of a match. The numbers are those of the protobuf enum."""

    FINISHED = 1
    FORFEITED = 2
    VOID = 3


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat. `place` counts from 1; tied seats share a place."""

    place: int
    score: int
    strikes: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a match. `results` are in seat order, empty for a void match."""

    termination: Termination
    results: tuple[SeatResult, ...]
    reason: str


def void(reason: str) -> Outcome:
    """Return the outcome of a void match, which has no results."""
    return Outcome(Termination.VOID, (), reason)
