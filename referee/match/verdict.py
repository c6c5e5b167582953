"""The verdict on a match that ended by its rules: the places of all seats, and the reason."""

from collections.abc import Sequence

from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.seat import Seat


def verdict(seats: Sequence[Seat], places: Sequence[int], scores: Sequence[int]) -> Outcome:
    """Return the outcome of a match that ended by its rules.

    Forfeited seats share the last place, whatever points a substitute made. The rules decide the
    places of the other seats.
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
        reason += f" A substitute played {' and '.join(forfeited)} to the end."
        return Outcome(Termination.FORFEITED, results, reason)
    return Outcome(Termination.FINISHED, results, reason)
