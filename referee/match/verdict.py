"""The verdict on a match that its rules have ended: places for all seats, and the reason."""

from collections.abc import Sequence

from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.seat import Seat


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
