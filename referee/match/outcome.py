"""How a match ended: places, points and why. A lost match is a value, no exception."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from referee.match.seat import Seat


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


def verdict(seats: Sequence[Seat], places: Sequence[int], scores: Sequence[int]) -> Outcome:
    """The outcome of a match whose rules have ended it.

    Seats that were forfeited share the last places, whatever the house scored for
    them; the others are placed by the rules among themselves.
    """
    keys = [
        (seat.forfeited, place * (not seat.forfeited))
        for seat, place in zip(seats, places, strict=True)
    ]
    results = tuple(
        SeatResult(
            place=1 + sum(other < key for other in keys),
            score=score,
            strikes=seat.strikes,
            forfeited=seat.forfeited,
        )
        for seat, key, score in zip(seats, keys, scores, strict=True)
    )
    forfeited = [seat.bot for seat in seats if seat.forfeited]
    winners = " and ".join(
        seat.bot for seat, result in zip(seats, results, strict=True) if result.place == 1
    )
    if len(forfeited) == len(seats):
        return Outcome(Termination.FORFEITED, results, "Every seat was forfeited.")
    reason = f"{winners} won."
    if forfeited:
        reason += f" The house played {' and '.join(forfeited)} to the end."
        return Outcome(Termination.FORFEITED, results, reason)
    return Outcome(Termination.FINISHED, results, reason)


def void(reason: str) -> Outcome:
    """The outcome of a match that the referee spoiled: nobody's loss."""
    return Outcome(Termination.VOID, (), reason)
