"""How a match ended: places, points and why. A lost match is a value, no exception."""

from dataclasses import dataclass
from enum import IntEnum


class Termination(IntEnum):
    """Why a match ended. The numbers are those of the contract's enum."""

    FINISHED = 1
    FORFEITED = 2
    VOID = 3


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a match ended for one seat; `place` counts from 1, tied seats share one."""

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
    """The outcome of a match that the referee spoiled: nobody's loss."""
    return Outcome(Termination.VOID, (), reason)
